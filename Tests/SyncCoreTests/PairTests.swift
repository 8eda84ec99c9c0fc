internal import HealthModel
internal import SyncCore
internal import SyncSimulation
internal import Testing

/// What two nodes come to agree on, with everything told at once and in the smallest of parts.
struct PairTests {
  /// Numbers under which nothing is told whole or at once.
  static var small: NodeLimits {
    var limits = NodeLimits()
    limits.session = SessionLimits(samples: 2, bytes: 200, credit: 300)
    limits.wholeVector = 0
    limits.directDots = 0
    limits.spans = 2
    limits.partEntries = 2
    limits.listEntries = 2
    return limits
  }

  static let limits = [NodeLimits(), small]

  @Test(arguments: limits)
  func `samples go both ways`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    var dots: Set<Dot> = []
    for index in 0..<5 {
      dots.insert(try pair.save(on: .phone, daysAgo: Double(index)))
      dots.insert(try pair.save(on: .watch, Pair.other, daysAgo: Double(index)))
    }
    try pair.sync()
    let live = try pair.live()
    #expect(live.phone == dots)
    #expect(live.watch == dots)
    let verdict = try pair.compare()
    #expect(verdict == .equal)
  }

  @Test(arguments: limits)
  func `a saved sample goes out in an open session`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    try pair.sync()
    let dot = try pair.save(on: .phone)
    try pair.settle()
    let live = try pair.live()
    #expect(live.watch == [dot])
  }

  @Test(arguments: limits)
  func `a sample is not sent back to where it came from`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    try pair.sync()
    for index in 0..<5 {
      try pair.save(on: .phone, daysAgo: Double(index))
      try pair.save(on: .watch, Pair.other, daysAgo: Double(index))
    }
    try pair.settle()
    #expect(pair.sentRows[.phone] == 5)
    #expect(pair.sentRows[.watch] == 5)
    let verdict = try pair.compare()
    #expect(verdict == .equal)
  }

  @Test(arguments: limits)
  func `what came from the phone in an open session leaves with the window`(
    limits: NodeLimits
  )
    throws
  {
    var pair = try Pair(limits)
    try pair.sync()
    try pair.save(on: .phone, daysAgo: 6)
    try pair.settle()
    #expect(pair.watchStore.count(of: Pair.type) == 1)
    try pair.moveFloor(daysBack: 5)
    try pair.settle()
    #expect(pair.watchStore.count(of: Pair.type) == 0)
    let live = try pair.live()
    #expect(live.phone.count == 1)
  }

  @Test(arguments: limits)
  func `a sample that ends at the floor is inside, one before it is not`(limits: NodeLimits) throws
  {
    var pair = try Pair(limits)
    let inside = try pair.save(on: .phone, daysAgo: 7)
    let outside = try pair.save(on: .phone, daysAgo: 7.5)
    try pair.sync()
    let live = try pair.live()
    #expect(live.watch == [inside])
    #expect(pair.watchStore.vector.covers(outside))
  }

  @Test(arguments: limits)
  func `deletions go both ways`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    let dots = [try pair.save(on: .phone), try pair.save(on: .watch), try pair.save(on: .phone)]
    try pair.sync()
    try pair.delete(on: .watch, dots[0])
    try pair.delete(on: .phone, dots[1])
    try pair.settle()
    let live = try pair.live()
    #expect(live.phone == [dots[2]])
    #expect(live.watch == [dots[2]])
  }

  @Test(arguments: limits)
  func `a reconciliation finds what is gone without a tombstone`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    var dots: [Dot] = []
    for index in 0..<6 {
      dots.append(try pair.save(on: .phone, daysAgo: Double(index)))
      dots.append(try pair.save(on: .watch, daysAgo: Double(index)))
    }
    try pair.sync()
    try pair.delete(on: .phone, dots[3])
    try pair.delete(on: .watch, dots[4])
    for position in [pair.phoneStore.head.position] {
      try pair.phoneStore.dropTombstones(through: position)
      try pair.phoneStore.commit()
    }
    try pair.watchStore.dropTombstones(through: pair.watchStore.head.position)
    try pair.watchStore.commit()
    try pair.sync()
    let live = try pair.live()
    let left = Set(dots).subtracting([dots[3], dots[4]])
    #expect(live.phone == left)
    #expect(live.watch == left)
    let verdict = try pair.compare()
    #expect(verdict == .equal)
  }

  @Test(arguments: limits)
  func `a floor that moves back brings the range again`(limits: NodeLimits) throws {
    var pair = try Pair(limits, floorDaysBack: 2)
    let old = try pair.save(on: .phone, daysAgo: 5)
    let new = try pair.save(on: .phone, daysAgo: 1)
    try pair.sync()
    try pair.watch.moveFloor(to: Pair.start - 6 * Pair.day, &pair.watchStore)
    try pair.settle()
    let live = try pair.live()
    #expect(live.watch == [old, new])
    #expect(pair.watchStore.record.known[Pair.type] == pair.watchStore.floor)
    let verdict = try pair.compare()
    #expect(verdict == .equal)
  }

  @Test(arguments: limits)
  func `pruning deletes nothing on the phone`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    let old = try pair.save(on: .watch, daysAgo: 5)
    try pair.sync()
    try pair.watch.moveFloor(to: Pair.start - 2 * Pair.day, &pair.watchStore)
    try pair.watch.prune(&pair.watchStore)
    try pair.sync(mustReconcile: true)
    let live = try pair.live()
    #expect(live.watch == [])
    #expect(live.phone == [old])
  }

  @Test(arguments: limits)
  func `a type out of scope is purged, and comes back with it`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    let dots: Set = [try pair.save(on: .phone), try pair.save(on: .watch, Pair.other)]
    try pair.sync()
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.scope.set(Pair.other, false) }
    try pair.settle()
    #expect(try pair.live().watch.map(\.type) == [Pair.type])
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.scope.set(Pair.other, true) }
    try pair.settle()
    let live = try pair.live()
    #expect(live.watch == dots)
    #expect(live.phone == dots)
  }

  @Test(arguments: limits)
  func `the brake stops what nobody deleted, and a refusal brings it back`(
    limits: NodeLimits
  ) throws {
    var limits = limits
    limits.brakeCount = 1
    limits.brakeFraction = 0
    var pair = try Pair(limits)
    var dots: Set<Dot> = []
    for index in 0..<4 { dots.insert(try pair.save(on: .phone, daysAgo: Double(index))) }
    try pair.sync()
    pair.watchStore.loseRows { _ in true }
    try pair.sync(mustReconcile: true)
    #expect(pair.phone.brakes[pair.watchID]?.counts == [Pair.type: 4])
    #expect(!pair.phone.isConnected(pair.watchID))
    pair.phone.refuseBrake(of: pair.watchID, &pair.phoneStore)
    try pair.sync()
    let live = try pair.live()
    #expect(live.phone == dots)
    #expect(live.watch == dots)
    #expect(pair.phoneStore.record.peers[pair.watchID]?.refused == [])
  }

  @Test(arguments: limits)
  func `a second question of the brake names what was accepted at the first`(
    limits: NodeLimits
  ) throws {
    var limits = limits
    limits.brakeCount = 0
    limits.brakeFraction = 0
    var pair = try Pair(limits)
    for type in [Pair.type, Pair.other] { _ = try pair.save(on: .phone, type) }
    try pair.sync()
    pair.watchStore.loseRows { $0.type == Pair.type }
    try pair.sync(mustReconcile: true)
    #expect(pair.phone.brakes[pair.watchID]?.counts == [Pair.type: 1])
    pair.phone.acceptBrake(of: pair.watchID)
    pair.watchStore.loseRows { $0.type == Pair.other }
    try pair.sync(mustReconcile: true)
    #expect(pair.phone.brakes[pair.watchID]?.counts == [Pair.type: 1, Pair.other: 1])
    #expect(try pair.live().phone.count == 2)
    pair.phone.acceptBrake(of: pair.watchID)
    try pair.sync(mustReconcile: true)
    #expect(pair.phone.brakes.isEmpty)
    #expect(try pair.live().phone.isEmpty)
  }

  @Test(arguments: limits)
  func `damaged columns are sent again`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    let dots: Set = [try pair.save(on: .phone), try pair.save(on: .watch)]
    try pair.sync()
    pair.watchStore.damageColumns { _ in true }
    try pair.sync(mustReconcile: true)
    #expect(pair.watchStore.damaged.isEmpty)
    pair.phoneStore.damageColumns { _ in true }
    try pair.sync(mustReconcile: true)
    #expect(pair.phoneStore.damaged.isEmpty)
    let live = try pair.live()
    #expect(live.phone == dots)
    #expect(live.watch == dots)
  }

  @Test(arguments: limits)
  func `a lost header costs nothing`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    let dots: Set = [try pair.save(on: .phone), try pair.save(on: .watch)]
    try pair.sync()
    pair.phoneStore.loseHeader(of: Pair.type) { _ in true }
    try pair.phone.opened(&pair.phoneStore)
    try pair.sync()
    pair.watchStore.loseHeader(of: Pair.type) { _ in true }
    try pair.watch.opened(&pair.watchStore)
    try pair.sync()
    let live = try pair.live()
    #expect(live.phone == dots)
    #expect(live.watch == dots)
  }

  @Test(arguments: limits)
  func `a lost record costs no sample and undoes no revocation`(limits: NodeLimits) throws {
    var pair = try Pair(limits)
    let dots: Set = [try pair.save(on: .phone), try pair.save(on: .watch)]
    try pair.sync()
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.scope.set(Pair.other, false) }
    try pair.settle()
    pair.phoneStore.loseRecord()
    try pair.phone.opened(&pair.phoneStore)
    try pair.sync()
    #expect(pair.watchStore.record.settings.scope.contains(Pair.type))
    #expect(!pair.watchStore.record.settings.scope.contains(Pair.other))
    pair.watchStore.loseRecord()
    try pair.watch.opened(&pair.watchStore)
    try pair.sync()
    let live = try pair.live()
    #expect(live.phone == dots)
    #expect(live.watch == dots)
    let verdict = try pair.compare()
    #expect(verdict == .equal)
  }

  @Test func `a watch that compared too early is asked again, once`() throws {
    var pair = try Pair()
    try pair.sync()
    let beforeAll = pair.phone.askToCompareAgain(pair.watchID, pair.phoneStore)
    #expect(!beforeAll)
    _ = try pair.save(on: .phone)
    let hasCompared = try pair.watch.compare(&pair.watchStore)
    #expect(hasCompared)
    let question = try #require(try pair.watch.flush(&pair.watchStore).first)
    try pair.phone.receive(question, from: pair.watchID, &pair.phoneStore, now: pair.now)
    // Not before it has the sample.
    let tooEarly = pair.phone.askToCompareAgain(pair.watchID, pair.phoneStore)
    #expect(!tooEarly)
    try pair.settle()
    #expect(pair.watch.verdict == .busy)
    let once = pair.phone.askToCompareAgain(pair.watchID, pair.phoneStore)
    #expect(once)
    let twice = pair.phone.askToCompareAgain(pair.watchID, pair.phoneStore)
    #expect(!twice)
    try pair.settle()
    #expect(pair.watch.isCompareWanted)
    let verdict = try pair.compare()
    #expect(verdict == .equal)
    let afterAll = pair.phone.askToCompareAgain(pair.watchID, pair.phoneStore)
    #expect(!afterAll)
  }

  @Test func `a question that is withdrawn is withdrawn on the phone`() throws {
    var pair = try Pair()
    let question = AccessQuestion(
      id: 5, app: "com.example.run", request: AccessRequest(read: [Pair.type]), askedAt: pair.now)
    _ = pair.watch.ask(question, &pair.watchStore)
    try pair.sync()
    pair.watch.withdraw(5, &pair.watchStore)
    try pair.settle()
    #expect(pair.phone.questions(of: pair.watchID, pair.phoneStore) == [])
  }

  @Test func `as many questions wait as may, and no more`() throws {
    var pair = try Pair()
    for id in 0...UInt64(AccessQuestion.mostOpen) {
      let question = AccessQuestion(
        id: id, app: "app \(id)", request: AccessRequest(read: [Pair.type]), askedAt: pair.now)
      let waits = pair.watch.ask(question, &pair.watchStore)
      #expect(waits == (id < UInt64(AccessQuestion.mostOpen)))
    }
  }

  @Test func `questions and answers travel`() throws {
    var pair = try Pair()
    let question = AccessQuestion(
      id: 5, app: "com.example.run", request: AccessRequest(read: [Pair.type]), askedAt: pair.now)
    let waits = [
      pair.watch.ask(question, &pair.watchStore), pair.watch.ask(question, &pair.watchStore),
    ]
    #expect(waits == [true, true])
    try pair.sync()
    #expect(pair.phone.questions(of: pair.watchID, pair.phoneStore) == [question])
    let access = WatchSettings.Access(
      app: question.app, type: Pair.type, grant: Grant(read: .authorized))
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { settings in
      settings.access = [access]
      settings.answered = [5]
    }
    #expect(pair.phone.questions(of: pair.watchID, pair.phoneStore) == [])
    try pair.settle()
    #expect(pair.watchStore.record.questions.isEmpty)
    let record = pair.watchStore.record
    #expect(record.grant(of: question.app, Pair.type, at: pair.now).read == .authorized)
    let late = pair.now + WatchSettings.usualLease
    #expect(record.grant(of: question.app, Pair.type, at: late).read == .notDetermined)
    #expect(record.grant(of: question.app, Pair.type, at: pair.now - 1).read == .notDetermined)
  }
}
