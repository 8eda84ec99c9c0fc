internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Deaths that a peer told, and rows that leave without one.
struct SyncBuryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a death removes the row, or comes before it`() throws {
    let samples = (0..<20).map { Sample.steps($0, start: Double($0)) }
    let run = SampleRun.numbered(samples, by: 90)
    var store = try StoreFixture(folder)
    _ = try store.sync.insert(run.selecting(Array(0..<10)))
    try store.sync.commit()
    let anchor = try store.page(ChangeQuery([.stepCount])).anchor
    // Of what is here the row itself tells, whatever the peer says.
    var told = DeletionRun.told(run.selecting(Array(5..<15)))
    told = try #require(
      DeletionRun(
        type: .stepCount, uuids: told.uuids, ends: told.ends.map { _ in -1 },
        sources: DictionaryColumn(
          repeating: Source(bundleIdentifier: "other", name: "other"), count: 10),
        dots: told.dots))
    try store.sync.bury(told, at: 5)
    #expect(store.sync.vector == VersionVector(run.selecting(Array(0..<15)).dots, of: .stepCount))
    try store.sync.commit()
    #expect(try Set(store.rows().keys) == Set((1...5).map { .steps(90, $0) }))
    let id = try #require(store.writer.state.types[.stepCount]?.id)
    var ends: [Dot: Double] = [:]
    var position: Int64 = 0
    while let run = try store.reader.tables.deletions.run(of: id, after: position, through: .max) {
      for row in 0..<run.count {
        ends[.steps(90, run.dots[row].sequence)] = run.ends[row]
        #expect(
          (run.sources[row].bundleIdentifier == "app.one") == (run.dots[row].sequence <= 10))
      }
      position = try #require(run.positions.max)
    }
    #expect(ends.count == 10)
    #expect(ends[.steps(90, 8)] == 67 && ends[.steps(90, 12)] == -1)
    let page = try store.page(ChangeQuery([.stepCount], since: anchor))
    #expect(Set(page.deleted.map(\.uuid)).isSuperset(of: samples[5..<10].map(\.uuid)))
    #expect(throws: ModelError.self) { try store.save([samples[12]]) }
    // What is told dead comes no more, under whatever dot; what another app saved under the UUID does.
    let twin = Sample.steps(13, start: 13, bundle: "other")
    #expect(
      try store.sync.insert(.numbered([twin, samples[14], samples[18]], by: 91))
        == VersionVector([.steps(91, 1)]))
    try store.sync.commit()
    try store.maintain()
    #expect(try store.findings() == [])
  }

  @Test func `many deaths take many runs of the log`() throws {
    let samples = (0..<9_000).map { Sample.steps($0) }
    var store = try StoreFixture(folder)
    let run = SampleRun.numbered(samples, by: 90)
    _ = try store.sync.insert(run)
    try store.sync.bury(.told(run), at: 1)
    try store.sync.commit()
    #expect(try store.rows().isEmpty)
    #expect(try store.tombstones().count == 9_000)
    #expect(store.sync.head.position == 18_000)
    #expect(try store.findings() == [])
  }

  @Test func `dots that are inferred to be dead are buried where they are live`() throws {
    var store = try StoreFixture(folder)
    _ = try store.sync.insert(.numbered((0..<2_000).map { .steps($0) }, by: 90))
    var mass = Sample.steps(5_000)
    (mass.type, mass.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo))))
    _ = try store.sync.insert(.numbered([mass], by: 90))
    try store.sync.cover(VersionVector([.steps(90, 9_999)]))
    var dots = VersionVector([.steps(90, 1), .steps(90, 9_999), .steps(91, 1)])
    let stream = VersionVector.Stream(incarnation: Incarnation(rawValue: 90), type: .stepCount)
    dots.cover(600...700, in: stream)
    dots.insert(Dot(incarnation: stream.incarnation, type: .bodyMass, sequence: 1))
    try store.sync.bury(dots, at: 1)
    try store.sync.commit()
    #expect(try store.rows().count == 2_000 - 102)
    #expect(try store.rows(.bodyMass).isEmpty)
    #expect(try store.tombstones().count == 102)
    #expect(try store.tombstones(.bodyMass).count == 1)
    #expect(!store.sync.vector.covers(.steps(91, 1)))
    #expect(try store.findings() == [])
  }

  @Test func `the death of a workout is that of nothing else`() throws {
    var workout = Sample.steps(1, start: 0, seconds: 400)
    workout.type = .workout
    workout.value = .object(.workout(Workout(activity: 1, duration: 400)))
    var members = Members()
    members.append(Sample.steps(2).uuid, of: .stepCount)
    var tie = Sample.steps(3)
    (tie.type, tie.value) = (
      .association, .object(.association(container: workout.uuid, members))
    )
    var store = try StoreFixture(folder)
    for sample in [workout, .steps(2), tie] {
      _ = try store.sync.insert(.numbered([sample], by: 90))
    }
    try store.sync.bury(.told(.numbered([workout], by: 90)), at: 1)
    try store.sync.commit()
    #expect(store.writer.state.types[.association]?.liveCount == 1)
    #expect(try store.rows().count == 1)
    #expect(try store.findings() == [])
  }

  @Test func `rows out of window or scope go where the receipt covers them`() throws {
    var store = try StoreFixture(folder)
    try store.save((0..<10).map { .steps($0, start: Double($0) * 100, seconds: 0) })
    var mass = Sample.steps(50, start: 900)
    (mass.type, mass.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo))))
    try store.save([mass])
    _ = try store.sync.insert(.numbered([.steps(100, start: 0), .steps(101, start: 0)], by: 90))
    try store.sync.commit()
    let before = store.writer.state
    var receipt = VersionVector(
      (1...10).map { .steps(1, $0) }.filter { $0.sequence != 3 } + [.steps(90, 2)])
    let range = SharedRange(scope: .only([.stepCount]), floor: 500)
    try store.sync.prune(outside: range, under: receipt)
    try store.sync.commit()
    // Equality is inside, and what the peer may not hold stays whatever it is.
    #expect(
      try Set(store.rows().keys)
        == Set(([3] + Array(6...10)).map { .steps(1, $0) } + [.steps(90, 1)]))
    #expect(try store.rows(.bodyMass).count == 1)
    receipt.insert(Dot(incarnation: Incarnation(rawValue: 1), type: .bodyMass, sequence: 1))
    receipt.insert(.steps(1, 3))
    try store.sync.prune(outside: range, under: receipt)
    try store.sync.commit()
    #expect(try store.rows(.bodyMass).isEmpty)
    #expect(try store.rows()[.steps(1, 3)] == nil)
    #expect(store.writer.state.head == before.head && store.sync.floor == before.cutoff)
    #expect(store.sync.vector == before.vector && store.sync.record == before.record)
    #expect(try store.tombstones().isEmpty)
    try store.maintain()
    #expect(try store.findings() == [])
  }

  @Test func `a type out of scope leaves its groups`() throws {
    let parts = [
      Sample.pressure(1, start: 10, .bloodPressureSystolic),
      Sample.pressure(2, start: 300, .bloodPressureDiastolic),
    ]
    var store = try StoreFixture(folder)
    try store.save(parts + [.correlation(3, start: 300, of: parts)])
    var scope = TypeScope.all
    scope.set(.bloodPressureDiastolic, false)
    try store.sync.prune(
      outside: SharedRange(scope: scope, floor: 200), under: store.sync.vector)
    try store.sync.commit()
    // By time all of the group would stay.
    #expect(try store.rows(.bloodPressureSystolic).count == 1)
    #expect(try store.rows(.bloodPressure).count == 1)
    #expect(try store.rows(.bloodPressureDiastolic).isEmpty)
  }

  @Test(arguments: [[.workout], [.workout, .association]] as [[ObjectType]])
  func `what is tied to a workout out of scope stays while a tie does`(types: [ObjectType]) throws {
    var store = try StoreFixture(folder)
    var workout = Sample.steps(1, start: 0, seconds: 400)
    (workout.type, workout.value) = (
      .workout, .object(.workout(Workout(activity: 1, duration: 400)))
    )
    let tied = [10.0, 20, 300].enumerated().map {
      Sample.steps(UInt64(2 + $0.offset), start: $0.element, seconds: 5)
    }
    func tie(_ counter: UInt64, _ samples: [Sample]) -> Sample {
      var (tie, members) = (Sample.steps(counter, start: 0, seconds: 400), Members())
      for sample in samples { members.append(sample.uuid, of: sample.type) }
      (tie.type, tie.value) = (
        .association, .object(.association(container: workout.uuid, members))
      )
      return tie
    }
    try store.save([workout] + tied + [tie(6, [tied[0]])])
    let receipt = store.sync.vector
    // The other device was not told of this one.
    try store.save([tie(7, [tied[1], tied[2]])])
    var scope = TypeScope.all
    for type in types { scope.set(type, false) }
    for floor in [0.0, 200] {
      try store.sync.prune(outside: SharedRange(scope: scope, floor: floor), under: receipt)
      try store.sync.commit()
    }
    #expect(try store.rows(.workout).isEmpty)
    #expect(try store.rows(.association).count == 3 - types.count)
    let kept = try store.uuids(SampleQuery(.stepCount))
    #expect(kept.contains(tied[1].uuid) && kept.contains(tied[2].uuid))
    // Its tie holds it as long as it is there.
    #expect(kept.contains(tied[0].uuid) == (types.count == 1))
    try store.maintain()
    #expect(try store.findings() == [])
  }
}
