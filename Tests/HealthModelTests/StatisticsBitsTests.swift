internal import HealthModel
internal import Testing

struct StatisticsBitsTests {
  private static func of(_ change: (inout Statistics) -> Void) -> Statistics {
    var values = Statistics.Values()
    values.average = 0
    values.sum = .nan
    values.mostRecent = Statistics.MostRecent(value: 1, start: 2, end: 3)
    var statistics = Statistics(start: 0, end: 1, values: values)
    statistics.sources = [.init(Source(bundleIdentifier: "a", name: "A"), values)]
    change(&statistics)
    return statistics
  }

  @Test func `what has the same bits is the same, be it no number`() {
    let statistics = Self.of { _ in }
    #expect(statistics != statistics)
    #expect(statistics.isIdentical(to: statistics))
  }

  @Test func `every difference is one`() {
    let statistics = Self.of { _ in }
    let changes: [(inout Statistics) -> Void] = [
      { $0.start = -0.0 }, { $0.end = 2 }, { $0.values.average = -0.0 },
      { $0.values.average = nil }, { $0.values.minimum = 0 }, { $0.values.maximum = 0 },
      { $0.values.sum = 0 }, { $0.values.mostRecent = nil }, { $0.values.mostRecent?.value = 0 },
      { $0.values.mostRecent?.start = 0 }, { $0.values.mostRecent?.end = 0 },
      { $0.sources = [] }, { $0.sources[0].source.name = "B" },
      { $0.sources[0].values.average = 1 },
    ]
    for (index, change) in changes.enumerated() {
      let other = Self.of(change)
      #expect(!statistics.isIdentical(to: other), "change \(index)")
      #expect(!other.isIdentical(to: statistics), "change \(index)")
    }
  }
}
