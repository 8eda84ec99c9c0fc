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

  @Test func `a later version has the place of the earlier one in workouts`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.workout, .stepCount], read: [.workout, .stepCount])
    let session = fixture.session()
    let workouts = [fixture.workout(), fixture.workout()]
    let first = run(fixture, [("a", .integer(1)), ("b", .integer(1)), ("c", .integer(1))])
    try await session.save(workouts + [first])
    try await session.add([first.selecting([0, 1])], to: workouts[0].uuids[0])
    try await session.add([first.selecting([1])], to: workouts[1].uuids[0])
    let second = run(
      fixture, [("a", .integer(2)), ("b", .integer(1)), ("b", .integer(2)), ("c", .integer(2))])
    try await session.save([second])
    for (workout, held) in zip(workouts, [[second.uuids[0], second.uuids[2]], [second.uuids[2]]]) {
      let query = SampleQuery(.stepCount, where: .memberOf(workout: workout.uuids[0]))
      #expect(try await session.samples(query).all().flatMap(\.uuids) == held)
    }
    // A workout that holds more than one record says.
    let many = (0..<(Members.most + 10)).map { ("m\($0)", MetadataValue.integer(1)) }
    try await session.add([run(fixture, many)], to: workouts[1].uuids[0])
    let later = run(fixture, many.map { ($0.0, .integer(2)) })
    try await session.save([later])
    let query = SampleQuery(.stepCount, where: .memberOf(workout: workouts[1].uuids[0]))
    #expect(
      Set(try await session.samples(query).all().flatMap(\.uuids))
        == Set(later.uuids + [second.uuids[2]]))
    // What goes with a workout goes with what was added by a later version, too.
    try await session.delete([.workout: workouts.map { $0.uuids[0] }])
    #expect(try await fixture.stored(.association).isEmpty)
    #expect(try await fixture.store.verify().isSound)
  }

  @Test func `a correlation holds the later version of what it held, whoever saved it`()
    async throws
  {
    let fixture = try await AppSessionFixture()
    let types: [ObjectType] = [.bloodPressureSystolic, .bloodPressureDiastolic]
    try await fixture.grant(share: types, read: types)
    try await fixture.grant(AppSessionFixture.other, share: types, read: types)
    let session = fixture.session()
    let systolic = run(fixture, [("s", .integer(1))], type: types[0])
    let diastolic = run(fixture, [("d", .integer(1))], type: types[1])
    var members = Members()
    members.append(systolic.uuids[0], of: types[0])
    members.append(diastolic.uuids[0], of: types[1])
    let pressure = fixture.object(.bloodPressure, .correlation(members))
    try await session.save([systolic, diastolic, pressure])
    let foreign = fixture.object(.bloodPressure, .correlation(members))
    try await fixture.session(AppSessionFixture.other).save([foreign])
    let before = try await session.page(ChangeQuery([.bloodPressure])).anchor
    let later = run(fixture, [("s", .integer(2))], type: types[0])
    try await session.save([later])
    let stored = try await fixture.stored(.bloodPressure)
    #expect(
      stored.map(\.source.source.bundleIdentifier).sorted() == [
        AppSessionFixture.app, AppSessionFixture.other,
      ])
    for correlation in stored {
      guard case .object(.correlation(let held)) = correlation.value else {
        Issue.record("it is no correlation")
        continue
      }
      #expect(held.uuids == [later.uuids[0], diastolic.uuids[0]])
      #expect(correlation.end == 600)
    }
    let page = try await session.page(ChangeQuery([.bloodPressure], since: before))
    #expect(Set(page.deleted.map(\.uuid)) == Set(pressure.uuids + foreign.uuids))
    #expect(Set(page.added.flatMap(\.uuids)) == Set(stored.map(\.uuid)))
    #expect(try await fixture.store.verify().isSound)
  }

  @Test func `what is saved again holds what was saved already`() async throws {
    let fixture = try await AppSessionFixture()
    let types: [ObjectType] = [.bloodPressureSystolic, .bloodPressureDiastolic]
    try await fixture.grant(share: types + [.workout], read: types)
    let session = fixture.session()
    func pressure(_ version: Int64, named: Bool) -> [SampleRun] {
      let parts = types.map { run(fixture, [($0.identifier, .integer(version))], type: $0) }
      var members = Members()
      for part in parts { members.append(part.uuids[0], of: part.type) }
      var whole = fixture.object(.bloodPressure, .correlation(members))[0]
      if named {
        whole.metadata["HKMetadataKeySyncIdentifier"] = .string("p")
        whole.metadata["HKMetadataKeySyncVersion"] = .integer(version)
      }
      return parts + [SampleRun(whole)]
    }
    let first = pressure(1, named: true)
    try await session.save(first)
    // All of it once more, then one that is new around the same readings.
    try await session.save(pressure(1, named: true))
    #expect(try await fixture.stored(.bloodPressure).map(\.uuid) == first[2].uuids)
    try await session.save(pressure(1, named: false))
    let two = try await fixture.stored(.bloodPressure)
    #expect(two.count == 2)
    #expect(
      two.allSatisfy {
        guard case .object(.correlation(let held)) = $0.value else { return false }
        return held.uuids == [first[0].uuids[0], first[1].uuids[0]]
      })
    // A later version of all: the correlation of that name goes once, the other is renewed.
    let second = pressure(2, named: true)
    try await session.save(second)
    let last = try await fixture.stored(.bloodPressure)
    #expect(last.count == 2)
    #expect(last.contains { $0.uuid == second[2].uuids[0] })
    #expect(
      last.allSatisfy {
        guard case .object(.correlation(let held)) = $0.value else { return false }
        return held.uuids == [second[0].uuids[0], second[1].uuids[0]]
      })
    // Samples that are added to a workout go by their versions, too.
    let workout = fixture.workout()
    try await session.save([workout])
    let again = run(fixture, [(types[0].identifier, .integer(2))], type: types[0])
    try await session.add([again], to: workout.uuids[0])
    let query = SampleQuery(types[0], where: .memberOf(workout: workout.uuids[0]))
    #expect(try await session.samples(query).all().flatMap(\.uuids) == second[0].uuids)
    #expect(try await fixture.stored(types[0]).map(\.uuid) == second[0].uuids)
  }

  @Test func `whoever saved a version, and whatever was forgotten since, a later one finds it`()
    async throws
  {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount])
    let session = fixture.session()
    // So that the store knows of which things there are versions.
    try await session.save([run(fixture, [("a", .integer(1))])])
    var imported = run(fixture, [("b", .integer(1))])
    imported.setSource(AppSessionFixture.source(AppSessionFixture.app))
    try await OwnerSession(fixture.store).save([imported])
    for version in [2, 3] as [Int64] {
      let later = run(fixture, ["a", "b"].map { ($0, .integer(version)) })
      try await session.save([later])
      #expect(try await fixture.stored(.stepCount).map(\.uuid) == later.uuids)
      await fixture.store.dropCaches()
    }
  }
}
