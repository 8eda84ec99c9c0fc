internal import HealthModel

/// Decodes what starts in a stretch of time and merges it with all that covers the same time, in windows
/// of so many samples as fit into memory.
struct MergeSweep {
  /// What a sweep adds.
  struct Stretch {
    /// What starts here counts, and further on only covers; within the buckets.
    var starts: Range<Double>
    /// Whether what starts before and reaches into it counts, too.
    var countsOpen: Bool
  }

  private let stretch: Range<Double>
  private let countsOpen: Bool
  private var merge: SourceMerge
  private var window: MergeWindow
  /// Blocks of which the last window took only a part.
  private var cut: [Int64: StatisticsRows] = [:]
  private var hasBegun = false
  /// As long as the last window.
  private var length = Double.infinity

  /// As many blocks as are kept, about 1 MB.
  private static let mostCut = 64

  init(_ stretch: Stretch, _ scope: StatisticsScope) {
    self.stretch = stretch.starts
    countsOpen = stretch.countsOpen
    window = MergeWindow(ranks: scope.rankCount)
    merge = SourceMerge(rankCount: scope.rankCount, from: stretch.starts.lowerBound)
  }

  /// Goes on by one window; returns whether there is another, and how many blocks it decoded.
  mutating func advance(
    _ scope: StatisticsScope, into buckets: inout Buckets, from tables: inout ReadTables
  ) throws -> (goesOn: Bool, blocks: Int) {
    guard hasBegun else {
      hasBegun = true
      return try begin(scope, &buckets, &tables)
    }
    let from = merge.next
    window.begin(from: from, until: windowEnd(scope, before: horizon(buckets)))
    let until = window.until
    let blocks = scope.blocks(where: { $0.minStart < until && $0.maxStart >= from })
    for block in blocks where block.minStart < window.until {
      let rows = try cut.removeValue(forKey: block.id) ?? scope.rows(of: block, from: &tables)
      window.add(
        rows, block, ranks: scope.ranks, keeping: scope.limits.rows, separating: scope.separates)
      if block.maxStart >= window.until, cut.count < Self.mostCut { cut[block.id] = rows }
    }
    if scope.separates { window.addToSources(stretch, &buckets) }
    window.sort()
    merge.advance(
      through: window.rows, to: window.until, counting: stretch, into: &buckets)
    return (merge.next < horizon(buckets), blocks.count)
  }

  /// Takes what is open where the stretch begins.
  private mutating func begin(
    _ scope: StatisticsScope, _ buckets: inout Buckets, _ tables: inout ReadTables
  ) throws -> (goesOn: Bool, blocks: Int) {
    let begin = stretch.lowerBound
    let blocks = scope.blocks(where: { $0.minStart < begin && $0.maxEnd > begin })
    var open: [Buckets.Row] = []
    for block in blocks {
      try scope.forEachRow(of: block, from: &tables) { row in
        if row.start < begin, row.end > begin { open.append(row) }
      }
    }
    for row in open {
      if countsOpen { buckets.addToSource(row) }
      merge.open(
        start: row.start, end: row.end, value: row.value, rank: scope.ranks[row.source],
        counts: countsOpen, in: buckets)
    }
    return (merge.next < horizon(buckets), blocks.count)
  }

  /// Where the last sample that counts can end, as far as is known.
  private func horizon(_ buckets: Buckets) -> Double {
    min(buckets.end, max(stretch.upperBound, merge.latestEnd))
  }

  /// An end for the next window, so that about as much as is wanted starts in it.
  private mutating func windowEnd(_ scope: StatisticsScope, before horizon: Double) -> Double {
    let from = merge.next
    // Twice as long as the last one may do again.
    var until = min(horizon, from + 2 * length)
    while scope.rowsExpected(in: from..<until) > Double(scope.limits.rows) {
      let (low, high) = scope.bounds(of: from..<until)
      let middle = low + (high - low) / 2
      guard middle > from, middle < until else { break }
      until = middle
    }
    length = until - from
    return until
  }
}
