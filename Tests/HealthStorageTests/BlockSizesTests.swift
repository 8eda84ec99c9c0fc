internal import HealthModel
internal import SQLiteCore
internal import TestSupport
internal import Testing

// How many rows a block gets shows outside only as the size of the file.
@testable internal import HealthStorage

/// Blocks that fill the pages of the database.
struct BlockSizesTests {
  @Test(arguments: stride(from: 320, through: 9_000, by: 20).map { $0 })
  func `blocks fill their pages, whatever their rows take`(bytes: Int) {
    let rows = BlockSizes.rows(where: 512, take: bytes)
    #expect((200...512).contains(rows))
    // As a block has names however few rows there are.
    let taken = 300 + (bytes - 300) * rows / 512 + 24
    // From here on SQLite cuts a block over pages that it fills.
    guard bytes + 24 <= 4_061 else {
      #expect(rows == 512)
      return
    }
    let used = 4_088 / taken * taken
    #expect(used > 4_088 * 9 / 10, "\(rows) rows take \(taken)")
  }

  @Test(arguments: [4_096, 3_000, 1_000, 20_000])
  func `what fills blocks is written once`(count: Int) throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var random = RandomHealth(seed: 5)
    for save in 0..<18 {
      let first = UInt64(save * count)
      try store.save(
        (first..<(first + UInt64(count))).map { number in
          var sample = Sample.steps(number, start: Double(number) * 60)
          sample.value = .quantity(Quantity(Double(random.number(1...60_000)) / 1_000, .count))
          return sample
        })
    }
    let segments = store.writer.state.types[.stepCount]?.segments ?? []
    // Sixteen became one.
    #expect(segments.count < 18)
    let kept = segments.reduce(0) { $0 + $1.directory.blocks.count }
    let written = Int(store.writer.state.nextBlock) - 1
    // The first save does not know yet how long rows are.
    #expect(written - kept <= 2 * (count / 512 + 1), "\(written) blocks written, \(kept) kept")
  }

  @Test func `rows are cut into even blocks that are full, or not at all`() {
    for most in [100, 341, 440, 512] {
      for count in 1...(4 * most) {
        let rows = BlockPacker.evenRows(count, atMost: most)
        #expect(rows <= most)
        guard rows < most else { continue }
        let last = count % rows == 0 ? rows : count % rows
        #expect(BlockPacker.isFull(rows, of: most) && BlockPacker.isFull(last, of: most))
      }
    }
    #expect(BlockPacker.evenRows(4_096, atMost: 440) == 410)
    #expect(BlockPacker.evenRows(2_000, atMost: 512) == 512)
  }

  @Test func `a store of such blocks wastes little of its file`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var random = RandomHealth(seed: 3)
    var date = 0.0
    for save in 0..<20 {
      let samples = (0..<4_096).map { row in
        date += Double(random.number(1...300))
        var sample = Sample.steps(UInt64(save * 4_096 + row), start: date)
        sample.value = .quantity(Quantity(Double(random.number(1...60_000)) / 1_000, .count))
        return sample
      }
      try store.save(samples)
    }
    try store.maintain()
    let counts =
      store.writer.state.types[.stepCount]?.segments
      .flatMap(\.directory.blocks).map(\.count) ?? []
    #expect(counts.reduce(0, +) == 81_920)
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    func sum(_ column: String) throws -> Int64 {
      try #require(
        try connection.integer("SELECT sum(\(column)) FROM dbstat WHERE name = 'block'"))
    }
    // Blocks of 512 rows, each with a page to itself, would waste more than a third.
    let (unused, all) = (try sum("unused"), try sum("pgsize"))
    #expect(Double(unused) < 0.2 * Double(all), "\(unused) of \(all) bytes")
    #expect(try store.findings() == [])
  }
}
