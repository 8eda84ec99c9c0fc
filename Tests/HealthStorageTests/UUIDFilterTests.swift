internal import HealthModel
internal import TestSupport
internal import Testing

// What a filter says of single UUIDs shows outside only as pages that are not read.
@testable internal import HealthStorage

/// The filter that tells which UUIDs are new.
struct UUIDFilterTests {
  @Test(arguments: [0, 1_000, 100_000])
  func `what was put in may be there, and little else, however it grew`(expected: Int) {
    var random = SeededGenerator(seed: UInt64(expected))
    func uuids(_ count: Int) -> [SampleUUID] {
      (0..<count).map { _ in SampleUUID(high: random.next(), low: random.next()) }
    }
    var filter = UUIDFilter(for: expected)
    let known = uuids(200_000)
    for uuid in known { filter.insert(uuid) }
    #expect(known.allSatisfy(filter.mayHave))
    let wrong = uuids(200_000).count(where: filter.mayHave)
    // A few full parts of which each is wrong about one in twenty thousand.
    #expect(wrong < 80, "\(random): \(wrong)")
  }

  @Test func `UUIDs that count up are told apart as random ones are`() {
    var filter = UUIDFilter(for: 100_000)
    func uuid(_ number: Int) -> SampleUUID {
      SampleUUID(high: 0x1234_5678_9ABC_1DEF, low: UInt64(number))
    }
    for number in 0..<100_000 { filter.insert(uuid(number)) }
    #expect((0..<100_000).allSatisfy { filter.mayHave(uuid($0)) })
    #expect((100_000..<200_000).count { filter.mayHave(uuid($0)) } < 40)
  }

  @Test(arguments: [0, 1, 2, 3, 100, 5_000])
  func `sorting by hashes is sorting, and stable, for hashes of any kind`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let spreads: [(UInt64) -> UInt64] = [{ $0 }, { $0 >> 50 }, { $0 | 0xFFFF << 48 }, { _ in 7 }]
    for spread in spreads {
      let elements = (0..<count).map { (hash: spread(random.next()), place: $0) }
      let sorted = HashedUUIDs.sorted(elements) { $0.hash }
      let wanted = elements.sorted { ($0.hash, $0.place) < ($1.hash, $1.place) }
      #expect(sorted.map(\.hash) == wanted.map(\.hash))
      #expect(sorted.map(\.place) == wanted.map(\.place))
    }
  }
}
