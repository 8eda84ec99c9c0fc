internal import HealthModel
internal import SyncCore

// The model's events.
extension ModelWorld {
  /// Runs one event; one that does not fit the moment does nothing.
  package func apply(_ event: ModelEvent) throws {
    let (a, b, c) = (event.a, event.b, event.c)
    let node = nodes[a % nodes.count]
    let watch = watches[watches.startIndex + a % watches.count]
    switch event.operation {
    case .save: try save(node, Self.types[b % Self.types.count], end: Self.time(day - c))
    case .delete: try delete(node, b)
    case .connect: try connect(watch)
    case .sync:
      try connect(watch)
      try runSession(of: watch)
    case .pump: for peer in peers(of: node) { try pump(node, peer) }
    case .deliver: try deliver(a, times: 1 + b % 3)
    case .ack: for peer in peers(of: node) { try acknowledge(node, peer) }
    case .cut: cutAll(watch)
    case .replay: if !old.isEmpty { try receive(old[a % old.count]) }
    case .crash:
      cutAll(node)
      try start(node, isTold: false)
    case .fsync: try node.store.commit()
    case .day: day += 1 + a % 3
    case .away:
      for days in [0, Self.retention + 1] {
        day += days
        for node in nodes { try collect(node) }
      }
    case .floor:
      try watch.watch?.moveFloor(to: Self.time(day - (1 + b % 7)), &watch.store)
      try flush(watch)
    case .prune: try prune(watch)
    case .gc: try collect(node)
    case .grant: try toggle(Self.types[b % Self.types.count], of: watch)
    case .backup:
      node.backups = (node.backups + [(day, node.store.disk)]).suffix(3)
    case .restore: try restore(node, b, isTold: c % 2 == 0)
    case .clone: if nodes.count == 3 { try clone(watch, isTold: c % 2 == 0) }
    case .person: _ = try person()
    case .rot: if hasDamage { try rot(watch, keeping: b % 2) }
    case .spoil: if profile == .strain { try spoil(node, b) }
    case .force:
      guard hasDamage else { return }
      try connect(watch, isForced: true)
      try runSession(of: watch)
    }
  }

  private func save(_ node: ModelNode, _ type: ObjectType, end: Double) throws {
    guard node.store.permits(end: end) else { return }
    try node.store.saveUnnumbered(nextUUID(), of: type, end: end)
    if bug != .saveBeforeCommit { try node.store.commit() }
  }

  private func delete(_ node: ModelNode, _ number: Int) throws {
    let dots = node.store.liveDots.dots
    guard !dots.isEmpty else { return }
    var dead = VersionVector()
    dead.insert(dots[number % dots.count])
    try node.store.bury(dead, at: now)
    try node.store.commit()
  }

  private func deliver(_ number: Int, times: Int) throws {
    let busy = wires.filter { !$0.posted.isEmpty }
    guard !busy.isEmpty else { return }
    let wire = busy[number % busy.count]
    for _ in 0..<times { _ = try deliver(from: wire.sender, to: wire.receiver) }
  }

  private func collect(_ node: ModelNode) throws {
    try node.collect(now: now)
    try flush(node)
  }

  private func prune(_ watch: ModelNode) throws {
    try watch.watch?.prune(&watch.store)
    try flush(watch)
  }

  private func toggle(_ type: ObjectType, of watch: ModelNode) throws {
    try phone.phone?.decide(for: watch.device, &phone.store) { settings in
      settings.scope.set(type, !settings.scope.contains(type))
    }
    try flush(phone)
  }

  private func restore(_ node: ModelNode, _ number: Int, isTold: Bool) throws {
    let usable = node.backups.filter { day - $0.day < Self.retention }
    guard !usable.isEmpty else { return }
    cutAll(node)
    node.store.disk = usable[number % usable.count].state
    try start(node, isTold: isTold)
    try node.store.commit()
    if node === phone { phoneRestores += 1 }
  }

  private func rot(_ watch: ModelNode, keeping count: Int) throws {
    cutAll(watch)
    try start(watch, isTold: false)
    let lost = Set(watch.store.liveDots.dots.dropFirst(count))
    watch.store.loseRows { lost.contains($0) }
    try watch.store.commit()
  }

  private func spoil(_ node: ModelNode, _ number: Int) throws {
    cutAll(node)
    try start(node, isTold: false)
    let dots = node.store.liveDots.dots
    let hit = Set(stride(from: number % 3, to: dots.count, by: 3).map { dots[$0] })
    node.store.damageColumns { hit.contains($0) }
    try node.store.commit()
  }

  /// A person answers the brakes: accepts what users deleted, and refuses what rot implied.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: What the rules throw.
  private func person() throws -> Bool {
    var hasActed = false
    // What is held was deleted by somebody: nobody here says what is not so.
    for watch in nodes[1...2] where !undecided(of: watch).isEmpty {
      hasActed = true
      try phone.phone?.acceptHeld(of: watch.device, &phone.store, now: now)
      try phone.store.commit()
      try flush(phone)
    }
    for node in nodes {
      guard let brake = node.braked else { continue }
      hasActed = true
      node.answerBrake(isAccepted: !hasDamage)
      guard hasDamage else { continue }
      for claimer in nodes where claimer.device == brake.claimer {
        try claimer.giveUpClaim(on: Set(brake.counts.keys))
        try flush(claimer)
      }
    }
    return hasActed
  }

  /// Heals the network, and lets everybody say everything, also what comes very late.
  package func settle() throws {
    let late = phoneRestores > 0 ? [] : old
    try converge()
    for _ in 0..<3 {
      day += Self.retention + 1
      try converge(2)
      for node in nodes { try collect(node) }
    }
    try converge(2)
    for posted in late { try receive(posted) }
    try converge(2)
  }

  private func converge(_ rounds: Int = 3) throws {
    for node in nodes { cutAll(node) }
    for _ in 0..<rounds {
      for watch in watches {
        for attempt in 0..<8 {
          let isUnequal = attempt > 0 && shared(with: watch, phone) != shared(with: watch, watch)
          try connect(watch, isForced: isUnequal && hasDamage)
          try runSession(of: watch)
          if try !person(), !hasDamage || attempt > 0 { break }
        }
        try prune(watch)
      }
    }
  }

  /// The live dots of a node in the window and scope of a watch, but what the phone holds for it.
  func shared(with watch: ModelNode, _ node: ModelNode) -> Set<Dot> {
    let scope = watch.store.record.settings.scope
    let held = node === phone ? undecided(of: watch) : VersionVector()
    return Set(
      node.store.state.rows.filter { $0.end >= watch.store.floor && !$0.isDamaged }
        .map { node.store.dot($0.key) }
        .filter { scope.contains($0.type) && !held.covers($0) })
  }

  /// The live samples that a watch says are deleted.
  private func undecided(of watch: ModelNode) -> VersionVector {
    phone.phone?.held(of: watch.device, phone.store).intersection(phone.store.liveDots)
      ?? VersionVector()
  }
}
