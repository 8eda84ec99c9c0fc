internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// The bounds of a page of changes, and what a reader may ask for.
struct ChangePageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [nil, 4_097, 100_000, Int.max])
  func `a page has at most its own number of entries`(limit: Int?) throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<5_000)
    let page = try store.page(ChangeQuery([.stepCount], limit: limit))
    #expect(page.count == ChangeReader.pageEntries)
    #expect(page.hasMore)
    let rest = try store.page(ChangeQuery([.stepCount], since: page.anchor, limit: limit))
    #expect(rest.count == 5_000 - page.count)
    #expect(!rest.hasMore)
  }

  @Test func `a page that decoded enough ends, even if it is empty`() throws {
    var store = try ReadingFixture(folder)
    // Workouts come sixteen to a block.
    let count = (ChangeReader.pageDecodings + 50) * BlockTable.mostObjects
    for start in stride(from: 0, to: count, by: 1_024) {
      try store.commit(
        .save(Change.Save([.workouts(UInt64(start)..<UInt64(min(start + 1_024, count)))])))
    }
    let nobody = Predicate.sources(bundleIdentifiers: ["nobody"])
    let first = try store.page(ChangeQuery([.workout], where: nobody))
    #expect(first.count == 0)
    #expect(first.hasMore)
    let second = try store.page(ChangeQuery([.workout], where: nobody, since: first.anchor))
    #expect(second.count == 0)
    #expect(!second.hasMore)
    #expect(second.anchor.position == Int64(count))
  }

  @Test func `tombstones that went after the snapshot are noticed`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<10)
    let before = try store.follow(limit: 100).anchor
    try store.delete(3..<5)
    let snapshot = store.writer.snapshot()
    let query = ChangeQuery([.stepCount], since: before)
    #expect(try store.page(query, in: snapshot).deleted.count == 2)
    try store.commit(.dropTombstones(through: store.writer.state.head))
    let error = #expect(throws: StorageError.self) { try store.page(query, in: snapshot) }
    #expect(error?.code == .startOver)
  }

  @Test func `a type that is asked for twice is told once`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<10)
    try store.delete(0..<1)
    let page = try store.page(ChangeQuery([.stepCount, .heartRate, .stepCount]))
    #expect(page.added.map(\.count) == [9])
    #expect(page.deleted.count == 1)
    #expect(try store.page(ChangeQuery([.stepCount, .stepCount]), as: store.access).count == 0)
  }

  @Test(arguments: [[], [.stepCount, .heartRate]] as [[ObjectType]])
  func `an app that asks for other than one type is refused`(types: [ObjectType]) throws {
    var store = try ReadingFixture(folder)
    let error = #expect(throws: ModelError.self) {
      try store.page(ChangeQuery(types), as: store.access)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `deletions are found by where they stand`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<10)
    try store.delete(0..<3)
    try store.save(10..<20)
    try store.delete(3..<5)
    let type = try #require(store.writer.state.types[.stepCount]).id
    // Deletions stand at 11 to 13 and at 24 and 25.
    for (after, position) in [(0, 11), (10, 11), (11, 12), (13, 24), (24, 25)] as [(Int64, Int64)] {
      #expect(
        try store.reader.tables.deletions.nextPosition(of: type, after: after) == position)
    }
    #expect(try store.reader.tables.deletions.nextPosition(of: type, after: 25) == nil)
    #expect(try store.reader.tables.deletions.run(of: type, after: 0, through: 10) == nil)
    #expect(try store.reader.tables.deletions.run(of: type, after: 13, through: 23) == nil)
    let run = try store.reader.tables.deletions.run(of: type, after: 13, through: 24)
    #expect(run?.uuids == [.step(3), .step(4)])
  }

  @Test func `a run of deletions that is not where its row says is damage`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<10)
    try store.delete(0..<3)
    try store.damage("UPDATE deletion SET last_position = last_position + 1000")
    let error = #expect(throws: StorageError.self) {
      try store.page(ChangeQuery([.stepCount]))
    }
    #expect(error?.code == .damaged)
  }
}

extension SampleRun {
  fileprivate static func workouts(_ counters: Range<UInt64>) -> Self {
    var run: Self?
    for counter in counters {
      let sample = Sample(
        uuid: .step(counter), type: .workout, start: Double(counter) * 60,
        end: Double(counter + 1) * 60,
        value: .object(.workout(Workout(activity: 37, duration: 60))),
        source: SourceRevision(source: Source(bundleIdentifier: "app.other", name: "Other")))
      if run == nil { run = SampleRun(sample) } else { run?.append(sample) }
    }
    return run ?? SampleRun(empty: .workout, like: .objects([]))
  }
}
