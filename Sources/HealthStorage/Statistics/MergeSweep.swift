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
    var window = Window(from: next, until: windowEnd(scope, before: horizon(buckets)))
    let blocks = scope.blocks(where: {
      $0.minStart < window.until && $0.maxStart >= window.from
    })
    for block in blocks where block.minStart < window.until {
      try scope.forEachRow(of: block, from: &tables) { window.add($0, keeping: scope.limits.rows) }
    }
    let rows = window.rows.sorted(by: SourceMerge.precedes)
    take(rows, scope, &buckets)
    next = window.until
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

  /// An end for the next window, so that about as much as is wanted starts in it.
  private mutating func windowEnd(_ scope: StatisticsScope, before horizon: Double) -> Double {
    // Twice as long as the last one may do again.
    var until = min(horizon, next + 2 * length)
    while scope.rowsExpected(in: next..<until) > Double(scope.limits.rows) {
      let (low, high) = scope.bounds(of: next..<until)
      let middle = low + (high - low) / 2
      guard middle > next, middle < until else { break }
      until = middle
    }
    length = until - next
    return until
  }
}

/// The rows that start in a stretch of time, which becomes shorter where these are too many.
private struct Window {
  let from: Double
  var until: Double
  var rows: [Buckets.Row] = []

  init(from: Double, until: Double) {
    self.from = from
    self.until = until
  }

  /// Takes a row that starts in it, and keeps about so many.
  mutating func add(_ row: Buckets.Row, keeping most: Int) {
    guard row.start >= from, row.start < until else { return }
    rows.append(row)
    // What starts at one instant is never divided.
    guard rows.count > 2 * most, until > from.nextUp else { return }
    rows.sort(by: SourceMerge.precedes)
    let end = max(rows[most].start, from.nextUp)
    until = end
    rows.removeAll { $0.start >= end }
  }
}
