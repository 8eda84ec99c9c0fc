/// The partial aggregates of a segment as columns, to go over all of them once.
package struct AggregateColumns: Hashable, Sendable {
  /// The distinct sources.
  package var sources: [Source] = []
  /// For each row the index of its source; ascending.
  package var sourceIndexes: [Int] = []
  /// For each row; ascending for each source.
  package var quarterHours: [Int64] = []
  package var counts: [Int64] = []
  /// As `Aggregate.reach`.
  package var reaches: [Int64] = []
  package var minima: [Double] = []
  package var maxima: [Double] = []
  /// The components of all sums, one row after the other.
  package var components: [Double] = []
  /// For each row the index after its last component.
  package var componentEnds: [Int] = []

  package init() {}

  package init(_ aggregates: Aggregates) {
    for entry in aggregates.entries {
      // They are sorted by source.
      if sources.last != entry.source { sources.append(entry.source) }
      sourceIndexes.append(sources.count - 1)
      quarterHours.append(entry.quarterHour)
      counts.append(Int64(entry.count))
      reaches.append(entry.reach)
      minima.append(entry.min)
      maxima.append(entry.max)
      components += entry.sum
      componentEnds.append(components.count)
    }
  }

  package var count: Int { quarterHours.count }

  /// Where the components of successive rows' sums are.
  package func components(of rows: Range<Int>) -> Range<Int> {
    let start = rows.lowerBound == 0 ? 0 : componentEnds[rows.lowerBound - 1]
    return start..<(rows.isEmpty ? start : componentEnds[rows.upperBound - 1])
  }
}
