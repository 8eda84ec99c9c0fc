internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct LiveActivityTests {
  private static let edges = [0.0, 86_400, 172_800]

  private let fixture: AppSessionFixture
  private let session: AppSession

  init() async throws {
    fixture = try await AppSessionFixture()
    session = fixture.session()
  }

  private func energy(_ value: Double, at time: Double) -> SampleRun {
    fixture.quantity(.activeEnergyBurned, value, from: time, to: time + 60)
  }

  private static func next(_ days: LiveActivity.AsyncIterator) async throws -> [ActivitySummary]? {
    var days = days
    return try await days.next()
  }

  @Test func `permission that is reset makes it silent until it is back`() async throws {
    try await fixture.grant(read: [.activitySummary])
    var days = try session.liveActivity(from: 0, edges: Self.edges).makeAsyncIterator()
    #expect(try await days.next() == [])
    try await fixture.save(energy(10, at: 100))
    #expect(try await days.next()?.map(\.day) == [0])
    try await fixture.store.commit(
      .setGrant(Grant(), app: AppSessionFixture.app, type: .activitySummary))
    try await fixture.save(energy(20, at: 200))
    let following = days
    async let told = Self.next(following)
    for _ in 0..<100 { await Task.yield() }
    try await fixture.save(energy(40, at: 90_000))
    try await fixture.grant(read: [.activitySummary])
    try await fixture.save(energy(80, at: 90_100))
    #expect(try await told?.map(\.day) == [0, 1])
  }
}
