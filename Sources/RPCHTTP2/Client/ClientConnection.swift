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
    /// It is over, and why.
    case ended(String)
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
  /// Why it is not to be used any more, once there is a reason.
  private(set) var reason: String?

  init(
    number: UInt64, link: Link, session: ClientSession, timeouts: ConnectionTimeouts,
    now: MonotonicInstant
  ) {
    self.number = number
    self.link = link
    self.session = session
    vigil = ConnectionVigil(timeouts, now: now)
  }

  /// Whether calls can be made here.
  var isOpen: Bool { !session.isGoingAway && reason == nil }

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
    let progress = link.receive(with: &buffers, now: .nanoseconds(now.nanoseconds)) {
      link.isEstablished ? session : nil
    }
    if session.hasPeerSettings { vigil.noteEstablished() }
    switch progress {
    case .goesOn: return .lives
    case .finished: return .ended(reason ?? "the server closed the connection")
    case .failed(let why):
      if reason == nil { reason = why }
      guard !link.isClosing else {
        // An alert of TLS tells the server what is wrong; whether it hears it is not up to us.
        _ = link.flush(nil, with: &buffers)
        return .ended(why)
      }
      // Only the last word of the session is still to go out, and nothing more will come.
      session.abortAll(RPCError(.unavailable, "the connection was lost: \(why)"))
      return .lives
    }
  }

  /// Sends what there is; the client does it once a turn.
  func flush(with buffers: inout LinkBuffers, now: MonotonicInstant) -> Fate {
    guard isConnected else { return .lives }
    let wasBlocked = link.isBlocked
    switch link.flush(session, with: &buffers) {
    case .goesOn: break
    case .finished: return .ended(reason ?? "all is said")
    case .failed(let why): return .ended(reason ?? why)
    }
    if link.isClosing { vigil.noteClosing(at: now) }
    if wasBlocked { vigil.noteProgress(at: now) }
    vigil.note(isIdle: session.openCalls == 0, isBlocked: link.isBlocked, at: now)
    return .lives
  }

  /// Looks whether time is up for anything.
  func check(now: MonotonicInstant) -> Fate {
    act(on: vigil.check(at: now), now: now)
  }

  /// Makes no more calls here; ends with the last one.
  func beginShutdown(now: MonotonicInstant) -> Fate {
    act(on: vigil.beginShutdown(at: now), now: now)
  }

  private func act(on verdict: ConnectionVigil.Verdict, now: MonotonicInstant) -> Fate {
    switch verdict {
    case .nothing: break
    case .ask: session.ping()
    case .announce, .stopAccepting:
      // A client has nothing to announce: whoever opens calls can stop at once.
      session.stopOpening()
      _ = vigil.noteAnnouncementHeard(at: now)
    case .cut(let why): return .ended(why)
    }
    return .lives
  }
}
