internal import HealthModel

/// What the quantities of one type come to, in buckets.
open class HKStatisticsCollection: NSObject, @unchecked Sendable {
  private let type: HKQuantityType
  private let options: HKStatisticsOptions
  private let intervals: StatisticsIntervals
  /// Those that have something, in order.
  private let filled: [HKStatistics]

  /// - Parameters:
  ///   - statistics: Those of the buckets that have something, in order.
  ///   - type: The type of the quantities.
  ///   - options: What was asked for.
  ///   - intervals: The buckets.
  ///   - covered: What the samples cover of each bucket, by where it begins, if it was asked for.
  init(
    _ statistics: [EngineStatistics], of type: HKQuantityType, _ options: HKStatisticsOptions,
    in intervals: StatisticsIntervals, covering covered: [Double: CoveredDurations]? = nil
  ) {
    self.type = type
    self.options = options
    self.intervals = intervals
    filled = statistics.map { statistics in
      HKStatistics(
        statistics, of: type, options,
        covering: covered.map { $0[statistics.start] ?? CoveredDurations() })
    }
  }

  /// The statistics of the bucket that a date is in, which may be empty.
  open func statistics(for date: Date) -> HKStatistics? {
    statistics(in: intervals.interval(containing: date))
  }

  private func statistics(in bucket: DateInterval) -> HKStatistics {
    let start = bucket.start.timeIntervalSinceReferenceDate
    var low = 0
    var high = filled.count
    while low < high {
      let middle = (low + high) / 2
      if filled[middle].statistics.start < start { low = middle + 1 } else { high = middle }
    }
    if low < filled.count, filled[low].statistics.start == start { return filled[low] }
    let empty = EngineStatistics(start: start, end: bucket.end.timeIntervalSinceReferenceDate)
    return HKStatistics(empty, of: type, options)
  }

  /// The buckets that are not as they were, the emptied ones included, in order.
  func different(from other: HKStatisticsCollection) -> [HKStatistics] {
    let before = Dictionary(uniqueKeysWithValues: other.filled.map { ($0.statistics.start, $0) })
    let starts = Set(filled.map(\.statistics.start))
    let changed = filled.filter { before[$0.statistics.start] != $0 }
    let emptied = other.filled.filter { !starts.contains($0.statistics.start) }.map { gone in
      let empty = EngineStatistics(start: gone.statistics.start, end: gone.statistics.end)
      return HKStatistics(empty, of: type, options)
    }
    return (changed + emptied).sorted { $0.statistics.start < $1.statistics.start }
  }

  /// Calls a block with each bucket between two dates, the empty ones included, in order.
  ///
  /// - Parameters:
  ///   - startDate: A date in the first bucket.
  ///   - endDate: A date in the last bucket.
  ///   - block: Sets what it is given to `true` to see no more.
  open func enumerateStatistics(
    from startDate: Date, to endDate: Date,
    with block: (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    guard startDate <= endDate else { return }
    var stops = ObjCBool(false)
    for number in intervals.number(of: startDate)...intervals.number(of: endDate) {
      let bucket = DateInterval(start: intervals.start(number), end: intervals.start(number + 1))
      let statistics = statistics(in: bucket)
      unsafe withUnsafeMutablePointer(to: &stops) { unsafe block(statistics, $0) }
      if stops.boolValue { return }
    }
  }

  /// The buckets that have something, in order.
  open func statistics() -> [HKStatistics] { filled }

  /// Who contributed; empty unless asked for by source.
  open func sources() -> Set<HKSource> { Set(filled.flatMap { $0.sources ?? [] }) }

  open override var description: String {
    "<HKStatisticsCollection \(type): \(filled.count) intervals>"
  }
}
