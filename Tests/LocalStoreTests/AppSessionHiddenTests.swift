internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

/// What others saved does not show in how an app's own requests are answered.
struct AppSessionHiddenTests {
  /// A store in which an app may share blood pressure, and not read it.
  private static func fixture() async throws -> AppSessionFixture {
    let fixture = try await AppSessionFixture()
    let types: [ObjectType] = [
      .bloodPressureSystolic, .bloodPressureDiastolic, .workout, .stepCount,
    ]
    try await fixture.grant(share: types, denyingRead: types)
    return fixture
  }

  private static func refusal(
    _ body: () async throws -> Void
  ) async throws -> String {
    let error = await #expect(throws: ModelError.self) { try await body() }
    return try "\(#require(error))"
  }

  @Test func `a correlation may name a hidden sample no more than a missing one`() async throws {
    let fixture = try await Self.fixture()
    let session = fixture.session()
    let hidden = fixture.run(.bloodPressureSystolic, [120])
    try await fixture.store.commit(.save(Change.Save([hidden])))
    let own = fixture.run(.bloodPressureDiastolic, [80])
    func save(naming systolic: SampleUUID) async throws {
      var members = Members()
      members.append(systolic, of: .bloodPressureSystolic)
      members.append(own.uuids[0], of: .bloodPressureDiastolic)
      try await session.save([own, fixture.object(.bloodPressure, .correlation(members))])
    }
    let refusals = [
      try await Self.refusal { try await save(naming: hidden.uuids[0]) },
      try await Self.refusal { try await save(naming: fixture.uuid()) },
    ]
    #expect(refusals[0] == refusals[1])
    // What the app saved itself it may name, in the same change or later.
    let systolic = fixture.run(.bloodPressureSystolic, [121])
    try await session.save([systolic])
    try await save(naming: systolic.uuids[0])
  }

  @Test func `no app gives a UUID that is made from content`() async throws {
    let fixture = try await Self.fixture()
    let session = fixture.session()
    for version in [3, 5] as [UInt64] {
      var hidden = fixture.run(.stepCount, [1])
      hidden.rename(0, to: SampleUUID(high: 7 << 16 | version << 12, low: 1 << 63 | 9))
      var free = hidden
      free.rename(0, to: SampleUUID(high: 8 << 16 | version << 12, low: 1 << 63 | 9))
      try await fixture.store.commit(.save(Change.Save([hidden])))
      let refusals = [
        try await Self.refusal { try await session.save([hidden]) },
        try await Self.refusal { try await session.save([free]) },
      ]
      #expect(refusals[0] == refusals[1])
      let mine = fixture.run(.stepCount, [2])
      try await session.save([mine])
      let replaced = try await Self.refusal {
        try await session.replace([.stepCount: mine.uuids], by: [hidden])
      }
      #expect(replaced == refusals[0])
    }
  }

  @Test func `what others correlate of an app's samples it does not hear of`() async throws {
    let fixture = try await Self.fixture()
    let session = fixture.session()
    let systolic = fixture.run(.bloodPressureSystolic, [120, 121])
    let diastolic = fixture.run(.bloodPressureDiastolic, [80])
    try await session.save([systolic])
    try await fixture.store.commit(.save(Change.Save([diastolic])))
    let query = SampleQuery(.bloodPressureSystolic, where: .uncorrelated)
    var members = Members()
    members.append(systolic.uuids[0], of: .bloodPressureSystolic)
    members.append(diastolic.uuids[0], of: .bloodPressureDiastolic)
    let pressure = fixture.object(.bloodPressure, .correlation(members))
    try await fixture.store.commit(.save(Change.Save([pressure])))
    #expect(try await session.samples(query).all().flatMap(\.uuids) == systolic.uuids)
    #expect(try await fixture.store.samples(query).all().flatMap(\.uuids) == [systolic.uuids[1]])
    // What it correlates itself it knows.
    let own = fixture.run(.bloodPressureDiastolic, [81])
    var others = Members()
    others.append(systolic.uuids[1], of: .bloodPressureSystolic)
    others.append(own.uuids[0], of: .bloodPressureDiastolic)
    try await session.save([own, fixture.object(.bloodPressure, .correlation(others))])
    #expect(try await session.samples(query).all().flatMap(\.uuids) == [systolic.uuids[0]])
  }

  @Test func `an app's samples in a hidden workout do not tell of it`() async throws {
    let fixture = try await Self.fixture()
    let session = fixture.session()
    let steps = fixture.run(.stepCount, [1, 2])
    try await session.save([steps])
    let (hidden, own) = (fixture.workout(), fixture.workout())
    try await fixture.store.commit(.save(Change.Save([hidden])))
    try await fixture.store.add([steps], to: hidden.uuids[0])
    try await session.save([own])
    try await session.add([steps.slice(0..<1)], to: own.uuids[0])
    for (workout, uuids) in [(hidden, []), (own, [steps.uuids[0]])] {
      let query = SampleQuery(.stepCount, where: .memberOf(workout: workout.uuids[0]))
      #expect(try await session.samples(query).all().flatMap(\.uuids) == uuids)
    }
  }
}
