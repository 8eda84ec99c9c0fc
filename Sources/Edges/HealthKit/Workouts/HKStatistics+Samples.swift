internal import HealthModel

extension HKStatistics {
  /// What samples of one type come to that no store has to be asked for: all together, each counted whole.
  ///
  /// `nil` where there are none.
  convenience init?(of samples: [HKQuantitySample]) {
    guard let first = samples.first, let unit = first.quantityType.type.description?.canonicalUnit
    else { return nil }
    let isCumulative = first.quantityType.type.description?.aggregation == .cumulative
    var statistics = EngineStatistics(
      start: first.startDate.timeIntervalSinceReferenceDate,
      end: first.endDate.timeIntervalSinceReferenceDate)
    var sum = ExactSum()
    var values = EngineStatistics.Values()
    for sample in samples {
      guard let value = try? sample.quantity.quantity.value(in: unit) else { continue }
      let start = sample.startDate.timeIntervalSinceReferenceDate
      let end = sample.endDate.timeIntervalSinceReferenceDate
      statistics.start = min(statistics.start, start)
      statistics.end = max(statistics.end, end)
      sum.add(value)
      values.minimum = min(values.minimum ?? value, value)
      values.maximum = max(values.maximum ?? value, value)
      if end >= values.mostRecent?.end ?? -.infinity {
        values.mostRecent = .init(value: value, start: start, end: end)
      }
    }
    if isCumulative {
      values.minimum = nil
      values.maximum = nil
      values.sum = sum.value
    } else {
      values.average = sum.value / Double(samples.count)
    }
    statistics.values = values
    self.init(
      statistics, of: first.quantityType,
      isCumulative
        ? [.cumulativeSum, .mostRecent]
        : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent])
  }
}
