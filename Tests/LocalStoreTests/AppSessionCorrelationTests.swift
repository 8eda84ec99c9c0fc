internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

struct AppSessionCorrelationTests {
  static let members: [ObjectType] = [.bloodPressureSystolic, .bloodPressureDiastolic]

  /// A store in which another app saved a blood pressure.
  private func foreign() async throws -> (fixture: AppSessionFixture, runs: [SampleRun]) {
    let fixture = try await AppSessionFixture()
    let runs = fixture.pressure()
    try await fixture.grant(AppSessionFixture.other, share: Self.members)
    try await fixture.session(AppSessionFixture.other).save(runs)
    return (fixture, runs)
  }

  private func members(of runs: [SampleRun]) -> [ObjectType] {
    runs.flatMap { run in
      run.indices.flatMap { row -> [ObjectType] in
        guard case .object(.correlation(let members)) = run[row].value else { return [] }
        return (0..<members.count).map { members.types[$0] }
      }
    }
  }

  @Test func `members that may not be read are left out`() async throws {
    let (fixture, runs) = try await foreign()
    let session = fixture.session()
    try await fixture.grant(
      read: [.bloodPressureSystolic], denyingRead: [.bloodPressureDiastolic])
    let seen = try await session.samples(SampleQuery(.bloodPressure)).all()
    #expect(seen.flatMap(\.uuids) == runs[2].uuids)
    #expect(members(of: seen) == [.bloodPressureSystolic])
    #expect(try await session.sources(of: .bloodPressure).count == 1)
  }

  @Test func `with no readable member there is no correlation, and no error`() async throws {
    let (fixture, _) = try await foreign()
    let session = fixture.session()
    let never = await #expect(throws: ModelError.self) {
      try await session.samples(SampleQuery(.bloodPressure))
    }
    #expect(never?.code == .authorizationNotDetermined)
    try await fixture.grant(denyingRead: Self.members)
    #expect(try await session.seen(.bloodPressure).isEmpty)
    #expect(try await session.sources(of: .bloodPressure).isEmpty)
    #expect(try await session.changes(ChangeQuery([.bloodPressure])).count == 0)
  }

  @Test func `sharing alone shows the app's own correlations`() async throws {
    let (fixture, _) = try await foreign()
    let session = fixture.session()
    try await fixture.grant(share: Self.members, denyingRead: Self.members)
    let own = fixture.pressure()
    try await session.save(own)
    let seen = try await session.samples(SampleQuery(.bloodPressure)).all()
    #expect(seen.flatMap(\.uuids) == own[2].uuids)
    #expect(members(of: seen) == Self.members)
    #expect(
      try await session.sources(of: .bloodPressure).map(\.bundleIdentifier)
        == [AppSessionFixture.app])
  }

  @Test func `a limit counts what is seen`() async throws {
    let (fixture, _) = try await foreign()
    let session = fixture.session()
    try await fixture.grant(share: Self.members, read: [.bloodPressureSystolic])
    for _ in 0..<3 { try await session.save(fixture.pressure()) }
    try await fixture.grant(denyingShare: Self.members, denyingRead: [.bloodPressureDiastolic])
    for limit in 0...5 {
      let seen = try await session.samples(SampleQuery(.bloodPressure, limit: limit)).all()
      #expect(seen.reduce(0) { $0 + $1.count } == min(limit, 4))
    }
  }

  @Test func `a type that comes into sight tells correlations anew, with more members`()
    async throws
  {
    let (fixture, runs) = try await foreign()
    let session = fixture.session()
    try await fixture.grant(read: [.bloodPressureSystolic])
    var page = try await session.changes(ChangeQuery([.bloodPressure]))
    #expect(members(of: page.added) == [.bloodPressureSystolic])
    page = try await session.changes(ChangeQuery([.bloodPressure], since: page.anchor))
    #expect(page.count == 0)
    try await fixture.grant(read: [.bloodPressureDiastolic])
    page = try await session.changes(ChangeQuery([.bloodPressure], since: page.anchor))
    #expect(page.added.flatMap(\.uuids) == runs[2].uuids)
    #expect(members(of: page.added) == Self.members)
    let anchor = page.anchor
    try await fixture.session(AppSessionFixture.other).delete([.bloodPressure: runs[2].uuids])
    page = try await session.changes(ChangeQuery([.bloodPressure], since: anchor))
    #expect(page.deleted.map(\.uuid) == runs[2].uuids)
  }
}
