internal import HealthCodec
internal import HealthModel
internal import SQLiteCore
internal import TestSupport
internal import Testing

@testable internal import HealthStorage

// The tests write rows with right checksums, which are internal to the storage.

/// Stores from before apps had segments of their own.
struct MixedSegmentTests {
  private static let own = Visibility.own(bundleIdentifier: "app.own")

  /// A store with segments that two apps saved, row by row in turn.
  private static func store(in folder: TemporaryFolder) throws -> ReadingFixture {
    do {
      var store = try ReadingFixture(folder)
      try store.save(0..<700)
      try store.save(700..<1_000)
      try store.delete(10..<20)
      for segment in store.writer.state.types[.stepCount]?.segments ?? [] {
        try mix(segment, in: &store)
      }
    }
    return try ReadingFixture(folder)
  }

  /// Gives every other row to the app, in blocks and in the directory.
  private static func mix(_ segment: Segment, in store: inout ReadingFixture) throws {
    let connection = try Connection(path: store.path, mode: .readWriteCreate)
    var directory = segment.directory
    for block in directory.blocks {
      let run = try store.writer.tables.blocks.run(block.id)
      var own = run.selecting((0..<run.count).filter { $0 % 2 == 0 })
      let source = Source(bundleIdentifier: "app.own", name: "app.own")
      own.setSource(SourceRevision(source: source))
      var mixed = own
      mixed.append(run, rows: 1..<2)
      for row in stride(from: 3, to: run.count, by: 2) { mixed.append(run, rows: row..<(row + 1)) }
      let positions = mixed.positions.all()
      mixed = mixed.picking(positions.indices.sorted { positions[$0] < positions[$1] })
      let body = try mixed.encoded()
      var put = try connection.prepare("UPDATE block SET body = ?2, checksum = ?3 WHERE id = ?1")
      try put.bind(block.id, at: 1)
      try put.bind(body, at: 2)
      try put.bind(RowChecksum.of(body, in: .integer(block.id), .null, .null), at: 3)
      try put.run()
      if !directory.sources.contains(source) { directory.sources.append(source) }
    }
    let bytes = try directory.encoded()
    var put = try connection.prepare(
      """
      UPDATE segment SET directory = ?2, directory_checksum = ?3, aggregates_checksum = 1
      WHERE id = ?1
      """)
    try put.bind(segment.id, at: 1)
    try put.bind(bytes, at: 2)
    try put.bind(SegmentTable.checksum(bytes, segment.id, 1), at: 3)
    try put.run()
  }

  private static func counters(
    _ store: inout ReadingFixture, seeing visibility: Visibility
  ) throws -> [UInt64] {
    var cursor = try SampleCursor(
      SampleQuery(.stepCount), seeing: visibility, in: store.writer.snapshot(),
      from: &store.reader.tables)
    var counters: [UInt64] = []
    while let run = try cursor.next(from: &store.reader.tables) {
      counters += run.uuids.map(\.counter)
    }
    return counters
  }

  @Test func `they are read as they are, and maintenance takes them apart`() throws {
    let folder = try TemporaryFolder()
    var store = try Self.store(in: folder)
    let all = Array(0..<10) + Array(20..<1_000) as [UInt64]
    let own = all.filter { $0 % 2 == 0 || $0 == 700 }
    try store.grant(share: true)
    let owners = { (store: borrowing ReadingFixture) in
      store.writer.state.types[.stepCount]?.segments.map(\.owner) ?? []
    }
    #expect(owners(store) == [nil, nil])
    for _ in 0..<2 {
      #expect(try Self.counters(&store, seeing: .everything) == all)
      #expect(try Self.counters(&store, seeing: Self.own) == own)
      #expect(try store.follow(limit: 100, as: .everything).added == all)
      #expect(try store.follow(limit: 100, as: store.access).added == own)
      let (sums, _) = try store.statistics(
        StatisticsQuery(.stepCount, .cumulativeSum), seeing: Self.own)
      #expect(sums.first?.values.sum == Double(own.count))
      while try store.writer.maintain(at: 0) {}
    }
    #expect(Set(owners(store)) == ["app.other", "app.own"])
    #expect(try store.findings() == [])
  }

  @Test func `new samples go to lanes beside them`() throws {
    let folder = try TemporaryFolder()
    var store = try Self.store(in: folder)
    for counter in 1_000..<1_040 as Range<UInt64> {
      try store.save(counter..<(counter + 1), by: counter % 2 == 0 ? "app.own" : "app.other")
    }
    let all = Array(0..<10) + Array(20..<1_040) as [UInt64]
    #expect(try Self.counters(&store, seeing: .everything) == all)
    #expect(try store.follow(limit: 7).added == all)
    while try store.writer.maintain(at: 0) {}
    #expect(try Self.counters(&store, seeing: .everything) == all)
    #expect(try store.findings() == [])
  }
}
