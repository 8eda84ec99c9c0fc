internal import HealthModel

/// Finds the earliest start and the latest end of what matches, for which only the blocks are decoded
/// whose bounds do not tell.
struct ExtremesSearch {
  private(set) var start = Double.infinity
  private(set) var end = -Double.infinity
  /// Those that may have the latest end, and then the earliest start; the last comes first.
  private var byEnd: [Candidate]
  private var byStart: [Candidate]

  private struct Candidate {
    var block: SegmentDirectory.Block
    /// Whether its bounds are those of rows that all match.
    var isWhole: Bool
  }

  init(_ scope: StatisticsScope) {
    var all: [Candidate] = []
    for segment in scope.state.segments where segment.mayHold(scope.box) {
      for block in segment.directory.blocks where scope.mayMatch(block) {
        all.append(Candidate(block: block, isWhole: scope.isWhole(block, of: segment)))
      }
    }
    byEnd = all.sorted { $0.block.maxEnd < $1.block.maxEnd }
    byStart = all.sorted { $0.block.minStart > $1.block.minStart }
  }

  /// Goes on by at most `count` blocks; returns whether there is more to do.
  mutating func advance(
    decoding count: Int, _ scope: StatisticsScope, from tables: inout ReadTables
  ) throws -> Bool {
    for _ in 0..<count {
      while let last = byEnd.last, last.block.maxEnd <= end { byEnd.removeLast() }
      while let last = byStart.last, last.block.minStart >= start { byStart.removeLast() }
      guard let candidate = byEnd.popLast() ?? byStart.popLast() else { return false }
      if candidate.isWhole {
        start = min(start, candidate.block.minStart)
        end = max(end, candidate.block.maxEnd)
      } else {
        try scope.forEachRow(of: candidate.block, from: &tables) { row in
          start = min(start, row.start)
          end = max(end, row.end)
        }
      }
    }
    return true
  }
}
