internal import HealthModel
internal import HealthStorage
internal import SyncCore

// What the owner and the clock do.
extension SyncRules {
  /// Looks at a store that was just opened, and takes its peers in; and again when these change.
  ///
  /// - Parameters:
  ///   - peers: All that it is paired with.
  ///   - window: How far back a watch is to reach, in seconds.
  ///   - store: What is kept of them.
  ///   - now: By the clock.
  /// - Throws: The store's errors.
  package mutating func setPeers(
    _ peers: Set<DeviceID>, window: Double, _ store: inout SyncTransaction, now: Double
  ) throws {
    switch role {
    case .phone:
      try phone.opened(&store)
      for peer in store.record.peers.keys where !peers.contains(peer) {
        store.record.peers[peer] = nil
        phone.forget(peer)
      }
      for peer in peers { phone.add(peer, &store, scope: .withoutDocuments, now: now) }
      try commit(&store)
    case .watch:
      guard let peer = peers.first else {
        if !store.record.peers.isEmpty { try leavePair(&store) }
        (watch, adopted, unsent) = (nil, nil, [])
        return
      }
      guard watch?.phone != peer else { return }
      var node = WatchNode<SyncTransaction>(seed: seed, phone: peer, limits: limits)
      adopted = nil
      node.workouts = workouts
      try node.opened(&store)
      if store.record.peers[peer] == nil { try joinPair(with: peer, &store, now: now) }
      try node.moveFloor(to: now - window, &store)
      try adoptSettings(&store)
      _ = try node.flush(&store)
      // Only now, so that what failed is tried again.
      (watch, unsent) = (node, [])
    }
  }

  /// Forgets the pair, and what its phone permitted, which nobody could take back any more.
  ///
  /// What belongs to no pair stays: what apps asked for, and who follows the log.
  private func leavePair(_ store: inout SyncTransaction) throws {
    let old = store.record
    store.record = SyncRecord(role: .watch)
    store.record.questions = old.questions
    store.record.subscribers = old.subscribers
    try store.adoptSettings()
  }

  private func joinPair(
    with phone: DeviceID, _ store: inout SyncTransaction, now: Double
  ) throws {
    try leavePair(&store)
    store.record.peers[phone] = PeerRecord(heard: now)
  }

  /// Lets the window move along with time, lets go of what left it, and forgets old tombstones.
  package mutating func tend(window: Double, _ store: inout SyncTransaction, now: Double) throws {
    switch role {
    case .phone:
      // Without peers the store does it by itself.
      guard !store.record.peers.isEmpty else { return }
      try phone.collect(&store, now: now)
      try commit(&store)
    case .watch:
      guard watch != nil else { return }
      try watch?.moveFloor(to: now - window, &store)
      try watch?.prune(&store)
      try watch?.collect(&store, now: now)
      try commit(&store)
    }
  }

  /// Brings what each watch was told in line with what the phone's store says by now.
  package mutating func shareDecisions(_ store: inout SyncTransaction) throws {
    try updateSettings(&store)
    try commit(&store)
  }

  /// The same as part of what is committed next; it answers every question of which nothing is open.
  mutating func updateSettings(_ store: inout SyncTransaction) throws {
    guard role == .phone else { return }
    let shared = try store.sharedDecisions()
    let answered = store.record.settledQuestions(by: shared.access)
    if store.record.questions.contains(where: { answered.contains($0.id) }) {
      store.record.questions.removeAll { answered.contains($0.id) }
    }
    for (peer, record) in store.record.peers {
      let settings = record.settings
      let news = answered.intersection(record.questions.map(\.id)).subtracting(settings.answered)
      guard settings.records != shared.records || settings.access != shared.access || !news.isEmpty
      else { continue }
      try phone.decide(for: peer, &store) { settings in
        settings.records = shared.records
        settings.access = shared.access
        settings.answered.formUnion(news)
      }
    }
  }

  /// Chooses which types a watch gets.
  ///
  /// What ties samples to a workout is of a type of its own, which nobody names: it goes with the workouts.
  package mutating func setScope(
    _ scope: TypeScope, of peer: DeviceID, _ store: inout SyncTransaction, now: Double
  ) throws {
    guard role == .phone else { return }
    // A pair that was made a moment ago may not have been taken in yet.
    phone.add(peer, &store, scope: .withoutDocuments, now: now)
    var scope = scope
    scope.set(.association, scope.contains(.workout))
    if store.record.peers[peer]?.settings.scope != scope {
      try phone.decide(for: peer, &store) { $0.scope = scope }
    }
    try commit(&store)
  }

  /// Notes what an app of this node asks for.
  ///
  /// - Returns: Whether it waits; `false` where as many wait as may, of all apps or of this one.
  package mutating func ask(
    _ question: AccessQuestion, _ store: inout SyncTransaction
  ) throws -> Bool {
    let isKnown = store.record.questions.contains {
      $0.app == question.app && $0.request == question.request
    }
    guard !isKnown else { return true }
    guard store.record.hasRoom(for: question) else { return false }
    if watch != nil {
      let waits = watch?.ask(question, &store) ?? false
      try commit(&store)
      return waits
    }
    // A phone, or a watch that has none yet, keeps it in the same place.
    store.record.questions.append(question)
    return true
  }

  /// Says what there is to tell of workouts; on a watch.
  package mutating func tell(_ report: WorkoutReport) {
    workouts = report
    watch?.workouts = report
  }

  /// Takes back what an app asked for.
  package mutating func withdraw(all app: String, _ store: inout SyncTransaction) {
    guard store.record.questions.contains(where: { $0.app == app }) else { return }
    store.record.questions.removeAll { $0.app == app }
  }

  /// Lets the deletions pass that the brake stopped or that are held, or refuses them; where a watch shows settings that
  /// were not sealed here, answers these alone, as nothing else was heard of it.
  ///
  /// - Returns: Whether there was something to answer.
  package mutating func answerBrake(
    of peer: DeviceID, accepts: Bool, _ store: inout SyncTransaction, now: Double
  ) throws -> Bool {
    if let settings = try phone.answerUnsealed(of: peer, accepts: accepts, &store) {
      if accepts { try store.narrowGrants(to: settings.access) }
      try commit(&store)
      return true
    }
    guard brake(of: peer) != nil || !phone.held(of: peer, store).isEmpty else { return false }
    switch (role, accepts) {
    case (.phone, true):
      phone.acceptBrake(of: peer)
      store.teller = peer
      defer { store.teller = nil }
      try phone.acceptHeld(of: peer, &store, now: now)
    case (.phone, false):
      phone.refuseBrake(of: peer, &store)
      let held = try phone.takeHeld(of: peer, &store)
      // Of what cannot be read there is no copy; it waits until it can be.
      let left = try store.saveAgain(held, at: now)
      store.record.peers[peer]?.trust.held = left
    case (.watch, true): watch?.acceptBrake()
    case (.watch, false): watch?.refuseBrake(&store)
    }
    try commit(&store)
    return true
  }

  /// How far the session with a peer has come; nothing without one.
  package func progress(
    of peer: DeviceID, _ store: inout SyncTransaction
  ) throws -> SessionProgress? {
    guard sessions.contains(peer) else { return nil }
    return try role == .phone ? phone.progress(of: peer, &store) : watch?.progress(&store)
  }
}
