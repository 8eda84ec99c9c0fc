/// Neighbouring buckets and what lies in them, in all and by source.
package struct Buckets: Sendable {
  /// A sample as statistics see it, in the type's canonical unit.
  package struct Row: Sendable {
    package var start: Double
    package var end: Double
    package var value: Double
    /// The index of its source among those of the query.
    package var source: Int

    package init(start: Double, end: Double, value: Double, source: Int) {
      self.start = start
      self.end = end
      self.value = value
      self.source = source
    }
  }

  /// Ascending, one more than there are buckets; infinite where the bucket has no bound.
  package let edges: [Double]
  package private(set) var totals: [BucketSums]
  /// By source; without entries until a source has some.
  package private(set) var bySource: [[BucketSums]]
  /// How many bytes it takes, more or less.
  package var weight: Int {
    MemoryLayout<Double>.stride * edges.count
      + bySource.reduce(totals.count) { $0 + $1.count } * MemoryLayout<BucketSums>.stride
  }

  /// Whether samples count in proportion where they lie in several buckets.
  package let divides: Bool

  /// - Parameters:
  ///   - edges: At least two, ascending.
  ///   - sourceCount: As many sources as are to be told apart; none where only the total is wanted.
  ///   - divides: Whether samples count in proportion where they lie in several buckets; without, each
  ///     counts in the one in which it starts.
  package init(edges: [Double], sourceCount: Int, divides: Bool) {
    self.edges = edges
    self.divides = divides
    totals = [BucketSums](repeating: BucketSums(), count: edges.count - 1)
    bySource = [[BucketSums]](repeating: [], count: sourceCount)
  }

  package var count: Int { totals.count }
  package var start: Double { edges[0] }
  package var end: Double { edges[edges.count - 1] }

  /// The bucket that holds an instant; `nil` where none does.
  package func index(of instant: Double) -> Int? {
    guard instant >= start, instant < end else { return nil }
    return index(from: 0, of: instant)
  }

  /// The same for an instant that a bucket holds, near and not before bucket `first`.
  package func index(from first: Int, of instant: Double) -> Int {
    var low = first
    var step = 1
    while low + step < count, edges[low + step] <= instant {
      low += step
      step *= 2
    }
    var high = min(low + step, count) - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if edges[middle] <= instant { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The quarter-hours that lie in a bucket as wholes; `nil` where none does.
  package func quarterHours(of bucket: Int) -> ClosedRange<Int64>? {
    let start = max(edges[bucket], Instant.permitted.lowerBound)
    let end = min(edges[bucket + 1], Instant.permitted.upperBound)
    var first = Instant.quarterHour(of: start)
    if Instant.startOfQuarterHour(first) < start { first += 1 }
    let next = Instant.quarterHour(of: end)
    return first < next ? first...(next - 1) : nil
  }

  /// Adds a sample by itself: whether others cover its time does not matter.
  package mutating func add(_ row: Row) {
    add(row, toTotals: true)
  }

  /// The same for its source alone, where a merge sees to the total.
  package mutating func addToSource(_ row: Row) {
    if !bySource.isEmpty { add(row, toTotals: false) }
  }

  /// Adds to the total what a merge leaves of a sample in one bucket.
  @inline(__always)
  package mutating func add(merged share: Double, to bucket: Int) {
    totals[bucket].add(share)
  }

  /// The same for many.
  mutating func add(merged sum: ExactSum, of count: Int, to bucket: Int) {
    if count > 0 { totals[bucket].add(count: count, sum: sum) }
  }

  private mutating func add(_ row: Row, toTotals: Bool) {
    guard divides, row.end > row.start else {
      if let bucket = index(of: row.start) { add(row.value, row.source, to: bucket, toTotals) }
      return
    }
    guard row.start < end, row.end > start else { return }
    var bucket = row.start < start ? 0 : index(from: 0, of: row.start)
    while bucket < count, edges[bucket] < row.end {
      let (from, to) = (max(row.start, edges[bucket]), min(row.end, edges[bucket + 1]))
      let share =
        from == row.start && to == row.end
        ? row.value : Self.share(of: row.value, lasting: row.end - row.start, for: to - from)
      add(share, row.source, to: bucket, toTotals)
      bucket += 1
    }
  }

  private mutating func add(
    _ value: Double, _ source: Int, to bucket: Int, _ toTotals: Bool
  ) {
    if toTotals { totals[bucket].add(value) }
    guard !bySource.isEmpty else { return }
    makeRoom(for: source)
    bySource[source][bucket].add(value)
  }

  /// Adds what is known of several samples of a source that all lie in one bucket.
  package mutating func add(
    count: Int, minimum: Double, maximum: Double, components: Span<Double>, of source: Int,
    to bucket: Int
  ) {
    totals[bucket].add(count: count, minimum: minimum, maximum: maximum)
    for index in components.indices { totals[bucket].add(component: components[index]) }
    guard !bySource.isEmpty else { return }
    makeRoom(for: source)
    bySource[source][bucket].add(count: count, minimum: minimum, maximum: maximum)
    for index in components.indices {
      bySource[source][bucket].add(component: components[index])
    }
  }

  private mutating func makeRoom(for source: Int) {
    if bySource[source].isEmpty {
      bySource[source] = [BucketSums](repeating: BucketSums(), count: count)
    }
  }

  /// The part of a value that `part` of its `length` has, in seconds.
  ///
  /// Multiplied before it is divided, so that parts which come out even do so exactly.
  package static func share(
    of value: Double, lasting length: Double, for part: Double
  ) -> Double {
    let product = value * part
    return product.isFinite ? product / length : value / length * part
  }
}
