internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct LiveStatisticsAccessTests {
  private static let query = StatisticsQuery(
    .heartRate, [.discreteMax, .separateBySource], edges: [0, 1_000, 2_000, 3_000])

  private let fixture: AppSessionFixture
  private let session: AppSession

  init() async throws {
    fixture = try await AppSessionFixture()
    session = fixture.session()
  }

  private func follow() throws -> StatisticsFollower {
    StatisticsFollower(try session.liveStatistics(Self.query))
  }

  private func rate(_ value: Double, at time: Double) -> SampleRun {
    fixture.quantity(.heartRate, value, from: time, to: time)
  }

  @Test func `what was never asked for is refused`() throws {
    let error = #expect(throws: ModelError.self) { try follow() }
    #expect(error?.code == .authorizationNotDetermined)
  }

  @Test func `who may not read follows what it saved itself`() async throws {
    try await fixture.grant(share: [.heartRate], denyingRead: [.heartRate])
    try await session.save([rate(60, at: 100)])
    try await fixture.save(rate(90, at: 200), rate(91, at: 1_200))
    var follower = try follow()
    let first = try await follower.next()
    #expect(first.changed.map(\.values.maximum) == [60])
    #expect(first.changed.flatMap(\.sources).map(\.source.bundleIdentifier) == ["app.one"])
    // Of what others save it hears nothing: its own comes first.
    try await fixture.save(rate(92, at: 300))
    try await session.save([rate(61, at: 2_100)])
    let update = try await follower.next()
    #expect(update.changed.map(\.start) == [2_000])
  }

  @Test func `a grant that goes leaves its own, and comes back with the rest`() async throws {
    try await fixture.grant(share: [.heartRate], read: [.heartRate])
    try await session.save([rate(60, at: 100)])
    try await fixture.save(rate(90, at: 200), rate(91, at: 1_200))
    var follower = try follow()
    let first = try await follower.next()
    #expect(first.changed.map(\.values.maximum) == [90, 91])
    try await fixture.grant(denyingRead: [.heartRate])
    // As if the others had been deleted.
    let denied = try await follower.next()
    #expect(denied.changed.map(\.values.maximum) == [60] && denied.emptied == [1_000])
    try await fixture.save(rate(92, at: 2_200))
    try await fixture.grant(read: [.heartRate])
    let back = try await follower.next()
    #expect(back.changed.map(\.values.maximum) == [90, 91, 92])
    #expect(!back.isWhole)
  }

  @Test func `a grant that is reset makes it silent until it is back`() async throws {
    try await fixture.grant(read: [.heartRate])
    try await fixture.save(rate(90, at: 200))
    var follower = try follow()
    _ = try await follower.next()
    try await fixture.store.commit(
      .setGrant(Grant(), app: AppSessionFixture.app, type: .heartRate))
    try await fixture.save(rate(91, at: 1_200))
    let (store, before) = (fixture.store, rate(92, at: 2_200))
    async let told = Self.next(follower)
    try await store.commit(.save(.init([before])))
    try await fixture.grant(read: [.heartRate])
    let update = try await told
    #expect(update.changed.map(\.start) == [1_000, 2_000] && update.emptied.isEmpty)
  }

  private static func next(_ follower: StatisticsFollower) async throws -> StatisticsUpdate {
    var follower = follower
    return try await follower.next()
  }
}
