internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// What queries see while the store moves on under them.
struct SnapshotTests {
  private static func random(_ count: Int) -> [Sample] {
    (0..<UInt64(count)).map { number in
      var sample = Sample.steps(number, start: Double(number))
      sample.uuid = SampleUUID(high: number &* 0x9E37_79B9_7F4A_7C15 | 1, low: number)
      return sample
    }
  }

  private static func blocks(of store: borrowing StoreFixture) -> Int {
    store.writer.state.types.values.reduce(0) { count, type in
      type.segments.reduce(count) { $0 + $1.directory.blocks.count }
    }
  }

  private static func rows(of table: String, in folder: TemporaryFolder) throws -> Int {
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    let count = try connection.integer("SELECT count(*) FROM \(table)")
    return Int(try #require(count))
  }

  @Test func `a cursor streams what it saw through deletions and merges`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    let samples = (0..<1_500).map { Sample.steps($0, start: Double($0)) }
    try store.save(samples)
    var snapshot: Snapshot? = store.writer.snapshot()
    var cursor: SampleCursor? = try SampleCursor(
      SampleQuery(.stepCount), seeing: .everything, in: try #require(snapshot),
      from: &store.reader.tables)
    var seen = try #require(try cursor?.next(from: &store.reader.tables)).uuids
    try store.commit(.delete(Change.Deletion(.matching(.stepCount, .start(.less, 1_400)))))
    try store.maintain()
    for counter in 2_000..<2_040 { try store.save([.steps(UInt64(counter), start: 5_000)]) }
    try store.maintain()
    while let run = try cursor?.next(from: &store.reader.tables) { seen += run.uuids }
    #expect(seen == samples.map(\.uuid))
    #expect(try store.uuids(SampleQuery(.stepCount)).count == 140)

    // What only the old snapshot needed goes with it.
    #expect(try Self.rows(of: "block", in: folder) > Self.blocks(of: store))
    (cursor, snapshot) = (nil, nil)
    try store.maintain()
    #expect(try Self.rows(of: "block", in: folder) == Self.blocks(of: store))
  }

  @Test func `an open cursor does not stop a checkpoint`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save((0..<1_500).map { .steps($0, start: Double($0)) })
    var cursor = try SampleCursor(
      SampleQuery(.stepCount), seeing: .everything, in: store.writer.snapshot(),
      from: &store.reader.tables)
    let first = try cursor.next(from: &store.reader.tables)
    #expect(first != nil)
    try store.save([.steps(9_000)])
    try store.writer.checkpoint()
    #expect(try folder.read("store.db-wal").isEmpty)
    var count = first?.count ?? 0
    while let run = try cursor.next(from: &store.reader.tables) { count += run.count }
    #expect(count == 1_500)
  }

  @Test(arguments: [true, false])
  func `a look-up in an older snapshot finds what merging moved`(isNumbered: Bool) throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    let samples = isNumbered ? (0..<10).map { .steps($0) } : Self.random(10)
    try store.save(samples)
    let old = store.writer.snapshot()
    // So many that they merge with what was there.
    for counter in 100..<140 { try store.save([.steps(UInt64(counter))]) }
    #expect(store.writer.state.types[.stepCount]?.segments.first?.count ?? 0 > 10)
    let wanted = samples.map(\.uuid)
    let query = SampleQuery(.stepCount, where: .uuid(UUIDSet(wanted)))
    #expect(try store.uuids(query, in: old) == wanted)
    #expect(try store.uuids(query) == wanted)
  }

  @Test(arguments: [true, false])
  func `a look-up in an older snapshot finds what was deleted since`(isErased: Bool) throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    let samples = Self.random(10) + (0..<10).map { .steps($0) }
    try store.save(samples)
    let old = store.writer.snapshot()
    try store.delete(Array(samples.map(\.uuid)[5..<15]))
    if isErased { try store.maintain() }
    let query = SampleQuery(.stepCount, where: .uuid(UUIDSet(samples.map(\.uuid))))
    #expect(try store.uuids(query, in: old) == samples.map(\.uuid))
    #expect(try store.uuids(query).count == 10)
  }

  @Test func `an old snapshot verifies as sound while the store moves on`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save((0..<30).map { .steps($0) } + Self.random(30))
    let old = store.writer.snapshot()
    for counter in 100..<140 { try store.save([.steps(UInt64(counter))]) }
    try store.delete((100..<120).map { Sample.steps($0).uuid })
    try store.maintain()
    #expect(try store.reader.verify(old).findings == [])
  }

  @Test(arguments: [1, 5])
  func `maintenance leaves nothing of what was deleted`(types: Int) throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    for number in 0..<8 {
      for type in 0..<types {
        // Larger than what merges at the tail, so that there are several segments.
        try store.save(
          (0..<300).map { row in
            var sample = Sample.steps(UInt64(number * 300 + row), base: UInt64(100 + type))
            sample.type = [.stepCount, .pushCount, .flightsClimbed, .nikeFuel, .inhalerUsage][type]
            return sample
          })
      }
    }
    for type in store.writer.state.types.keys {
      let some = Set((0..<2_400).filter { $0 % 7 == 0 }.map(UInt64.init))
      let found = try store.uuids(SampleQuery(type)).filter { some.contains($0.counter) }
      try store.delete(found)
    }
    try store.maintain()
    #expect(store.writer.state.types.values.allSatisfy { $0.dead.isEmpty })
    #expect(try Self.rows(of: "dead", in: folder) == 0)
    #expect(try Self.rows(of: "block", in: folder) == Self.blocks(of: store))
    #expect(try store.findings() == [])
  }
}
