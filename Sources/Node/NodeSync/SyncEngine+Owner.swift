package import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SyncCore
internal import Synchronization
internal import SystemCore

// What apps and the owner do.
extension SyncEngine {
  /// Takes the peers in that the node is paired with, and forgets those that it is not any more.
  package func setPeers(_ peers: Set<DeviceID>) async throws {
    let window = try await window
    try await withRules { rules, store, now in
      try rules.setPeers(peers, window: window, &store, now: now)
    }
    if role == .phone { try await shareDecisions() }
    let (gone, lost) = guarded.withLock { guarded in
      for peer in guarded.statuses.keys where !peers.contains(peer) { guarded.statuses[peer] = nil }
      let waited = guarded.waiters.reduce(into: Set()) { $0.formUnion($1.peers) }
      return (
        guarded.sessions.values.filter { !peers.contains($0.peer) }, waited.subtracting(peers)
      )
    }
    for session in gone { drop(session, because: "the pair has ended") }
    for peer in lost { stopWaiting(for: peer, .noPeer) }
  }

  /// Notes that an app of this node asks for something, until it is decided or withdrawn.
  ///
  /// - Returns: Whether it waits; `false` where as many wait as may.
  package func ask(_ question: AccessQuestion) async throws -> Bool {
    let waits = try await withRules { rules, store, _ in try rules.ask(question, &store) }
    tellObservers()
    return waits
  }

  /// Takes back all that an app of this node asks for.
  package func withdraw(all app: String) async throws {
    try await withRules { rules, store, _ in rules.withdraw(all: app, &store) }
    tellObservers()
  }

  /// What apps asked for and nobody decided, with the watch that told of it or nobody for this node.
  package var openQuestions: [(watch: DeviceID?, question: AccessQuestion)] {
    let record = store.syncRecord
    var open: [(watch: DeviceID?, question: AccessQuestion)] = record.questions.map { (nil, $0) }
    for (watch, peer) in record.peers {
      for question in peer.questions where !peer.settings.answered.contains(question.id) {
        open.append((watch, question))
      }
    }
    return open.sorted { $0.question.askedAt < $1.question.askedAt }
  }

  /// Tells the watches what the phone's store says by now of grants and records, and closes the questions
  /// that this settles.
  package func shareDecisions() async throws {
    try await withRules { rules, store, _ in try rules.shareDecisions(&store) }
    tellObservers()
  }

  /// Tells the phone of workouts, at once and again in each session; on a watch.
  package func tell(_ report: WorkoutReport) async throws {
    try await withRules { rules, _, _ in rules.tell(report) }
  }

  /// What each watch told of workouts last; on a phone.
  package var workoutReports: [DeviceID: WorkoutReport] { guarded.withLock { $0.workouts } }

  /// When something of a peer was heard last, in this life of the node.
  package func heardAt(_ peer: DeviceID) -> Double? {
    guarded.withLock { $0.statuses[peer]?.heardAt }
  }

  /// Waits until this node and the peers hold the same.
  ///
  /// - Parameters:
  ///   - peers: With whom; nothing for all.
  ///   - reconciles: Whether they are to compare everything anew, which the phone can make them do.
  ///   - hurries: Whether peers are called at once that would be called later.
  /// - Throws: `SettleFailure`, or that the task was cancelled.
  package func settle(
    with peers: Set<DeviceID>?, reconciling reconciles: Bool, hurrying hurries: Bool = true
  ) async throws {
    let wanted = peers ?? Set(store.syncRecord.peers.keys)
    guard !wanted.isEmpty else { throw SettleFailure.noPeer }
    let waiter = SettleWaiter(peers: wanted)
    // A session asks for what is damaged when it begins (R24).
    let isDamaged = hurries && !store.state.damagedDots.isEmpty
    let (failure, dropped) = guarded.withLock { guarded -> (SettleFailure?, [SyncSession]) in
      guard !guarded.isClosed else { return (.stopped, []) }
      guard !wanted.contains(where: { guarded.statuses[$0]?.state == .braked }) else {
        return (.braked, [])
      }
      guarded.waiters.append(waiter)
      guarded.mustTurn = true
      let mustReconcile = reconciles && role == .phone
      guard mustReconcile || isDamaged else { return (nil, []) }
      if mustReconcile { guarded.reconciling.formUnion(wanted) }
      return (nil, guarded.sessions.values.filter { wanted.contains($0.peer) })
    }
    if let failure { throw failure }
    for session in dropped {
      drop(session, because: isDamaged ? "to ask for what is damaged" : "to reconcile")
    }
    work.wake()
    if hurries { for peer in wanted { wakeCallers(of: peer) } }
    let result = await waiter.end.value()
    guarded.withLock { guarded in guarded.waiters.removeAll { $0.end === waiter.end } }
    guard let result else { throw CancellationError() }
    if let failure = result { throw failure }
  }

