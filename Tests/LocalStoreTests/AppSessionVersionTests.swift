internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

/// Samples with a sync identifier: of each thing the highest version stays.
@Suite(.timeLimit(.minutes(5))) struct AppSessionVersionTests {
  private func run(
    _ fixture: AppSessionFixture, _ versions: [(String, MetadataValue?)],
    type: ObjectType = .stepCount
  ) -> SampleRun {
    var run = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    let unit = type.description?.canonicalUnit ?? .count
    for (index, (identifier, version)) in versions.enumerated() {
      var metadata: Metadata = ["HKMetadataKeySyncIdentifier": .string(identifier)]
      metadata["HKMetadataKeySyncVersion"] = version
      run.append(
        Sample(
          uuid: fixture.uuid(), type: type, start: Double(index), end: Double(index) + 1,
          value: .quantity(Quantity(1, unit)), source: AppSessionFixture.source("app.liar"),
          metadata: metadata))
    }
    return run
  }

  @Test func `a later version takes the place of an earlier one, and no other does`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.stepCount])
    let first = run(fixture, [("a", .integer(1)), ("b", .integer(5))])
    try await session.save([first])
    for version in [.integer(5), .integer(4), .double(4.5), .double(5)] as [MetadataValue] {
      try await session.save([run(fixture, [("b", version)])])
    }
    #expect(try await fixture.stored(.stepCount).map(\.uuid) == first.uuids)
    let second = run(fixture, [("a", .integer(2)), ("b", .integer(2)), ("c", .integer(0))])
    try await session.save([second])
    #expect(
      try await fixture.stored(.stepCount).map(\.uuid)
        == [first.uuids[1], second.uuids[0], second.uuids[2]])
    // Beyond what a Double can tell apart.
    let large = Int64(1) << 60
    try await session.save([run(fixture, [("a", .integer(large))])])
    let largest = run(fixture, [("a", .integer(large + 1))])
    try await session.save([largest])
    try await session.save([run(fixture, [("a", .integer(large))])])
    #expect(try await fixture.stored(.stepCount).map(\.uuid).last == largest.uuids[0])
    #expect(try await fixture.stored(.stepCount).count == 3)
  }

  @Test func `of several versions in a save the highest stays`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount])
    let one = run(fixture, [("a", .integer(1)), ("a", .integer(3)), ("a", .integer(2))])
    let other = run(fixture, [("a", .integer(3)), ("b", .integer(1))])
    try await fixture.session().save([one, other])
    #expect(
      try await fixture.stored(.stepCount).map(\.uuid) == [one.uuids[1], other.uuids[1]])
  }

  @Test func `other apps, other types and samples without a version are left alone`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount, .heartRate])
    try await fixture.grant(AppSessionFixture.other, share: [.stepCount])
    let foreign = run(fixture, [("a", .integer(1))])
    try await fixture.session(AppSessionFixture.other).save([foreign])
    let session = fixture.session()
    let plain = fixture.run(.stepCount, [1, 2])
    let heart = run(fixture, [("a", .integer(1))], type: .heartRate)
    let bare = run(fixture, [("a", nil)])
    try await session.save([plain, heart, bare])
    let mine = run(fixture, [("a", .integer(7))])
    try await session.save([mine])
    #expect(
      Set(try await fixture.stored(.stepCount).map(\.uuid))
        == Set(foreign.uuids + plain.uuids + bare.uuids + mine.uuids))
    #expect(try await fixture.stored(.heartRate).map(\.uuid) == heart.uuids)
    // What the user imports is kept as it is.
    let session2 = OwnerSession(fixture.store)
    let imported = [run(fixture, [("x", .integer(1))]), run(fixture, [("x", .integer(2))])]
    for one in imported { try await session2.save([one]) }
    #expect(
      Set(try await fixture.stored(.stepCount).map(\.uuid)).isSuperset(
        of: imported.flatMap(\.uuids)))
  }

  @Test func `whoever comes last, the highest version stays, and it comes in one commit`()
    async throws
  {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount], read: [.stepCount])
    let session = fixture.session()
    let runs = (1...40).map { run(fixture, [("a", .integer(Int64($0)))]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for run in runs.shuffled() { group.addTask { try await session.save([run]) } }
      try await group.waitForAll()
    }
    #expect(try await fixture.stored(.stepCount).map(\.uuid) == runs[39].uuids)
    let before = try await session.page(ChangeQuery([.stepCount])).anchor
    let next = run(fixture, [("a", .integer(41))])
    try await session.save([next])
    let page = try await session.page(ChangeQuery([.stepCount], since: before))
    #expect(page.added.flatMap(\.uuids) == next.uuids)
    #expect(page.deleted.map(\.uuid) == runs[39].uuids)
  }

  @Test func `a replacement that brings a version leaves what goes out of account`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount])
    let session = fixture.session()
    let old = run(fixture, [("a", .integer(9)), ("b", .integer(1))])
    try await session.save([old])
    let new = run(fixture, [("a", .integer(1)), ("b", .integer(2))])
    try await session.replace([.stepCount: [old.uuids[0]]], by: [new])
    #expect(try await fixture.stored(.stepCount).map(\.uuid) == new.uuids)
  }
}
