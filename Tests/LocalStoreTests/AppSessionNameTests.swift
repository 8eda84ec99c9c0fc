internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

/// What UUIDs tell an app of what others saved: nothing.
struct AppSessionNameTests {
  private static let shared: [ObjectType] = [.stepCount, .bodyMass, .heartRate]
  private static let other = "app.other"

  /// A store in which two apps may share, and read nothing.
  private static func fixture() async throws -> AppSessionFixture {
    let fixture = try await AppSessionFixture()
    for app in [AppSessionFixture.app, other] {
      try await fixture.grant(app, share: shared, denyingRead: shared)
    }
    return fixture
  }

  private static func run(
    _ uuids: [SampleUUID], _ type: ObjectType = .stepCount, start: Double = 0
  ) -> SampleRun {
    var run = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    for (index, uuid) in uuids.enumerated() {
      let start = start + Double(60 * index)
      run.append(
        Sample(
          uuid: uuid, type: type, start: start, end: start + 30,
          value: .quantity(Quantity(1, type.description?.canonicalUnit ?? .count)),
          source: AppSessionFixture.source("app.liar")))
    }
    return run
  }

  private static func refusal(_ body: () async throws -> Void) async throws -> ModelError {
    let error = await #expect(throws: ModelError.self) { try await body() }
    return try #require(error)
  }

  @Test func `a base belongs to the app that saved under it first`() async throws {
    let fixture = try await Self.fixture()
    let (session, other) = (fixture.session(), fixture.session(Self.other))
    let base = SampleUUID(base: 0x1234_5678_9ABC_DEF0, counter: 0).base
    func uuid(_ counter: UInt64) -> SampleUUID { SampleUUID(base: base, counter: counter) }
    try await session.save([Self.run([uuid(10), uuid(11)])])
    for round in 0..<3 {
      // A counter that is taken, one that is free, and one that was deleted are all the same.
      var refusals: [ModelError] = []
      for counter in [10, 11, 500, 5_000] as [UInt64] {
        for type in [ObjectType.stepCount, .bodyMass] {
          refusals.append(
            try await Self.refusal { try await other.save([Self.run([uuid(counter)], type)]) })
        }
      }
      #expect(Set(refusals).count == 1, "round \(round)")
      #expect(refusals[0].code == .invalidArgument)
      #expect(!refusals[0].detail.contains("before"))
      // Its own next counters are as free as before.
      try await session.save([Self.run([uuid(20 + UInt64(round))])])
      // Many samples, so that nothing of them is loose; then a deletion.
      if round == 0 { try await session.save([Self.run((1_000..<3_000).map(uuid))]) }
      if round == 1 { try await session.delete([.stepCount: [uuid(11)]]) }
    }
    // Whoever is trusted with everything is told what is so.
    let told = try await Self.refusal {
      try await fixture.store.commit(.save(Change.Save([Self.run([uuid(10)])])))
    }
    #expect(told.detail.contains("saved before"))
  }

