internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import HealthKit  // A query's objects come from runs.

@Suite struct MemoryTests {
  /// Bytes of this process in memory, of which the system keeps count.
  private static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text.split(separator: " ").compactMap { Int($0) }
    return try #require(pages.count > 1 ? pages[1] : nil) * 4_096
  }

  private static func run(_ count: Int) throws -> SampleRun {
    let uuids = (0..<count).map { SampleUUID(base: 7, counter: UInt64($0)) }
    let starts = (0..<count).map { Double($0) }
    let ends = starts.map { $0 + 1 }
    let values = (0..<count).map { Double(60 + $0 % 40) }
    let run = SampleRun(
      type: .heartRate, uuids: uuids, starts: starts, ends: ends,
      payload: .quantity(values: values, units: DictionaryColumn(repeating: .count, count: count)),
      sources: DictionaryColumn(repeating: .unsaid, count: count),
      devices: DictionaryColumn(repeating: nil, count: count))
    return try #require(run)
  }

  // In a process of its own, where nothing else allocates.
  @Test(.disabled(if: Sanitizer.obstacle != nil))
  func `a million objects of a query cost less than 100 bytes each, columns included`() async {
    await #expect(processExitsWith: .success) {
      let count = 1_000_000
      // What the first call of anything sets up.
      _ = HKSample.views(of: try Self.run(10)).map(\.description)
      let before = try Self.residentBytes()
      let views = HKSample.views(of: try Self.run(count))
      let each = Double(try Self.residentBytes() - before) / Double(count)
      #expect(views.count == count && each < 100, "\(each) bytes each")
      let last = try #require(views.last as? HKQuantitySample)
      #expect(last.quantity.doubleValue(for: .count()) == 99)
    }
  }
}
