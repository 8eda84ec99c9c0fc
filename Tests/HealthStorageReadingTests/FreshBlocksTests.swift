internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// What a commit wrote is known to the readers of the same process, until it is not true any more.
struct FreshBlocksTests {
  /// What readers tell, and how many blocks one of them decoded for it.
  private struct Told: Hashable {
    var uuids: Set<SampleUUID>
    var decoded = 0
  }

  /// A writer and a reader of one store that share what is fresh, and a reader that has to look.
  private struct Fixture: ~Copyable {
    var writer: StoreWriter
    var reader: StoreReader
    var stranger: StoreReader

    init(_ folder: TemporaryFolder, vfs: String? = nil) throws {
      let path = folder.file("store.db")
      let fresh = FreshBlocks()
      let writer = try StoreWriter(
        Connection(path: path, mode: .readWriteCreate, vfs: vfs),
        beginning: Incarnation(rawValue: 1), pins: PinnedGenerations(), fresh: fresh)
      let reader = try StoreReader(Connection(path: path, mode: .readOnly, vfs: vfs), fresh: fresh)
      let stranger = try StoreReader(Connection(path: path, mode: .readOnly, vfs: vfs))
      self.writer = writer
      self.reader = reader
      self.stranger = stranger
    }

    mutating func save(_ counters: Range<UInt64>) throws {
      try commit(.save(Change.Save([.steps(counters)])))
    }

    mutating func commit(_ change: Change) throws {
      _ = try #require(writer.commit([change], at: 0).first).get()
    }

    /// What both readers tell, which is the same, and how many blocks the first decoded for it.
    mutating func told() throws -> Told {
      let snapshot = writer.snapshot()
      let before = reader.tables.blocks.decodedCount
      let found = try Self.told(in: snapshot, by: &reader)
      let sought = try Self.told(in: snapshot, by: &stranger)
      #expect(found == sought)
      return Told(uuids: found, decoded: reader.tables.blocks.decodedCount - before)
    }

    mutating func expect(_ expected: Told) throws {
      let told = try told()
      #expect(told == expected)
    }

    mutating func expect(_ expected: Set<SampleUUID>, _ comment: Comment? = nil) throws {
      let told = try told()
      #expect(told.uuids == expected, comment)
    }

    private static func told(
      in snapshot: Snapshot, by reader: inout StoreReader
    ) throws -> Set<SampleUUID> {
      var uuids: Set<SampleUUID> = []
      var anchor = Anchor.beginning
      while true {
        let query = ChangeQuery([.stepCount], since: anchor)
        let page = try ChangeReader(query, as: .everything, in: snapshot, from: &reader.tables)
          .page(from: &reader.tables)
        uuids.formUnion(page.added.flatMap(\.uuids))
        guard page.hasMore else { return uuids }
        anchor = page.anchor
      }
    }
  }

  private static func uuids(_ counters: Range<UInt64>) -> Set<SampleUUID> {
    Set(SampleRun.steps(counters).uuids)
  }

  @Test func `what was just saved is not decoded`() throws {
    let folder = try TemporaryFolder()
    var store = try Fixture(folder)
    for counter in 0..<10 as Range<UInt64> { try store.save(counter..<(counter + 1)) }
    try store.expect(Told(uuids: Self.uuids(0..<10), decoded: 0))
  }

  @Test func `a large block is decoded, and so is one whose memory was given back`() throws {
    let folder = try TemporaryFolder()
    var store = try Fixture(folder)
    try store.save(0..<300)
    try store.expect(Told(uuids: Self.uuids(0..<300), decoded: 1))
    try store.save(300..<301)
    store.writer.dropCaches()
    try store.expect(Told(uuids: Self.uuids(0..<301), decoded: 1))
  }

  /// Many of some weight would fill the memory; merging finds this one in a cache of the writer.
  @Test func `a block of a hundred rows is decoded`() throws {
    let folder = try TemporaryFolder()
    var store = try Fixture(folder)
    try store.save(0..<100)
    try store.expect(Told(uuids: Self.uuids(0..<100), decoded: 1))
  }

  @Test func `more blocks than are kept are all told`() throws {
    let folder = try TemporaryFolder()
    var store = try Fixture(folder)
    for counter in 0..<200 as Range<UInt64> {
      // Each app has segments of its own, so that few are merged away.
      let run = SampleRun.steps(counter..<(counter + 1), by: "app.\(counter % 40)")
      try store.commit(.save(Change.Save([run])))
    }
    try store.expect(Self.uuids(0..<200))
  }

  @Test func `deleted, pruned and erased samples are not told`() throws {
    let folder = try TemporaryFolder()
    var store = try Fixture(folder)
    for counter in 0..<6 as Range<UInt64> { try store.save(counter..<(counter + 1)) }
    let going = SampleRun.steps(2..<3).uuids
    try store.commit(.delete(Change.Deletion(.uuids(going))))
    try store.expect(Self.uuids(0..<6).subtracting(going))
    while try store.writer.maintain(at: 0) {}
    try store.expect(Self.uuids(0..<6).subtracting(going))
    try store.commit(.eraseHistory)
    try store.expect([])
    try store.save(10..<11)
    try store.expect(Self.uuids(10..<11))
  }

  /// The number of the block that was not committed is given out again, to one too large to be kept.
  @Test func `what a failed commit wrote is forgotten`() throws {
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      let vfs = try FaultVFS(plan: plan, fault: .io, on: [.write, .sync, .truncate])
      guard var store = try? Fixture(folder, vfs: vfs.name) else { return }
      var expected = Self.uuids(0..<1)
      do {
        try store.save(0..<1)
      } catch {
        try store.save(1_000..<1_400)
        expected = Self.uuids(1_000..<1_400)
      }
      try store.expect(expected, "write or sync \(plan.number ?? 0)")
    }
    #expect(struck > 3)
  }
}
