internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// What leaves a node without being deleted.
struct PruneTests {
  private func prune(_ store: inout StoreFixture, before date: Double) throws -> Int {
    try store.commit(.prune(Change.Prune(before: date, licence: .unpaired))).count
  }

  private func members(_ samples: [Sample]) -> Members {
    var members = Members()
    for sample in samples { members.append(sample.uuid, of: sample.type) }
    return members
  }

  private func pressure(_ counter: UInt64, start: Double, _ type: ObjectType) -> Sample {
    var sample = Sample.steps(counter, start: start, seconds: 0)
    (sample.type, sample.value) = (type, .quantity(Quantity(80, .millimeterOfMercury)))
    return sample
  }

  @Test func `pruning tells no deletions and forgets no dots`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save((0..<10).map { .steps($0, start: Double($0) * 100) })
    let anchor = try store.page(ChangeQuery([.stepCount])).anchor
    let vector = store.writer.state.vector
    #expect(try prune(&store, before: 500) == 5)
    for _ in 0..<2 {
      let page = try store.page(ChangeQuery([.stepCount], since: anchor))
      #expect(page.count == 0)
      let whole = try store.page(ChangeQuery([.stepCount]))
      #expect(whole.deleted == [] && whole.added.flatMap(\.uuids).count == 5)
      #expect(store.writer.state.vector == vector)
      #expect(store.writer.state.record.known[.stepCount] == 500)
      #expect(store.writer.state.cutoff == 500)
      // Nor do they come once the rows are erased.
      try store.maintain()
    }
    #expect(try store.findings() == [])
  }

  @Test func `only what the peer holds may go`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save((0..<10).map { .steps($0, start: Double($0)) })
    var vector = VersionVector()
    let stream = VersionVector.Stream(
      incarnation: Incarnation(rawValue: 1), type: .stepCount)
    vector.cover(2...4, in: stream)
    let prune = Change.Prune(before: 1_000, licence: .receipt(vector))
    #expect(try store.commit(.prune(prune)).count == 3)
    let left = try store.uuids(SampleQuery(.stepCount)).map(\.counter)
    #expect(left == [0, 4, 5, 6, 7, 8, 9])
  }

  @Test func `a correlation goes with the last of its samples`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    let parts = [
      pressure(1, start: 10, .bloodPressureSystolic),
      pressure(2, start: 300, .bloodPressureDiastolic),
    ]
    var whole = Sample.steps(3, start: 10, seconds: 0)
    (whole.type, whole.value) = (.bloodPressure, .object(.correlation(members(parts))))
    try store.save(parts + [whole, .steps(4, start: 10)])
    #expect(try prune(&store, before: 200) == 1)
    #expect(try store.uuids(SampleQuery(.bloodPressure)) == [whole.uuid])
    #expect(try store.uuids(SampleQuery(.bloodPressureSystolic)) == [parts[0].uuid])
    let single = SampleQuery(.bloodPressureSystolic, where: .uncorrelated)
    #expect(try store.uuids(single) == [])
    #expect(try prune(&store, before: 301) == 3)
    #expect(store.writer.state.types.values.allSatisfy { $0.liveCount == 0 })
  }

  @Test(arguments: [10.0, 1_000])
  func `a workout stays with samples that were added to it`(associationEnd: Double) throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var workout = Sample.steps(1, start: 0, seconds: 400)
    (workout.type, workout.value) = (
      .workout, .object(.workout(Workout(activity: 1, duration: 400)))
    )
    try store.save([workout])
    let early = Sample.steps(2, start: 10)
    var tie = Sample.steps(3, start: 0, seconds: associationEnd)
    (tie.type, tie.value) = (
      .association, .object(.association(container: workout.uuid, members([early])))
    )
    try store.save([early, tie])
    let ofWorkout = SampleQuery(.stepCount, where: .memberOf(workout: workout.uuid))
    // The workout itself ends at 400, so all of it is inside this window.
    #expect(try prune(&store, before: 300) == 0)
    #expect(try prune(&store, before: 350) == 0)
    #expect(try store.uuids(ofWorkout) == [early.uuid])
    let end = max(400, associationEnd)
    // What ties them together goes along uncounted.
    #expect(try prune(&store, before: end + 1) == 2)
    #expect(store.writer.state.types[.association]?.liveCount == 0)
    #expect(try store.uuids(SampleQuery(.stepCount)) == [])
    #expect(try store.findings() == [])
  }

  @Test func `a pruned sample cannot be saved again before the cutoff`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save([.steps(1, start: 0)])
    #expect(try prune(&store, before: 100) == 1)
    #expect(throws: ModelError.self) { try store.save([.steps(1, start: 0)]) }
    #expect(throws: ModelError.self) { try store.delete([Sample.steps(1).uuid]) }
  }
}
