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

  /// The rows that a look-up of the UUIDs has to confirm, with the UUID each may have.
  private static func candidates(
    for uuids: [SampleUUID], in pages: [[UInt8]]
  ) throws -> [(row: Int, uuid: SampleUUID)] {
    var found: [(row: Int, uuid: SampleUUID)] = []
    let entries = HashedUUIDs(Set(uuids)).entries
    for (number, page) in pages.enumerated() {
      let wanted = entries.filter { UUIDPages.place($0.hash, pages: pages.count).page == number }
      found += try #require(
        UUIDPages.candidates(in: page, for: wanted[...], pages: pages.count))
    }
    return found
  }

  @Test(arguments: [1, 2, 1_149, 1_150, 1_151, 5_000, 65_536])
  func `every UUID is found, and few that are not there`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let uuids = Self.random(count, &random)
    let pages = UUIDPages.build(uuids.enumerated().map { ($1, $0) })
    #expect(pages.count == UUIDPages.pageCount(for: count))
    let bytes = pages.reduce(0) { $0 + $1.count }
    #expect(bytes <= 2 * pages.count + 5 * count)
    if count > 1_000 { #expect(Double(bytes) < 3.3 * Double(count)) }
    let found = try Self.candidates(for: uuids, in: pages)
    var hits: Set<Int> = []
    for (row, uuid) in found where uuids[row] == uuid { hits.insert(row) }
    #expect(hits.count == count, "\(random)")
    let strangers = Self.random(20_000, &random)
    let falseHits = try Self.candidates(for: strangers, in: pages).count
    // Some 1,150 rows of a page, each one chance in 65,536.
    #expect(falseHits < 20_000 * 3 / 100, "\(random): \(falseHits) false hits")
  }

  @Test func `UUIDs that count up spread as random ones do`() {
    let uuids = (0..<20_000).map { SampleUUID(high: 0x1234_5678_9ABC_1DEF, low: UInt64($0)) }
    let pages = UUIDPages.build(uuids.enumerated().map { ($1, $0) })
    let longest = pages.map(\.count).max() ?? 0
    #expect(longest < 2 * 5 * 20_000 / pages.count)
  }

  @Test func `a page that is cut or made up is no page, and never a trap`() {
    var random = SeededGenerator(seed: 11)
    let uuids = Self.random(300, &random)
    let page = UUIDPages.build(uuids.enumerated().map { ($1, $0) })[0]
    let wanted = HashedUUIDs(Set(uuids)).entries
    #expect(UUIDPages.candidates(in: [], for: wanted[...], pages: 1)?.isEmpty == true)
    for length in 1..<page.count - 2 * uuids.count {
      let cut = Array(page[..<length])
      #expect(UUIDPages.candidates(in: cut, for: wanted[...], pages: 1) == nil, "\(length)")
    }
    for _ in 0..<500 {
      let noise = random.bytes(Int(random.next() % 90))
      _ = UUIDPages.candidates(in: noise, for: wanted[...], pages: 1)
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
