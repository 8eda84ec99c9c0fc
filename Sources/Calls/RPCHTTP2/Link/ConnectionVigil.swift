internal import SystemCore

/// Decides when a connection has to be asked, ended or cut, from what it was told happened when.
///
/// Phases go `handshake` → `serving` → `announced` (the peer was told that we are going) → `draining`
/// (no new calls) → `closing` (our last word is out, and the peer has to close). A peer that ends its side
/// while it waits for answers is `waiting` until it has them.
/// It has no clock and no timers: whoever owns it looks again at the instant it names.
struct ConnectionVigil {
  /// What is to be done now.
  enum Verdict: Hashable {
    case nothing
    /// Ask the peer whether it is there.
    case ask
    /// Tell the peer that the connection is going to end.
    case announce
    /// Take no new calls.
    case stopAccepting
    /// Break the connection off, for this reason.
    case cut(String)
  }

  private enum Phase {
    case handshake(since: MonotonicInstant)
    case serving
    case announced(since: MonotonicInstant)
    case draining(since: MonotonicInstant)
    /// The peer says no more; it is asked twice, because one that is gone shows it at the second time.
    case waiting(since: MonotonicInstant, isAsked: Bool)
    case closing(until: MonotonicInstant)
  }

  private let timeouts: ConnectionTimeouts
  private var phase: Phase
  private var lastReceived: MonotonicInstant
  private var idleSince: MonotonicInstant?
  /// Whether the peer has yet to show who it is, so that less patience is called for.
  var isStranger = false
  private var blockedSince: MonotonicInstant?
  private var askedAt: MonotonicInstant?
  /// Since when the peer has said nothing to the announcement.
  private var silentSince: MonotonicInstant?

  init(_ timeouts: ConnectionTimeouts, now: MonotonicInstant) {
    self.timeouts = timeouts
    phase = .handshake(since: now)
    lastReceived = now
    idleSince = now
  }

  /// Bytes came from the peer.
  mutating func noteReceived(at now: MonotonicInstant) {
    lastReceived = now
    askedAt = nil
    silentSince = nil
  }

  /// The peer's settings came.
  mutating func noteEstablished() {
    if case .handshake = phase { phase = .serving }
  }

  /// Whether there are calls, and whether bytes wait that the peer does not take.
  mutating func note(isIdle: Bool, isBlocked: Bool, at now: MonotonicInstant) {
    if !isIdle {
      idleSince = nil
    } else if idleSince == nil {
      idleSince = now
    }
    if !isBlocked {
      blockedSince = nil
    } else if blockedSince == nil {
      blockedSince = now
    }
  }

  /// Some of what waited was taken.
  mutating func noteProgress(at now: MonotonicInstant) {
    if blockedSince != nil { blockedSince = now }
  }

  /// The connection is to end; the peer is told next.
  mutating func beginShutdown(at now: MonotonicInstant) -> Verdict {
    switch phase {
    case .handshake: return .cut("the server is going away")
    case .serving:
      phase = .announced(since: now)
      silentSince = now
      return .announce
    case .announced, .draining, .waiting, .closing: return .nothing
    }
  }

  /// The peer has ended its side, and is owed answers.
  mutating func notePeerEnded(at now: MonotonicInstant) -> Verdict {
    phase = .waiting(since: now, isAsked: false)
    (askedAt, silentSince) = (nil, nil)
    return .ask
  }

  /// The peer has read the announcement.
  mutating func noteAnnouncementHeard(at now: MonotonicInstant) -> Verdict {
    guard case .announced = phase else { return .nothing }
    phase = .draining(since: now)
    silentSince = nil
    return .stopAccepting
  }

  /// Our last word is out.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - most: how long the peer may take at most, if not as long as for a farewell.
  mutating func noteClosing(at now: MonotonicInstant, within most: Duration? = nil) {
    if case .closing = phase { return }
    phase = .closing(until: now.advanced(by: min(most ?? timeouts.farewell, timeouts.farewell)))
  }

  /// What is to be done now; asked at the instant that `next` names, or later.
  mutating func check(at now: MonotonicInstant) -> Verdict {
    if let blockedSince, now >= blockedSince.advanced(by: timeouts.stall) {
      return .cut("the peer takes no bytes")
    }
    switch phase {
    case .handshake(let since):
      return now >= since.advanced(by: timeouts.handshake)
        ? .cut("the peer has not finished the handshake in time") : .nothing
    case .announced(let since):
      guard now >= since.advanced(by: timeouts.announcement) else { return .nothing }
      phase = .draining(since: now)
      return .stopAccepting
    case .draining(let since):
      if let silentSince, now >= silentSince.advanced(by: timeouts.farewell) {
        return .cut("the peer does not answer")
      }
      return now >= since.advanced(by: timeouts.drain)
        ? .cut("calls were still in progress when the time to end them was over") : .nothing
    case .waiting(let since, let isAsked):
      if !isAsked, now >= since.advanced(by: Self.secondLook) {
        phase = .waiting(since: since, isAsked: true)
        return .ask
      }
      return now >= since.advanced(by: timeouts.drain)
        ? .cut("calls were still in progress when the time to end them was over") : .nothing
    case .closing(let until):
      return now >= until ? .cut("the peer does not close its side") : .nothing
    case .serving: return checkServing(at: now)
    }
  }

  private var mostIdle: Duration {
    isStranger ? min(timeouts.introduction, timeouts.idle) : timeouts.idle
  }

  /// After this the machine of a peer that is gone has said so, unless it is gone as well.
  private static var secondLook: Duration { .milliseconds(100) }

  private mutating func checkServing(at now: MonotonicInstant) -> Verdict {
    if let askedAt, now >= askedAt.advanced(by: timeouts.keepaliveAnswer) {
      return .cut("the peer does not answer")
    }
    if let idleSince, now >= idleSince.advanced(by: mostIdle) {
      return beginShutdown(at: now)
    }
    if askedAt == nil, now >= lastReceived.advanced(by: timeouts.keepalive) {
      askedAt = now
      return .ask
    }
    return .nothing
  }

  /// When to look again, if nothing else happens.
  var next: MonotonicInstant {
    var next: MonotonicInstant
    switch phase {
    case .handshake(let since): next = since.advanced(by: timeouts.handshake)
    case .announced(let since): next = since.advanced(by: timeouts.announcement)
    case .draining(let since):
      next = since.advanced(by: timeouts.drain)
      if let silentSince { next = min(next, silentSince.advanced(by: timeouts.farewell)) }
    case .waiting(let since, let isAsked):
      next = since.advanced(by: isAsked ? timeouts.drain : Self.secondLook)
    case .closing(let until): next = until
    case .serving:
      next =
        askedAt?.advanced(by: timeouts.keepaliveAnswer)
        ?? lastReceived.advanced(by: timeouts.keepalive)
      if let idleSince { next = min(next, idleSince.advanced(by: mostIdle)) }
    }
    if let blockedSince { next = min(next, blockedSince.advanced(by: timeouts.stall)) }
    return next
  }
}
