package import HealthModel
internal import LocalStore
internal import NodeLog
internal import RPCCore
internal import Synchronization
internal import SystemCore

// Sessions, whoever called.
extension SyncEngine {
  /// Why a session is not begun.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    /// This node has called the peer, or is about to.
    case alreadyCalling
    /// There is one that comes first.
    case alreadyOpen
    /// The node stops.
    case stopping

    package var description: String {
      switch self {
      case .alreadyCalling: "the watch is calling the phone itself"
      case .alreadyOpen: "the watch has called the phone already"
      case .stopping: "the node stops"
      }
    }
  }

  /// Runs a session over a wire until it ends.
  ///
  /// - Parameters:
  ///   - peer: With whom.
  ///   - wire: The way there and back.
  ///   - wasDialed: Whether this node called.
  ///   - welcome: Called once the session is taken, before anything is said.
  /// - Returns: Whether it got as far as being ready.
  /// - Throws: `Refusal`, or why the wire broke.
  @discardableResult
  package func run(
    with peer: DeviceID, over wire: SyncWire, dialed wasDialed: Bool,
    _ welcome: () throws -> Void = {}
  ) async throws -> Bool {
    let session = SyncSession(
      with: peer, wasDialed: wasDialed, beginning: store.clock.instant)
    try admit(session)
    defer {
      forget(session, because: "")
      session.end.give(())
    }
    do {
      try welcome()
      try await session.run(
        over: wire, expecting: { [store] in store.expectWriting() },
        telling: { [work] in work.wake() })
    } catch {
      forget(session, because: (error as? RPCError)?.detail ?? "the connection was lost")
      // Who called and got as far as being ready calls again as after an orderly end.
      guard wasDialed, session.wasReady else { throw error }
    }
    return session.wasReady
  }

  /// SYNC-CALL-ONE: of two sessions the one that the watch called comes first, and of two that the same
  /// side called the later one.
  ///
  /// But who calls has no session any more, and knew of this one long ago: a phone that calls a watch
  /// whose session is not new has lost it, and the watch was not told.
  private func admit(_ session: SyncSession) throws(Refusal) {
    let peer = session.peer
    let isByWatch = session.wasDialed == (role == .watch)
    let result = guarded.withLock { guarded -> Result<SyncSession?, Refusal> in
      if guarded.isClosed { return .failure(.stopping) }
      let old = guarded.sessions[peer]
      if let old, old.wasDialed != session.wasDialed, !isByWatch,
        old.isNew(at: store.clock.instant, calling: longestCalling)
      {
        return .failure(.alreadyOpen)
      }
      if old == nil, !session.wasDialed, role == .watch, guarded.calling.contains(peer) {
        return .failure(.alreadyCalling)
      }
      guarded.sessions[peer] = session
      guarded.opened.append(session)
      if old != nil { guarded.closed.append(peer) }
      // What an earlier session was asked is not answered in this one.
      for index in guarded.waiters.indices { guarded.waiters[index].asked.remove(peer) }
      var status = guarded.statuses[peer] ?? PeerSyncStatus()
      status.loseTouch(at: store.clock.now)
      status.connectedSince = store.clock.now
      // The owner is still to decide, whatever is said meanwhile.
      if status.state != .braked { status.state = .syncing }
      (status.failure, status.nextTry) = ("", nil)
      guarded.statuses[peer] = status
      return .success(old)
    }
    try result.get()?.close(
      saying: SessionEnd(.superseded, "another session of the device took over"))
    work.wake()
    if !session.wasDialed { wakeCallers(of: peer) }
    tellObservers()
  }

  /// A session is over; does nothing where another one took its place, or when it was said before.
  ///
  /// The last word that a side said tells more than any other reason.
  package func forget(_ session: SyncSession, because reason: String) {
    let traffic = session.traffic
    let reason = session.lastWord ?? reason
    let (wasThere, isThisTwice) = guarded.withLock { guarded in
      guard guarded.sessions[session.peer] === session else { return (false, false) }
      guarded.sessions[session.peer] = nil
      guarded.opened.removeAll { $0 === session }
      guarded.closed.append(session.peer)
      var status = guarded.statuses[session.peer] ?? PeerSyncStatus()
      status.loseTouch(at: store.clock.now)
      status.connectedSince = nil
      status.bytesSent &+= traffic.sent
      status.bytesReceived &+= traffic.received
      if status.state != .braked { status.state = .waiting }
      if !reason.isEmpty { status.failure = reason }
      if session.wasDisplaced { status.copies.loseToAnother(at: store.clock.now) }
      guarded.statuses[session.peer] = status
      return (true, status.copies.isThisTwice(at: store.clock.now))
    }
    guard wasThere else { return }
    if isThisTwice {
      log.writeOften(.error, "sync.this-runs-twice", .text("peer", "\(session.peer)"))
    }
    log.writeOften(
      .info, "sync.ended", .text("peer", "\(session.peer)"), .text("reason", reason),
      .number("sent", Int(clamping: traffic.sent)),
      .number("received", Int(clamping: traffic.received)))
    work.wake()
    tellObservers()
  }

  /// Ends a session at once.
  package func drop(_ session: SyncSession, because reason: String) {
    session.close()
    forget(session, because: reason)
  }

  /// The session with a peer, if there is one.
  package func session(with peer: DeviceID) -> SyncSession? {
    guarded.withLock { $0.sessions[peer] }
  }

  /// Notes that this node is about to call a peer, or no more; what came of it is for the owner to see.
  func noteCalling(_ peer: DeviceID, _ isCalling: Bool, failure: String? = nil) {
    guarded.withLock { guarded in
      if isCalling { guarded.calling.insert(peer) } else { guarded.calling.remove(peer) }
      guard guarded.sessions[peer] == nil else { return }
      var status = guarded.statuses[peer] ?? PeerSyncStatus()
      if isCalling {
        if status.state != .braked { status.state = .connecting }
        status.nextTry = nil
      } else if let failure {
        status.failure = failure
        if status.state != .braked { status.state = .retrying }
      }
      guarded.statuses[peer] = status
    }
    tellObservers()
  }

  /// Notes when a peer is called next; nothing where nobody here can.
  func noteNextTry(_ peer: DeviceID, in pause: Duration?) {
    let now = store.clock.now
    guarded.withLock { guarded in
      guard guarded.sessions[peer] == nil else { return }
      var status = guarded.statuses[peer] ?? PeerSyncStatus()
      status.nextTry = pause.map { now + $0 / .seconds(1) }
      if status.state != .braked { status.state = pause == nil ? .waiting : .retrying }
      guarded.statuses[peer] = status
    }
    tellObservers()
  }
}
