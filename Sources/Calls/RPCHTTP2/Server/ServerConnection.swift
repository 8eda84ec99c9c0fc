internal import HTTP2Core
internal import RPCCore
internal import SystemCore
internal import TLSCore

/// One connection of a server: a link, the session behind it, and the watch over both.
///
/// It belongs to a worker, which calls it when its socket is ready, its calls ask, or time is up.
final class ServerConnection {
  /// Whether the worker is to keep it.
  enum Fate {
    case lives
    /// It is over; the sentence is for the log, if there is something to say.
    case ended(String?)
  }

  let number: UInt64
  let link: Link
  private(set) var session: ServerSession?
  private(set) var vigil: ConnectionVigil
  /// Who it is from.
  var standing = CallerStanding.stranger {
    didSet { vigil.isStranger = standing == .stranger && session != nil }
  }
  /// Where it is from, if that tells machines apart.
  let origin: ConnectionOrigin?
  /// Whether the worker will look at it at the end of this turn.
  var isTouched = false
  /// The timer that waits for the vigil's next look, and when it fires.
  var alarm: (timer: TimerID, at: MonotonicInstant)?
  private var reason: String?
  /// Whether the peer has ended its side, and waits for answers.
  private var isPeerWaiting = false
  /// Decide whether the peer may stay, once it is known who it is; in the order they came.
  private var doubts: [@Sendable (CallPeer) -> Bool] = []

  init(number: UInt64, link: Link, timeouts: ConnectionTimeouts, now: MonotonicInstant) {
    self.number = number
    self.link = link
    origin = link.socket.remoteAddress.flatMap { ConnectionOrigin($0) }
    vigil = ConnectionVigil(timeouts, now: now)
  }

  /// Reads what the peer sent.
  ///
  /// - Parameters:
  ///   - buffers: memory shared with others.
  ///   - isSparing: whether to leave most of it for the next turn.
  ///   - now: the time.
  ///   - makeSession: makes the session once it is known who the peer is.
  /// - Returns: whether it lives.
  func receive(
    with buffers: inout LinkBuffers, sparingly isSparing: Bool, now: MonotonicInstant,
    _ makeSession: () throws -> ServerSession?
  ) -> Fate {
    vigil.noteReceived(at: now)
    let progress = link.receive(
      with: &buffers, sparingly: isSparing, now: .nanoseconds(now.nanoseconds)
    ) {
      if session == nil {
        session = try makeSession()
        vigil.isStranger = session != nil && standing == .stranger
      }
      return session
    }
    if session?.hasPeerSettings == true { vigil.noteEstablished() }
    switch progress {
    case .goesOn: return .lives
    case .finished: return peerEnded(now: now)
    case .failed(let error):
      if reason == nil { reason = "\(error)" }
      // The last word of the session or of TLS goes out at the end of the turn, and no answer will.
      session?.abortAll(RPCError(.unavailable, Self.words(for: error)))
      if link.isClosing { vigil.noteClosing(at: now, within: .seconds(1)) }
      return .lives
    }
  }

  /// The peer will say no more.
  ///
  /// One that has asked in whole gets its answers; one that is gone altogether shows by the first or the
  /// second PING that it is.
  private func peerEnded(now: MonotonicInstant) -> Fate {
    guard let session, !link.isClosing, reason == nil, session.owesAnswers else {
      return .ended(reason)
    }
    session.abortUnfinished(RPCError(.unavailable, "the connection was lost"))
    isPeerWaiting = true
    link.stopReading()
    act(on: vigil.notePeerEnded(at: now))
    return .lives
  }

  /// Sends what there is; the worker does it once a turn.
  func flush(with buffers: inout LinkBuffers, now: MonotonicInstant) -> Fate {
    if session?.hasHeardAnnouncement == true { act(on: vigil.noteAnnouncementHeard(at: now)) }
    let blocked = link.isBlocked ? link.gate.sentBytes : nil
    switch link.flush(session, with: &buffers) {
    case .goesOn: break
    case .finished: return .ended(reason)
    case .failed(let error): return .ended(reason ?? "\(error)")
    }
    if link.isClosing {
      vigil.noteClosing(at: now)
      // Nothing more is said, so nobody is left to answer.
      session?.abortAll(RPCError(.unavailable, "the connection has ended"))
    }
    if isPeerWaiting, !link.isBlocked, session?.owesAnswers != true { return .ended(reason) }
    // Who only makes us write more, by a PING perhaps, has taken nothing.
    if let blocked, link.gate.sentBytes > blocked { vigil.noteProgress(at: now) }
    vigil.note(isIdle: isIdle, isBlocked: link.isBlocked, at: now)
    return .lives
  }

  /// Whether the connection is to be broken off because of who the peer is.
  ///
  /// One whose peer is not known yet is looked at again by ``admit(_:)``: its certificate may have been
  /// judged already, by what was right then.
  func isUnwelcome(_ isUnwelcome: @escaping @Sendable (CallPeer) -> Bool) -> Bool {
    guard let session else {
      doubts.append(isUnwelcome)
      return false
    }
    return isUnwelcome(session.peer)
  }

  /// Whether no call is in progress.
  var isIdle: Bool { (session?.openCalls ?? 0) == 0 && (session?.runningHandlers ?? 0) == 0 }

  /// It is known who the peer is.
  ///
  /// - Throws: `TransportError` for one whose connections were ended in the meantime.
  func admit(_ peer: CallPeer) throws(TransportError) {
    let isUnwelcome = doubts.contains { $0(peer) }
    doubts = []
    guard !isUnwelcome else { throw .unwelcome }
  }

  /// Ends in order: new calls are refused, those in progress go on.
  func beginShutdown(now: MonotonicInstant) -> Fate {
    act(on: vigil.beginShutdown(at: now))
  }

  /// Looks whether time is up for anything.
  func check(now: MonotonicInstant) -> Fate {
    act(on: vigil.check(at: now))
  }

  /// Breaks off all calls, because the connection is gone.
  func abort(_ error: RPCError) {
    session?.abortAll(error)
    link.close()
  }

  /// What calls are told of what a connection failed with: not that the peer did anything wrong where
  /// it, or the way to it, is gone.
  private static func words(for error: any Error) -> String {
    if error is SystemError || (error as? TLSError)?.code == .truncated {
      return "the connection was lost: \(error)"
    }
    return "the peer broke the connection's rules"
  }

  @discardableResult
  private func act(on verdict: ConnectionVigil.Verdict) -> Fate {
    switch verdict {
    case .nothing: break
    case .ask: session?.ping()
    case .announce: session?.announceShutdown()
    case .stopAccepting: session?.stopAccepting()
    // What it failed with says more than that the peer does not close its side.
    case .cut(let why): return .ended(reason ?? why)
    }
    return .lives
  }
}
