/// Which neighbouring segments become one, so that their number stays logarithmic.
///
/// Segments fall into tiers by size, each sixteen times the one below; one with more than half of
/// the most rows is full. As soon as sixteen segments of a tier stand at the end, with none larger
/// among them, they become one of the next tier: a sample is written again once a tier, at most four
/// times. Where small segments stand between larger ones, a bound on all of them takes its place.
package struct MergePlan: Hashable, Sendable {
  /// How many segments of a tier become one of the next.
  package static let fanOut = 16
  /// As many rows as a segment may have: what the row numbers of foreign UUIDs can name.
  package static let mostRows = 65_536

  /// The indexes of the segments to merge.
  package var range: Range<Int>

  /// The merge that segments of these sizes, in log order, ask for; `nil` when none is due.
  package init?(sizes: [Int]) {
    // Neither rule asks for fewer.
    guard sizes.count >= Self.fanOut else { return nil }
    let tiers = sizes.map(Self.tier)
    for tier in 0..<Self.fullTier {
      let first = sizes.count - tiers.reversed().prefix { $0 <= tier }.count
      let tail = tiers[first...]
      let isFull = tail.reduce(0) { $1 == tier ? $0 + 1 : $0 } >= Self.fanOut
      guard isFull || tail.count > (tier + 1) * (Self.fanOut - 1) else { continue }
      // Newer and smaller ones wait for their like.
      let last = isFull ? tail.lastIndex(of: tier) ?? sizes.count - 1 : sizes.count - 1
      var rows = 0
      let fitting = sizes[first...last].prefix { size in
        rows += size
        return rows <= Self.mostRows
      }
      range = first..<(first + fitting.count)
      return
    }
    return nil
  }

  /// The tier of segments that are merged no more.
  private static let fullTier = 4

  private static func tier(_ size: Int) -> Int {
    if size > mostRows / 2 { return fullTier }
    var tier = 0
    var bound = fanOut
    while size >= bound {
      tier += 1
      bound *= fanOut
    }
    return min(tier, fullTier - 1)
  }
}
