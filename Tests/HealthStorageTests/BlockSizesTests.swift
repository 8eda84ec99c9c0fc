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
