internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// The mistakes an app can make, each with the code that HealthKit gives it.
struct RefusalTests {
  /// One thing wrong with a sample.
  enum Mistake: String, CaseIterable, Sendable {
    case endsBeforeItStarts
    case valueOutsideItsEnumeration
    case wrongUnit
    case unknownType
    case characteristicType
    case menstrualFlowWithoutCycleStart
    case valueOfAnotherKind
    case notANumber
    case noBundleIdentifier
    case beforeTheCutoff

    var sample: Sample {
      var sample = Sample.steps(9, start: 100)
      switch self {
      case .endsBeforeItStarts: sample.end = 99
      case .valueOutsideItsEnumeration:
        (sample.type, sample.value) = (.sleepAnalysis, .category(6))
      case .wrongUnit: sample.value = .quantity(Quantity(1, .gram()))
      case .unknownType: sample.type = ObjectType("HKQuantityTypeIdentifierNothing")
      case .characteristicType: sample.type = .bloodType
      case .menstrualFlowWithoutCycleStart:
        (sample.type, sample.value) = (.menstrualFlow, .category(2))
      case .valueOfAnotherKind: sample.value = .category(1)
      case .notANumber: sample.value = .quantity(Quantity(.nan, .count))
      case .noBundleIdentifier: sample.source.source.bundleIdentifier = ""
      case .beforeTheCutoff: (sample.start, sample.end) = (0, 9.5)
      }
      return sample
    }
  }

  private func expectRefusal(
    _ store: inout StoreFixture, _ change: Change, _ comment: Comment = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: ModelError.self, comment, sourceLocation: sourceLocation) {
      try store.commit(change)
    }
    #expect(error?.healthKitCode == 3, comment, sourceLocation: sourceLocation)
  }

  @Test(arguments: Mistake.allCases)
  func `one bad sample refuses the whole save`(mistake: Mistake) throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.commit(.setCutoff(10))
    let runs = SampleRun.grouping([.steps(1, start: 20)]) + [SampleRun(mistake.sample)]
    expectRefusal(&store, .save(Change.Save(runs)), "\(mistake)")
    #expect(try store.uuids(SampleQuery(.stepCount)) == [])
    #expect(store.writer.state.head == 1)
    // The good one was not half taken in: it can still be saved.
    try store.save([.steps(1, start: 20)])
  }

  @Test func `a sample may end at the cutoff and have no length`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.commit(.setCutoff(10))
    try store.save([.steps(1, start: 0, seconds: 10), .steps(2, start: 10, seconds: 0)])
    #expect(store.writer.state.types[.stepCount]?.liveCount == 2)
  }

  @Test func `menstrual flow with its cycle start is taken`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var sample = Mistake.menstrualFlowWithoutCycleStart.sample
    sample.metadata = ["HKMenstrualCycleStart": .bool(true)]
    try store.save([sample])
  }

  @Test(arguments: [true, false])
  func `a UUID is taken once`(isNumbered: Bool) throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var sample = Sample.steps(1)
    if !isNumbered { sample.uuid = SampleUUID(high: 0x1234, low: 0x5678) }
    var other = sample
    other.type = .bodyMass
    other.value = .quantity(Quantity(70, .gram(.kilo)))
    let twice = Change.Save([SampleRun(sample), SampleRun(other)])
    expectRefusal(&store, .save(twice), "twice in a save")
    try store.save([sample])
    expectRefusal(&store, .save(Change.Save([SampleRun(sample)])), "stored")
    expectRefusal(&store, .save(Change.Save([SampleRun(other)])), "stored in another type")
    try store.delete([sample.uuid])
    expectRefusal(&store, .save(Change.Save([SampleRun(sample)])), "deleted")
    try store.maintain()
    expectRefusal(&store, .save(Change.Save([SampleRun(sample)])), "deleted and erased")
  }

  @Test func `what cannot be deleted is refused as one`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save([.steps(1), .steps(2, bundle: "app.two")])
    let mine = Sample.steps(1).uuid
    let theirs = Sample.steps(2).uuid
    for uuids in [[], [theirs], [mine, theirs], [mine, Sample.steps(3).uuid]] {
      expectRefusal(&store, .delete(Change.Deletion(.uuids(uuids), owner: "app.one")))
    }
    #expect(store.writer.state.types[.stepCount]?.liveCount == 2)
    // By predicate an app simply means its own.
    let all = Change.Deletion(.matching(.stepCount, .constant(true)), owner: "app.one")
    #expect(try store.commit(.delete(all)).count == 1)
    #expect(try store.uuids(SampleQuery(.stepCount)) == [theirs])
    expectRefusal(&store, .delete(Change.Deletion(.uuids([mine]))), "deleted already")
  }

  @Test func `a refusal says nothing of the sample's value`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    for mistake in Mistake.allCases {
      var sample = mistake.sample
      if case .quantity(var quantity) = sample.value {
        quantity.value = 87_654_321
        sample.value = .quantity(quantity)
      }
      let result = try #require(
        store.writer.commit([.save(Change.Save([SampleRun(sample)]))], at: 0).first)
      if case .failure(let error) = result { #expect(!"\(error)".contains("87654321")) }
    }
  }

  @Test func `a replacement that cannot be saved deletes nothing`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save([.steps(1)])
    let deletion = Change.Deletion(.uuids([Sample.steps(1).uuid]), owner: "app.one")
    let bad = Change.Save([SampleRun(Mistake.wrongUnit.sample)])
    expectRefusal(&store, .replace(deletion, bad))
    #expect(try store.uuids(SampleQuery(.stepCount)) == [Sample.steps(1).uuid])
    let good = Change.Save([SampleRun(.steps(2))])
    #expect(try store.commit(.replace(deletion, good)).count == 2)
    #expect(try store.uuids(SampleQuery(.stepCount)) == [Sample.steps(2).uuid])
    // The new one may not take the name of the one it replaces.
    let again = Change.Deletion(.uuids([Sample.steps(2).uuid]))
    expectRefusal(&store, .replace(again, Change.Save([SampleRun(.steps(2))])))
  }
}
