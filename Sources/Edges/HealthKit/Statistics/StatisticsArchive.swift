internal import HealthModel

/// Statistics as an archive has them: numbers as their bits, so that each comes back as it was.
struct StatisticsArchive: Codable {
  struct Values: Codable {
    var average: UInt64?
    var minimum: UInt64?
    var maximum: UInt64?
    var sum: UInt64?
    /// Value, start and end.
    var mostRecent: [UInt64]?
  }

  struct OfSource: Codable {
    var bundleIdentifier: String
    var name: String
    var values: Values
    var duration: UInt64?
  }

  var options: UInt
  var start: UInt64
  var end: UInt64
  var values: Values
  var sources: [OfSource]
  var duration: UInt64?

  init(
    _ statistics: EngineStatistics, _ options: HKStatisticsOptions, _ covered: CoveredDurations?
  ) {
    self.options = options.rawValue
    start = statistics.start.bitPattern
    end = statistics.end.bitPattern
    values = Values(statistics.values)
    sources = statistics.sources.map {
      OfSource(
        bundleIdentifier: $0.source.bundleIdentifier, name: $0.source.name,
        values: Values($0.values),
        duration: covered?.bySource[$0.source.bundleIdentifier]?.bitPattern)
    }
    duration = covered?.whole.bitPattern
  }

  var covered: CoveredDurations? {
    guard let duration else { return nil }
    var covered = CoveredDurations(whole: Double(bitPattern: duration))
    for source in sources {
      covered.bySource[source.bundleIdentifier] = source.duration.map { Double(bitPattern: $0) }
    }
    return covered
  }

  var statistics: EngineStatistics {
    EngineStatistics(
      start: Double(bitPattern: start), end: Double(bitPattern: end), values: values.engine,
      sources: sources.map {
        EngineStatistics.OfSource(
          EngineSource(bundleIdentifier: $0.bundleIdentifier, name: $0.name), $0.values.engine)
      })
  }
}

extension StatisticsArchive.Values {
  fileprivate init(_ values: EngineStatistics.Values) {
    average = values.average?.bitPattern
    minimum = values.minimum?.bitPattern
    maximum = values.maximum?.bitPattern
    sum = values.sum?.bitPattern
    mostRecent = values.mostRecent.map { [$0.value, $0.start, $0.end].map(\.bitPattern) }
  }

  fileprivate var engine: EngineStatistics.Values {
    var values = EngineStatistics.Values()
    values.average = average.map { Double(bitPattern: $0) }
    values.minimum = minimum.map { Double(bitPattern: $0) }
    values.maximum = maximum.map { Double(bitPattern: $0) }
    values.sum = sum.map { Double(bitPattern: $0) }
    if let mostRecent, mostRecent.count == 3 {
      let numbers = mostRecent.map { Double(bitPattern: $0) }
      values.mostRecent = EngineStatistics.MostRecent(
        value: numbers[0], start: numbers[1], end: numbers[2])
    }
    return values
  }
}
