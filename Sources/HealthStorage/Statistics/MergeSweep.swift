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
  /// Where the next window begins.
  private var next: Double
  private var hasBegun = false
  /// As long as the last window.
  private var length = Double.infinity

  init(_ stretch: Stretch, _ scope: StatisticsScope) {
    self.stretch = stretch.starts
    countsOpen = stretch.countsOpen
    merge = SourceMerge(rankCount: scope.rankCount)
    next = stretch.starts.lowerBound
  }

  /// Goes on by one window; returns whether there is another, and how many blocks it decoded.
  mutating func advance(
    _ scope: StatisticsScope, into buckets: inout Buckets, from tables: inout ReadTables
  ) throws -> (goesOn: Bool, blocks: Int) {
    let begin = stretch.lowerBound
    if !hasBegun {
      hasBegun = true
      var rows: [Buckets.Row] = []
      let blocks = scope.blocks(where: { $0.minStart < begin && $0.maxEnd > begin })
      for block in blocks {
        try scope.forEachRow(of: block, from: &tables) { row in
          if row.start < begin, row.end > begin { rows.append(row) }
        }
      }
      take(rows, scope, &buckets)
      return (goesOn(buckets), blocks.count)
    }
    let until = windowEnd(scope, before: horizon(buckets))
    let from = next
    var rows: [Buckets.Row] = []
    let blocks = scope.blocks(where: { $0.minStart < until && $0.maxStart >= from })
    for block in blocks {
      try scope.forEachRow(of: block, from: &tables) { row in
        if row.start >= from, row.start < until { rows.append(row) }
      }
    }
    rows.sort(by: SourceMerge.precedes)
    take(rows, scope, &buckets)
    next = until
    let goesOn = goesOn(buckets)
    if !goesOn { merge.advance(to: .infinity, in: &buckets) }
    return (goesOn, blocks.count)
  }

  private mutating func take(
    _ rows: [Buckets.Row], _ scope: StatisticsScope, _ buckets: inout Buckets
  ) {
    for row in rows {
      let counts = row.start < stretch.lowerBound ? countsOpen : row.start < stretch.upperBound
      if counts { buckets.addToSource(row) }
      merge.take(
        row, rank: scope.ranks[row.source], counts: counts, from: stretch.lowerBound,
        into: &buckets)
    }
  }

  /// Where the last sample that counts can end, as far as is known.
  private func horizon(_ buckets: Buckets) -> Double {
    min(buckets.end, max(stretch.upperBound, merge.latestEnd))
  }

  private func goesOn(_ buckets: Buckets) -> Bool { next < horizon(buckets) }

  /// An end for the next window, so that not too much starts in it.
  private mutating func windowEnd(_ scope: StatisticsScope, before horizon: Double) -> Double {
    let from = next
    // Twice as long as the last one may do again.
    var until = min(horizon, from + 2 * length)
    while true {
      let rows = scope.blocks(where: { $0.minStart < until && $0.maxStart >= from })
        .reduce(0) { $0 + $1.count }
      if rows <= scope.limits.rows { break }
      let (low, high) = scope.bounds(of: from..<until)
      let middle = low + (high - low) / 2
      // What starts at one instant is taken at once.
      guard middle > from, middle < until else {
        until = min(until, from.nextUp)
        break
      }
      until = middle
    }
    length = until - from
    return until
  }
}