  @Test func `no app can take the UUIDs that another app goes on with`() async throws {
    let fixture = try await Self.fixture()
    let (session, other) = (fixture.session(), fixture.session(Self.other))
    let names = fixture.uuids(50, of: .stepCount)
    try await session.save([Self.run(Array(names[..<10]))])
    await #expect(throws: ModelError.self) {
      try await other.save([Self.run(Array(names[10...]))])
    }
    try await session.save([Self.run(Array(names[10...]))])
    #expect(
      try await fixture.store.samples(SampleQuery(.stepCount)).all().flatMap(\.uuids) == names)
  }

  @Test(arguments: [false, true])
  func `a UUID that somebody's hidden sample has is no reason to refuse one`(
    isDead: Bool
  ) async throws {
    let fixture = try await Self.fixture()
    let (session, other) = (fixture.session(), fixture.session(Self.other))
    let uuid = SampleUUID(high: 0x1111_2222_3333_4444, low: 0x9111_2222_3333_4444)
    try await other.save([Self.run([uuid], .bodyMass)])
    if isDead { try await other.delete([.bodyMass: [uuid]]) }
    try await session.save([Self.run([uuid], start: 100)])
    // The app meets it under the name that it gave.
    let byName = SampleQuery(.stepCount, where: .uuid(UUIDSet([uuid])))
    #expect(try await session.samples(byName).all().flatMap(\.uuids) == [uuid])
    let page = try await session.changes(ChangeQuery([.stepCount]))
    #expect(page.added.flatMap(\.uuids) == [uuid])
    // So does nobody else, and nothing of the other was touched.
    let all = try await fixture.store.samples(SampleQuery(.stepCount)).all().flatMap(\.uuids)
    #expect(all.count == 1 && all != [uuid])
    let masses = try await fixture.store.samples(SampleQuery(.bodyMass)).all()
    #expect(masses.flatMap(\.uuids) == (isDead ? [] : [uuid]))
    // What is stored is no name that the app could know.
    let stored = SampleQuery(.stepCount, where: .uuid(UUIDSet(all)))
    #expect(try await session.samples(stored).all().isEmpty)
    try await session.save([Self.run(all, start: 200)])
    #expect(try await session.samples(stored).all().flatMap(\.starts) == [200])
    let twice = try await Self.refusal { try await session.save([Self.run([uuid], start: 300)]) }
    #expect(twice.detail.contains("saved before"))
    try await session.delete([.stepCount: [uuid]])
    #expect(try await session.samples(byName).all().isEmpty)
    let deleted = try await session.changes(ChangeQuery([.stepCount], since: page.anchor)).deleted
    #expect(deleted.map(\.uuid) == [uuid])
    _ = try await Self.refusal { try await session.save([Self.run([uuid], start: 300)]) }
  }

  /// All that an app is answered, in words.
  private static func answer(_ body: () async throws -> String) async -> String {
    do {
      return try await body()
    } catch let error as ModelError {
      return "refused: \(error)"
    } catch {
      return "failed: \(error)"
    }
  }

  /// One call of an app, drawn by chance.
  private struct Call {
    var kind: Int
    var uuids: [SampleUUID]
    var type: ObjectType
    var start: Double

    func answer(_ session: AppSession) async -> String {
      await AppSessionNameTests.answer {
        let named = Predicate.uuid(UUIDSet(uuids))
        switch kind {
        case 0...4:
          try await session.save([AppSessionNameTests.run(uuids, type, start: start)])
          return "saved"
        case 5:
          return "deleted \(try await session.delete([type: uuids]).count)"
        case 6:
          return "deleted \(try await session.delete(of: type, where: named).count)"
        case 7:
          let runs = try await session.samples(SampleQuery(type, where: named)).all()
          return runs.map { "\($0.uuids) \($0.starts)" }.joined()
        case 8:
          let all = try await session.samples(SampleQuery(type, where: .not(named), limit: 20))
            .all()
          return all.map { "\($0.uuids)" }.joined()
        case 9:
          let page = try await session.changes(ChangeQuery([type], where: named))
          return "\(page.added.map(\.uuids)) \(page.deleted.map(\.uuid))"
        default:
          return "\(try await session.sources(of: type, where: named).count)"
        }
      }
    }
  }

  @Test func `an app cannot tell two stores apart that differ in hidden data`() async throws {
    let seed = DamageSweepTests.seed
    var generator = SeededGenerator(seed: seed)
    let stores = [try await Self.fixture(), try await Self.fixture()]
    // Names that the app says, some of which others use in one of the stores.
    let pool = (0..<400).map { number in
      number % 4 == 0
        ? SampleUUID(base: 0xABCD_0000_0000_0000 | UInt64(number % 16), counter: UInt64(number))
        : SampleUUID(high: generator.next() & ~0xF000 | 0x4000, low: generator.next())
    }
    // The base of a process that goes on whatever the store has, and one of another app in both stores.
    let own = stores[0].uuids(20_000, of: .stepCount)
    let foreign = stores[0].uuids(200, of: .stepCount)
    for store in stores {
      try await store.session(Self.other).save([Self.run([foreign[0]])])
    }
    func hide() async throws {
      let hidden = (0..<8).compactMap { _ in pool.randomElement(using: &generator) }
        .filter { !$0.isNumbered }
      let type = Self.shared.randomElement(using: &generator) ?? .stepCount
      for uuid in Set(hidden) {
        _ = try? await stores[1].session(Self.other).save([Self.run([uuid], type)])
      }
      let next = foreign[Int.random(in: 1..<200, using: &generator)]
      _ = try? await stores[1].session(Self.other).save([Self.run([next])])
      guard Bool.random(using: &generator), let gone = hidden.first else { return }
      _ = try? await stores[1].session(Self.other).delete([type: [gone]])
    }
    var plain = 0
    var answers: [String: Int] = [:]
    for step in 0..<10_000 {
      if step % 25 == 0 { try await hide() }
      var call = Call(
        kind: Int.random(in: 0...10, using: &generator),
        uuids: (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
          pool.randomElement(using: &generator)
        }, type: Self.shared.randomElement(using: &generator) ?? .stepCount,
        start: Double(Int.random(in: 0..<100_000, using: &generator)))
      switch call.kind {
      case 0:
        // As with a plain save: the app's own next UUID.
        call.uuids = [own[plain]]
        call.type = .stepCount
        plain += 1
      case 1: call.uuids = [foreign[Int.random(in: 0..<200, using: &generator)]]
      default: break
      }
      let told = [
        await call.answer(stores[0].session()), await call.answer(stores[1].session()),
      ]
      answers[told[0].prefix(12).description, default: 0] += 1
      try #require(told[0] == told[1], "seed \(seed), step \(step), call \(call.kind)")
    }
    // Neither store refused, nor granted, everything.
    #expect(answers["saved", default: 0] > 500)
    #expect(answers.keys.count > 4)
    // And the hidden data was in the way.
    let counts = [0, 1].map { stores[$0].store.state.namesakes.of(AppSessionFixture.app) != nil }
    #expect(counts == [false, true])
  }
}
