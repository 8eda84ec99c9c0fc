internal import HealthModel

/// Finds the sample of a bucket that ends last, for which only the blocks are decoded that may have it.
struct LatestSearch {
  /// In all, and by source.
  private(set) var latest: Statistics.MostRecent?
  private(set) var bySource: [Statistics.MostRecent?]
  private let separates: Bool

  init(_ scope: StatisticsScope) {
    separates = scope.separates
    bySource = [Statistics.MostRecent?](repeating: nil, count: separates ? scope.sources.count : 0)
  }

  /// Looks at what starts in `range`; returns how many blocks it decoded.
  mutating func run(
    in range: Range<Double>, _ scope: StatisticsScope, from tables: inout ReadTables
  ) throws -> Int {
    var blocks = scope.blocks(where: {
      $0.minStart < range.upperBound && $0.maxStart >= range.lowerBound
    })
    blocks.sort { $0.maxEnd > $1.maxEnd }
    // Which sources a block has is not known before it is decoded.
    var decoded = 0
    for block in blocks {
      if let latest, !separates, block.maxEnd < latest.end { break }
      if separates, bySource.allSatisfy({ $0.map { block.maxEnd < $0.end } ?? false }) { break }
      decoded += 1
      try scope.forEachRow(of: block, from: &tables) { row in
        guard range.contains(row.start) else { return }
        consider(row)
      }
    }
    return decoded
  }

  private mutating func consider(_ row: Buckets.Row) {
    let candidate = Statistics.MostRecent(value: row.value, start: row.start, end: row.end)
    if candidate.isLater(than: latest) { latest = candidate }
    if separates, candidate.isLater(than: bySource[row.source]) { bySource[row.source] = candidate }
  }
}

extension Statistics.MostRecent {
  /// Whether it stands for the time after the other.
  fileprivate func isLater(than other: Self?) -> Bool {
    guard let other else { return true }
    return (other.end, other.start, other.value) < (end, start, value)
  }
}
