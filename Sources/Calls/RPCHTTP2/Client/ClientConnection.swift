internal import HTTP2Core
internal import RPCCore
internal import SystemCore

/// One connection of a client: a link, the session behind it, and the watch over both.
///
/// It belongs to a client, which calls it when its socket is ready, its calls ask, or time is up.
final class ClientConnection {
  /// Whether the client is to keep it.
  enum Fate {
    case lives
    /// Its last word is still to go out, but its calls get nothing more.
    case fails(Ending)
    case ended(Ending)
  }

  /// Why it is over.
  struct Ending {
    var words: String
    /// What it failed with, unless it ended in order.
    var failure: ConnectionFailure?

    /// Ends in order, or because of us.
    static func inOrder(_ words: String) -> Ending { Ending(words: words, failure: nil) }

    /// Ends because of what the other side, or what lies between, did or did not do.
    static func failed(_ error: any Error, of link: Link) -> Ending {
      let failure = ConnectionFailure(error, isProven: link.isEstablished)
      return Ending(words: "\(error)", failure: failure)
    }
  }

  let number: UInt64
  let link: Link
  let session: ClientSession
  private(set) var vigil: ConnectionVigil
  private(set) var isConnected = false
  /// Whether the client will look at it at the end of this turn.
  var isTouched = false
  /// The timer that waits for the vigil's next look, and when it fires.
  var alarm: (timer: TimerID, at: MonotonicInstant)?
  /// Who answers, once that is known.
  private(set) var peer: CallPeer?
  /// Why it is not to be used any more, once there is a reason.
  private(set) var ending: Ending?
  /// Whether somebody was told of the failure.
  private var isFailureTold = false
  /// Whether it ends because we want it to.
  private var isLeaving = false
  private let channelBinding: ChannelBindingLabel?

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - number: tells it from others of its client.
  ///   - link: its socket.
  ///   - session: what is behind.
  ///   - configuration: what the client was told.
  ///   - timeouts: how long it may take for what.
  ///   - now: the time.
  init(
    number: UInt64, link: Link, session: ClientSession, _ configuration: ClientConfiguration,
    timeouts: ConnectionTimeouts, now: MonotonicInstant
  ) {
    self.number = number
    channelBinding = configuration.channelBinding
    self.link = link
    self.session = session
    vigil = ConnectionVigil(timeouts, now: now)
  }

  /// Whether calls can be made here.
  var isOpen: Bool { !session.isGoingAway && ending == nil }

  /// Whether the server has shown that it speaks HTTP/2.
  var isReady: Bool { session.hasPeerSettings }

  /// The socket is ready for the first time: it is connected, or cannot be.
  func finishConnecting() throws {
    guard !isConnected else { return }
    try link.socket.finishConnecting()
    isConnected = true
    try link.start()
  }

  /// Reads what the server sent.
  func receive(with buffers: inout LinkBuffers, now: MonotonicInstant) -> Fate {
    vigil.noteReceived(at: now)
    let isOver = isLeaving || link.isClosing
    let progress = link.receive(with: &buffers, now: .nanoseconds(now.nanoseconds)) {
      guard link.isEstablished else { return nil }
      if peer == nil { peer = try link.peer(binding: channelBinding) }
      return session
    }
    if session.hasPeerSettings { vigil.noteEstablished() }
    switch progress {
    case .goesOn: return .lives
    case .finished: return .ended(note(closing()))
    case .failed(let error):
      let ending = note(isOver ? .inOrder("\(error)") : .failed(error, of: link))
      guard link.isClosing else { return .fails(ending) }
      // An alert of TLS tells the server what is wrong; whether it hears it is not up to us.
      _ = link.flush(nil, with: &buffers)
      return .ended(ending)
    }
  }

  /// Sends what there is; the client does it once a turn.
  func flush(with buffers: inout LinkBuffers, now: MonotonicInstant) -> Fate {
    guard isConnected else { return .lives }
    let blocked = link.isBlocked ? link.gate.sentBytes : nil
    switch link.flush(session, with: &buffers) {
    case .goesOn: break
    case .finished: return .ended(note(.inOrder("all is said")))
    case .failed(let error):
      // What the server said last, an alert perhaps, tells more than that it takes no more bytes.
      let isOver = isLeaving || link.isClosing
      if !isOver, case .ended(let ending) = receive(with: &buffers, now: now) {
        return .ended(ending)
      }
      return .ended(note(isOver ? .inOrder("\(error)") : .failed(error, of: link)))
    }
    if link.isClosing { vigil.noteClosing(at: now) }
    if let blocked, link.gate.sentBytes > blocked { vigil.noteProgress(at: now) }
    vigil.note(isIdle: session.openCalls == 0, isBlocked: link.isBlocked, at: now)
    return .lives
  }

  /// Looks whether time is up for anything.
  func check(now: MonotonicInstant) -> Fate {
    act(on: vigil.check(at: now), now: now)
  }

  /// Makes no more calls here; ends with the last one.
  func beginShutdown(now: MonotonicInstant) -> Fate {
    isLeaving = true
    return act(on: vigil.beginShutdown(at: now), now: now)
  }

  /// What there is to be told about its end, once.
  func takeFailure() -> ConnectionFailure? {
    guard !isFailureTold, let failure = ending?.failure else { return nil }
    isFailureTold = true
    return failure
  }

  /// Keeps the first reason, which later ones follow from.
  func note(_ ending: Ending) -> Ending {
    let first = self.ending ?? ending
    self.ending = first
    return first
  }

  /// The server ended its side: in order only if nothing was expected of it.
  private func closing() -> Ending {
    var ending = Ending.inOrder("the server closed the connection")
    if !isLeaving, !isReady || session.openCalls > 0 { ending.failure = .other(ending.words) }
    return ending
  }

  /// It took too long for something.
  private func cut(_ why: String) -> Ending {
    guard !isLeaving, !link.isClosing else { return .inOrder(why) }
    return Ending(words: why, failure: isConnected ? .other(why) : .unreachable(why))
  }

  private func act(on verdict: ConnectionVigil.Verdict, now: MonotonicInstant) -> Fate {
    switch verdict {
    case .nothing: break
    case .ask: session.ping()
    case .announce, .stopAccepting:
      // A client has nothing to announce: whoever opens calls can stop at once.
      isLeaving = true
      session.stopOpening()
      _ = vigil.noteAnnouncementHeard(at: now)
    case .cut(let why): return .ended(note(cut(why)))
    }
    return .lives
  }
}
