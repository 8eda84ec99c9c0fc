internal import HealthModel

/// The rows that start in a stretch of time, which becomes shorter where these are too many.
struct MergeWindow {
  private(set) var from = 0.0
  private(set) var until = 0.0
  /// By rank; in order once `sort` was called.
  private(set) var rows: [MergeRows]
  private var count = 0
  /// The same rows with their sources, where these are told by themselves.
  private var separate: [Buckets.Row] = []

  init(ranks: Int) {
    rows = [MergeRows](repeating: MergeRows(), count: ranks)
  }

  /// Begins anew, in the memory that it has.
  mutating func begin(from: Double, until: Double) {
    self.from = from
    self.until = until
    count = 0
    for rank in rows.indices { rows[rank].removeAll() }
    separate.removeAll(keepingCapacity: true)
  }

  /// Takes those rows of a block that start in the window, and keeps about `most` of all; each source has
  /// its rank.
  mutating func add(
    _ block: StatisticsRows, _ bounds: SegmentDirectory.Block, ranks: [Int], keeping most: Int,
    separating: Bool
  ) {
    let isInside = bounds.minStart >= from && bounds.maxStart < until
    let inOrder = zip(block.starts, block.starts.dropFirst()).allSatisfy { $0 <= $1 }
    block.forEachStretch { source, stretch in
      let rank = ranks[source]
      if isInside {
        rows[rank].append(
          starts: block.starts[stretch], ends: block.ends[stretch], values: block.values[stretch],
          inOrder: inOrder)
        count += stretch.count
      } else {
        for row in stretch where block.starts[row] >= from && block.starts[row] < until {
          rows[rank].append(
            start: block.starts[row], end: block.ends[row], value: block.values[row])
          count += 1
        }
      }
      guard separating else { return }
      for row in stretch where block.starts[row] >= from && block.starts[row] < until {
        separate.append(
          Buckets.Row(
            start: block.starts[row], end: block.ends[row], value: block.values[row],
            source: source))
      }
    }
    if count > 2 * most { shorten(keeping: most) }
  }

  /// Ends the window earlier; what starts at one instant is never divided.
  private mutating func shorten(keeping most: Int) {
    guard until > from.nextUp else { return }
    let starts = rows.flatMap(\.starts).sorted()
    until = max(starts[most], from.nextUp)
    count = 0
    for rank in rows.indices {
      rows[rank].sort()
      rows[rank].cut(before: until)
      count += rows[rank].count
    }
    separate.removeAll { $0.start >= until }
  }

  /// Puts the rows of each rank in the order in which they start.
  mutating func sort() {
    for rank in rows.indices { rows[rank].sort() }
  }

  /// Adds what starts in `stretch` to what its sources come to by themselves.
  func addToSources(_ stretch: Range<Double>, _ buckets: inout Buckets) {
    for row in separate where stretch.contains(row.start) { buckets.addToSource(row) }
  }
}
