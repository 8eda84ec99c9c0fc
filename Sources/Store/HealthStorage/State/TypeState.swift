package import HealthModel

/// What the store holds of one type.
package struct TypeState: Sendable {
  /// The type's number in the tables.
  package let id: Int64
  /// Lane by lane; those of one lane in log order, without overlap.
  package var segments: [Segment] = []
  /// The rows out of sight, by block.
  package var dead: [Int64: IntervalSet] = [:]
  /// No deletion of the type stands after this position of the log.
  package internal(set) var lastDeletion: Int64 = 0

  package init(id: Int64) {
    self.id = id
  }

  /// How many samples are in sight.
  package var liveCount: Int {
    segments.reduce(0) { $0 + $1.count } - dead.values.reduce(0) { $0 + Int($1.count) }
  }

  /// How many samples are in sight for somebody, as far as whole segments tell.
  package func liveCount(seeing visibility: Visibility) -> Int {
    if visibility == .everything { return liveCount }
    return seen(visibility).segments.lazy.flatMap(\.directory.blocks).reduce(0) { count, block in
      count + block.count - Int(dead[block.id]?.count ?? 0)
    }
  }

  /// The same where blocks are damaged, whose rows are in sight only as far as they are missed.
  package func liveCount(without damage: [Int64: SegmentDamage]) -> Int {
    var count = liveCount
    guard !damage.isEmpty else { return count }
    for segment in segments {
      guard let damage = damage[segment.id] else { continue }
      for block in segment.directory.blocks where damage.blocks.contains(block.id) {
        count -= block.count - Int(dead[block.id]?.count ?? 0)
      }
      count += damage.dots.streams.values.reduce(0) { $0 + Int($1.count) }
    }
    return count
  }

  /// Whether every row of the block is out of sight.
  package func isDead(_ block: SegmentDirectory.Block) -> Bool {
    guard let rows = dead[block.id] else { return false }
    return rows.count >= UInt64(block.count)
  }
}
