internal import HealthModel

/// The statistics of each bucket that were told last.
struct ToldStatistics: Sendable {
  private var byStart: [Double: Statistics] = [:]

  /// Takes in what was worked out anew, and adds what of it is different to an update.
  ///
  /// - Parameters:
  ///   - starts: Where the buckets begin that were worked out; `nil` where that is all of them.
  ///   - found: Those that have something, in order.
  ///   - update: Tells it.
  mutating func replace(
    _ starts: ArraySlice<Double>?, by found: [Statistics], telling update: inout StatisticsUpdate
  ) {
    let kept = Set(found.map(\.start))
    for start in starts.map(Array.init) ?? byStart.keys.sorted()
    where !kept.contains(start) && byStart.removeValue(forKey: start) != nil {
      update.emptied.append(start)
    }
    for statistics in found {
      if let before = byStart.updateValue(statistics, forKey: statistics.start),
        before.isIdentical(to: statistics)
      {
        continue
      }
      update.changed.append(statistics)
    }
  }
}
