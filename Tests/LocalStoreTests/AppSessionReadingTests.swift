internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

struct AppSessionReadingTests {
  /// A store in which two apps saved steps.
  private func shared() async throws -> (
    fixture: AppSessionFixture, own: SampleRun, foreign: SampleRun
  ) {
    let fixture = try await AppSessionFixture()
    let own = fixture.run(.stepCount, [1, 2])
    let foreign = fixture.run(.stepCount, [3])
    try await fixture.grant(AppSessionFixture.other, share: [.stepCount])
    try await fixture.session(AppSessionFixture.other).save([foreign])
    try await fixture.grant(share: [.stepCount])
    try await fixture.session().save([own])
    return (fixture, own, foreign)
  }

  @Test(arguments: [
    (AccessDecision(read: [.stepCount: false]), true),
    (AccessDecision(share: [.stepCount: true]), false),
    (AccessDecision(read: [.heartRate: false]), false),
  ])
  func `an answer under way ends once the app may see less`(
    decision: AccessDecision, ends: Bool
  ) async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(read: [.stepCount, .heartRate])
    let session = fixture.session()
    for _ in 0..<4 {
      let run = fixture.run(.stepCount, [Double](repeating: 1, count: 4_096))
      try await fixture.store.commit(.save(.init([run])))
    }
    let samples = try await session.samples(SampleQuery(.stepCount))
    var iterator = samples.makeAsyncIterator()
    var count = try await iterator.next()?.count ?? 0
    #expect(count > 0 && count < 4 * 4_096)
    try await fixture.store.decide(decision, for: AppSessionFixture.app)
    #expect(samples.sight.holds != ends)
    let next = try await iterator.next()
    #expect((next == nil) == ends)
    count += next?.count ?? 0
    while let run = try await iterator.next() { count += run.count }
    #expect((count < 4 * 4_096) == ends)
  }

  @Test func `a correlation's sight ends with that of one of its members`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(read: [.bloodPressureSystolic, .bloodPressureDiastolic])
    let sight = try fixture.session().sight(of: .bloodPressure)
    #expect(sight.holds)
    try await fixture.grant(denyingRead: [.bloodPressureDiastolic])
    #expect(!sight.holds)
  }

  @Test(arguments: [
    (true, true, 3), (true, false, 2), (false, true, 3), (false, false, 0),
  ])
  func `what is shared and read says what is seen`(share: Bool, read: Bool, count: Int) async throws
  {
    let (fixture, own, _) = try await shared()
    let session = fixture.session()
    try await fixture.store.decide(
      AccessDecision(share: [.stepCount: share], read: [.stepCount: read]),
      for: AppSessionFixture.app)
    let seen = try await session.seen(.stepCount)
    #expect(seen.count == count)
    #expect(count == 0 || seen.isSuperset(of: own.uuids))
    let page = try await session.changes(ChangeQuery([.stepCount]))
    #expect(Set(page.added.flatMap(\.uuids)) == seen)
    let sources = try await session.sources(of: .stepCount)
    #expect(sources.count == (count == 3 ? 2 : count == 2 ? 1 : 0))
    #expect(session.authorizationStatus(of: .stepCount) == (share ? .authorized : .denied))
  }

  @Test func `what was never asked for is an error for every way to read`() async throws {
    let (fixture, _, _) = try await shared()
    let session = fixture.session()
    let samples = await #expect(throws: ModelError.self) {
      try await session.samples(SampleQuery(.heartRate))
    }
    let changes = await #expect(throws: ModelError.self) {
      try await session.changes(ChangeQuery([.heartRate]))
    }
    let sources = await #expect(throws: ModelError.self) {
      try await session.sources(of: .heartRate)
    }
    let wakeups = #expect(throws: ModelError.self) { try session.wakeups(for: .heartRate) }
    let visibility = #expect(throws: ModelError.self) { try session.visibility(of: .workout) }
    for error in [samples, changes, sources, wakeups, visibility] {
      #expect(error?.code == .authorizationNotDetermined)
    }
  }

  @Test func `types without samples, and the store's own, are refused`() async throws {
    let (fixture, _, _) = try await shared()
    let session = fixture.session()
    for type in [ObjectType.association, .biologicalSex, ObjectType("HKNewer")] {
      let samples = await #expect(throws: ModelError.self) {
        try await session.samples(SampleQuery(type))
      }
      let changes = await #expect(throws: ModelError.self) {
        try await session.changes(ChangeQuery([type]))
      }
      #expect(samples?.code == .invalidArgument)
      #expect(changes?.code == .invalidArgument)
    }
    for types in [[], [ObjectType.stepCount, .heartRate]] {
      let error = await #expect(throws: ModelError.self) {
        try await session.changes(ChangeQuery(types))
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `a wider grant brings what was there before`() async throws {
    let (fixture, own, foreign) = try await shared()
    let session = fixture.session()
    var page = try await session.changes(ChangeQuery([.stepCount]))
    #expect(page.added.flatMap(\.uuids) == own.uuids)
    page = try await session.changes(ChangeQuery([.stepCount], since: page.anchor))
    #expect(page.count == 0)
    try await fixture.grant(read: [.stepCount])
    page = try await session.changes(ChangeQuery([.stepCount], since: page.anchor))
    #expect(page.added.flatMap(\.uuids) == foreign.uuids)
    let anchor = page.anchor
    try await session.delete([.stepCount: own.uuids])
    page = try await session.changes(ChangeQuery([.stepCount], since: anchor))
    #expect(page.deleted.map(\.uuid) == own.uuids)
  }

  @Test func `an app hears of what it may see, and of nothing else`() async throws {
    let (fixture, _, _) = try await shared()
    let session = fixture.session()
    let other = fixture.session(AppSessionFixture.other)
    try await fixture.grant(share: [.stepCount], denyingRead: [.stepCount])
    var wakeups = try session.wakeups(for: .stepCount).makeAsyncIterator()
    // The first is another's and must not wake; were it told, the anchor would still be before it.
    try await other.save([fixture.run(.stepCount, [9])])
    let before = try await session.changes(ChangeQuery([.stepCount]))
    try await session.save([fixture.run(.stepCount, [8])])
    try #require(try await wakeups.next() != nil)
    #expect(
      try await session.changes(ChangeQuery([.stepCount], since: before.anchor)).count == 1)
    // Only what others do is left, and then the store ends: no more wakes.
    try await other.save([fixture.run(.stepCount, [7])])
    try await fixture.store.close()
    #expect(try await wakeups.next() == nil)
  }

  @Test func `an app that reads everything is woken by everybody, within its predicate`()
    async throws
  {
    let (fixture, _, _) = try await shared()
    let session = fixture.session()
    let other = fixture.session(AppSessionFixture.other)
    try await fixture.grant(read: [.stepCount])
    var all = try session.wakeups(for: .stepCount).makeAsyncIterator()
    var great = try session.wakeups(
      for: .stepCount, where: .quantity(.greater, Quantity(100, .count))
    ).makeAsyncIterator()
    try await other.save([fixture.run(.stepCount, [9])])
    #expect(try await all.next() != nil)
    try await fixture.store.close()
    #expect(try await great.next() == nil)
  }

  @Test func `a denied reader waits in silence`() async throws {
    let (fixture, _, _) = try await shared()
    let session = fixture.session()
    try await fixture.grant(denyingShare: [.stepCount], denyingRead: [.stepCount])
    var wakeups = try session.wakeups(for: .stepCount).makeAsyncIterator()
    try await fixture.session(AppSessionFixture.other).save([fixture.run(.stepCount, [9])])
    try await fixture.store.close()
    #expect(try await wakeups.next() == nil)
  }

  @Test func `an app asks for what is undecided, and only for what can be`() async throws {
    let (fixture, _, _) = try await shared()
    let session = fixture.session()
    let request = AccessRequest(share: [.stepCount, .heartRate], read: [.stepCount])
    #expect(
      try session.undecided(in: request)
        == AccessRequest(share: [.heartRate], read: [.stepCount]))
    try await fixture.store.decide(
      AccessDecision(false, to: request), for: AppSessionFixture.app)
    #expect(try session.undecided(in: request).isEmpty)
    let empty = #expect(throws: ModelError.self) { try session.undecided(in: AccessRequest()) }
    #expect(empty?.detail == "Must request authorization for at least one data type")
    let disallowed = #expect(throws: ModelError.self) {
      try session.undecided(in: AccessRequest(read: [.food]))
    }
    #expect(disallowed?.code == .invalidArgument)
  }

  @Test func `decisions meet without losing one another`() async throws {
    let fixture = try await AppSessionFixture()
    let store = fixture.store
    try await withThrowingTaskGroup { group in
      group.addTask {
        _ = try await store.decide(
          AccessDecision(share: [.stepCount: false]), for: AppSessionFixture.app)
      }
      group.addTask {
        _ = try await store.decide(
          AccessDecision(read: [.stepCount: true]), for: AppSessionFixture.app)
      }
      try await group.waitForAll()
    }
    let key = StoreState.GrantKey(app: AppSessionFixture.app, type: .stepCount)
    #expect(store.state.grants[key]?.grant == Grant(share: .denied, read: .authorized))
  }

  @Test(arguments: ["", "a\u{0}b", String(repeating: "x", count: 1_025)])
  func `a decision is for an app with a name`(bundle: String) async throws {
    let fixture = try await AppSessionFixture()
    let error = await #expect(throws: ModelError.self) {
      try await fixture.store.decide(AccessDecision(share: [.stepCount: true]), for: bundle)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `nobody decides what cannot be permitted`() async throws {
    let fixture = try await AppSessionFixture()
    for decision in [
      AccessDecision(), AccessDecision(share: [.bloodPressure: true]),
      AccessDecision(share: [.biologicalSex: true]), AccessDecision(read: [.food: true]),
    ] {
      let error = await #expect(throws: ModelError.self) {
        try await fixture.store.decide(decision, for: AppSessionFixture.app)
      }
      #expect(error?.code == .invalidArgument)
    }
    #expect(fixture.store.state.grants.isEmpty)
  }
}
