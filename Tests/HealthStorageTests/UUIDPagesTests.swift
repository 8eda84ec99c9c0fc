internal import HealthModel
internal import TestSupport
internal import Testing

// How UUIDs are packed shows nowhere outside, and only its own bounds keep it small.
@testable internal import HealthStorage

/// The short hashes that say where foreign UUIDs may be.
struct UUIDPagesTests {
  private static func random(_ count: Int, _ random: inout SeededGenerator) -> [SampleUUID] {
    (0..<count).map { _ in SampleUUID(high: random.next(), low: random.next()) }
  }

  /// The pages of UUIDs that lie in blocks one after another.
  private static func pages(_ uuids: [SampleUUID], rowsPerBlock: Int = 512) -> [[UInt8]] {
    UUIDPages.build(
      uuids.enumerated().map { ($1, $0 / rowsPerBlock) },
      blocks: (uuids.count + rowsPerBlock - 1) / rowsPerBlock, asFor: uuids.count)
  }

  /// The blocks in which a look-up of the UUIDs has to confirm, with the UUID each may have.
  private static func candidates(
    for uuids: [SampleUUID], in pages: [[UInt8]], bits: Int
  ) throws -> [(block: Int, uuid: SampleUUID)] {
    var found: [(block: Int, uuid: SampleUUID)] = []
    let hashed = HashedUUIDs(Set(uuids))
    for part in hashed.parts(pages: pages.count) {
      let page = pages[part.page]
      let isPage = UUIDPages.search(
        page.span, for: part.entries, pages: pages.count, bits: bits
      ) { found.append(($0, hashed.entries[$1].uuid)) }
      try #require(isPage)
    }
    return found
  }

  @Test(arguments: [1, 2, 1_149, 1_150, 1_151, 5_000, 65_536])
  func `every UUID is found, and few that are not there`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let uuids = Self.random(count, &random)
    let pages = Self.pages(uuids)
    let bits = UUIDPages.blockBits(for: (count + 511) / 512)
    #expect(pages.count == UUIDPages.pageCount(for: count))
    let bytes = pages.reduce(0) { $0 + $1.count }
    #expect(bytes <= 2 * pages.count + 5 * count)
    if count > 1_000 { #expect(Double(bytes) < 3.3 * Double(count)) }
    var blocks: [SampleUUID: Int] = [:]
    for (row, uuid) in uuids.enumerated() { blocks[uuid] = row / 512 }
    let found = try Self.candidates(for: uuids, in: pages, bits: bits)
    let hits = Set(found.filter { blocks[$0.uuid] == $0.block }.map(\.uuid))
    #expect(hits.count == count, "\(random)")
    let strangers = Self.random(20_000, &random)
    let falseHits = try Self.candidates(for: strangers, in: pages, bits: bits).count
    // Some 1,150 rows of a page, each one chance in 65,536 and then in 512 or more.
    #expect(falseHits < 10, "\(random): \(falseHits) false hits")
  }

  @Test(arguments: [1, 16, 65_536])
  func `blocks are named, however many there are`(rowsPerBlock: Int) throws {
    var random = SeededGenerator(seed: UInt64(rowsPerBlock))
    let uuids = Self.random(65_536, &random)
    let bits = UUIDPages.blockBits(for: 65_536 / rowsPerBlock)
    let pages = Self.pages(uuids, rowsPerBlock: rowsPerBlock)
    for row in [0, 1, 40_000, 65_535] {
      let found = try Self.candidates(for: [uuids[row]], in: pages, bits: bits)
      #expect(found.contains { $0.block == row / rowsPerBlock }, "row \(row)")
    }
  }

  @Test func `the bits of a block's number are as few as tell all apart`() {
    let bits = [0, 1, 2, 3, 4, 5, 128, 129, 65_536].map(UUIDPages.blockBits)
    #expect(bits == [0, 0, 1, 2, 2, 3, 7, 8, 16])
  }

  @Test func `UUIDs that count up spread as random ones do`() {
    let uuids = (0..<20_000).map { SampleUUID(high: 0x1234_5678_9ABC_1DEF, low: UInt64($0)) }
    let pages = Self.pages(uuids)
    let longest = pages.map(\.count).max() ?? 0
    #expect(longest < 2 * 5 * 20_000 / pages.count)
  }

  @Test func `a page that is cut or made up is no page, and never a trap`() {
    var random = SeededGenerator(seed: 11)
    let uuids = Self.random(300, &random)
    let page = Self.pages(uuids)[0]
    let wanted = HashedUUIDs(Set(uuids)).entries[...]
    func isPage(_ bytes: [UInt8], bits: Int) -> Bool {
      UUIDPages.search(bytes.span, for: wanted, pages: 1, bits: bits) { _, _ in }
    }
    #expect(isPage([], bits: 0))
    for length in 1..<page.count - 2 * uuids.count {
      #expect(!isPage(Array(page[..<length]), bits: 0), "\(length)")
    }
    for _ in 0..<500 {
      let noise = random.bytes(Int(random.next() % 90))
      _ = isPage(noise, bits: Int(random.next() % 17))
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `blocks hold all rows in order and are mostly full`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var packer = BlockPacker()
    var fed: [SampleUUID] = []
    for _ in 0..<40 {
      let count = Int(random.next() % 700)
      if count % 5 == 0, packer.canKeep(400) { continue }
      var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
      for _ in 0..<count { run.append(.steps(UInt64(fed.count + run.count))) }
      fed += run.uuids
      packer.append(run)
    }
    packer.finish()
    var found: [SampleUUID] = []
    var counts: [Int] = []
    for case .new(let run) in packer.outputs {
      found += run.uuids
      counts.append(run.count)
    }
    #expect(found == fed, "\(random)")
    #expect(counts.allSatisfy { (1...BlockTable.mostRows).contains($0) }, "\(random): \(counts)")
    #expect(counts.dropLast().allSatisfy { $0 >= BlockTable.mostRows * 3 / 4 }, "\(counts)")
  }

  @Test func `a segment never has more rows than a page can name`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var random = SeededGenerator(seed: 5)
    let uuids = Self.random(66_000, &random)
    let count = uuids.count
    let run = try #require(
      SampleRun(
        type: .stepCount, uuids: uuids, starts: [Double](repeating: 0, count: count),
        ends: [Double](repeating: 1, count: count),
        payload: .quantity(
          values: [Double](repeating: 1, count: count),
          units: DictionaryColumn(repeating: .count, count: count)),
        sources: DictionaryColumn(repeating: Sample.steps(1).source, count: count),
        devices: DictionaryColumn(repeating: nil, count: count)))
    try store.commit(.save(Change.Save([run])))
    let segments = store.writer.state.types[.stepCount]?.segments ?? []
    #expect(segments.map(\.count).reduce(0, +) == count)
    #expect(segments.allSatisfy { $0.count <= UUIDPages.mostRows })
    let some = [uuids[0], uuids[65_535], uuids[65_536], uuids[65_999]]
    let query = SampleQuery(.stepCount, where: .uuid(UUIDSet(some)))
    #expect(try store.uuids(query) == some)
  }
}
