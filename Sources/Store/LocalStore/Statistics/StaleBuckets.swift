internal import HealthModel

/// Which of many buckets may have something else than before.
struct StaleBuckets {
  private let edges: [Double]
  /// Whether a sample counts in every bucket that it overlaps, and not only where it begins.
  private let spreads: Bool
  private var indexes = IntervalSet()

  /// None yet.
  init(edges: [Double], spreads: Bool) {
    self.edges = edges
    self.spreads = spreads
  }

  /// Adds the buckets in which samples lie; returns how many samples those are.
  mutating func add(_ run: SampleRun) -> Int {
    for row in 0..<run.count { add(run.starts[row], run.ends[row]) }
    return run.count
  }

  /// Adds the buckets in which one sample lies.
  mutating func add(_ start: Double, _ end: Double) {
    let first = count { $0 <= start } - 1
    let last = spreads && end > start ? count { $0 < end } - 1 : first
    let (lower, upper) = (max(first, 0), min(last, edges.count - 2))
    guard lower <= upper else { return }
    indexes.insert(UInt64(lower)...UInt64(upper))
  }

  /// The buckets as stretches of neighbours, in order; where those are more than so many, they are one.
  func stretches(atMost most: Int) -> [ClosedRange<Int>] {
    guard let first = indexes.min, let last = indexes.max else { return [] }
    let stretches = indexes.intervals.count > most ? [first...last] : indexes.intervals
    return stretches.map { Int($0.lowerBound)...Int($0.upperBound) }
  }

  /// How many edges, from the first on, are as told.
  private func count(of isBefore: (Double) -> Bool) -> Int {
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(edges[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