  /// Asks the peers for what is newer, unless what is here is known to be no older than `age` seconds; an age
  /// of 0 always asks.
  ///
  /// - Parameters:
  ///   - age: How old it may be.
  ///   - known: How old it is, as far as whoever asks may know.
  package func freshen(to age: Double, knowing known: Double?) async {
    if let known, age > 0, known <= age { return }
    await withTaskGroup(of: Void.self) { group in
      // Whether it came to be or time ran out, the age tells.
      group.addTask {
        try? await self.settle(with: nil, reconciling: false, hurrying: false)
      }
      group.addTask { try? await self.store.clock.sleep(for: Self.freshening) }
      await group.next()
      group.cancelAll()
    }
  }

  /// How long ago some peer was out of touch that is so still, in seconds: 0 where all of them are in touch,
  /// nothing where one never was.
  ///
  /// It tells of connections alone, and nothing of what was said on them.
  package var silence: Double? {
    let peers = store.syncRecord.peers.keys
    let now = store.clock.now
    let instants = guarded.withLock { guarded in
      peers.map { peer -> Double? in
        guard let status = guarded.statuses[peer] else { return nil }
        return status.isInTouch ? now : status.inTouchUntil
      }
    }
    guard !instants.isEmpty, !instants.contains(nil) else { return nil }
    return instants.compactMap(\.self).min().map { max(0, now - $0) }
  }

  /// How long ago this node and its peers were seen to hold the same, in seconds.
  package var age: Double? {
    let peers = store.syncRecord.peers.keys
    let now = store.clock.now
    let instants = guarded.withLock { guarded in peers.map { guarded.statuses[$0]?.equalAt } }
    guard !instants.isEmpty, !instants.contains(nil) else { return nil }
    return instants.compactMap(\.self).min().map { max(0, now - $0) }
  }

  private static let freshening = Duration.seconds(5)

  /// How the sync with a peer stands.
  package func status(of peer: DeviceID) async -> PeerSyncStatus {
    // What a closed store cannot tell is left out.
    let progress = try? await store.withSyncStore { [self] writer in
      try rules.withLock { rules in try rules.progress(of: peer, &writer) }
    }
    // It outlives the sessions and the process.
    let held = store.syncRecord.peers[peer]?.trust.held.counts ?? [:]
    return guarded.withLock { guarded in
      var status = guarded.statuses[peer] ?? PeerSyncStatus()
      status.held = held
      if let traffic = guarded.sessions[peer]?.traffic {
        status.bytesSent &+= traffic.sent
        status.bytesReceived &+= traffic.received
      }
      guard let progress = progress ?? nil else { return status }
      status.lag = progress.lag
      if status.state == .settled, !progress.isSettled { status.state = .syncing }
      return status
    }
  }

  /// An element whenever some status may have changed.
  package var statusChanges: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = guarded.withLock { guarded in
      if guarded.isClosed { continuation.finish() }
      guarded.lastObserver += 1
      guarded.observers[guarded.lastObserver] = continuation
      return guarded.lastObserver
    }
    continuation.onTermination = { [weak self] _ in
      self?.guarded.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
    return stream
  }

  func tellObservers() {
    for observer in guarded.withLock({ Array($0.observers.values) }) { observer.yield() }
  }

  /// Lets the deletions pass that the brake stopped or that are held, or refuses them.
  ///
  /// - Throws: `SettleFailure` where there is nothing to answer.
  package func answerBrake(of peer: DeviceID, accepts: Bool) async throws {
    let hadOne = try await withRules { rules, store, now in
      try rules.answerBrake(of: peer, accepts: accepts, &store, now: now)
    }
    guard hadOne else { throw SettleFailure.noPeer }
    let session = guarded.withLock { guarded in
      guarded.statuses[peer]?.braked = [:]
      guarded.statuses[peer]?.isUnsealed = false
      guarded.statuses[peer]?.state = .waiting
      return guarded.sessions[peer]
    }
    // The next session does what was decided.
    if let session { drop(session, because: "its owner decided") }
    wakeCallers(of: peer)
  }

  /// Chooses which types a watch gets; on the phone.
  package func setScope(_ scope: TypeScope, of watch: DeviceID) async throws {
    try await withRules { rules, store, now in
      try rules.setScope(scope, of: watch, &store, now: now)
    }
  }

  /// Which types a watch gets; this one without a watch.
  package func scope(of watch: DeviceID?) async throws -> TypeScope {
    try await store.withSyncStore { store in
      guard let watch else { return store.record.settings.scope }
      // A pair that was made a moment ago has what all have at first.
      return store.record.peers[watch]?.settings.scope ?? .withoutDocuments
    }
  }

  /// Lets the store keep what ended within the last so many seconds; on a watch.
  ///
  /// - Returns: What ends earlier is not kept from now on.
  package func setWindow(_ seconds: Double) async throws -> Double {
    try await store.commitTogether([
      .setNodeRecord(key: Self.windowKey, body: Array("\(seconds)".utf8))
    ])
    try await tend()
    return store.earliestPermittedSampleDate
  }

  /// Lets the window move along with time, lets go of what left it, and forgets old deletions.
  package func tend() async throws {
    let window = try await window
    try await withRules { rules, store, now in
      try rules.tend(window: window, &store, now: now)
    }
  }

  private var window: Double {
    get async throws {
      guard role == .watch, let stored = try await store.nodeRecord(Self.windowKey) else {
        return Self.usualWindow
      }
      return Double(String(decoding: stored, as: UTF8.self)) ?? Self.usualWindow
    }
  }
}
