package import HealthModel

/// What the store holds of one type.
package struct TypeState: Sendable {
  /// The type's number in the tables.
  package let id: Int64
  /// In log order, without overlap.
  package var segments: [Segment] = []
  /// The rows out of sight, by block.
  package var dead: [Int64: IntervalSet] = [:]
  /// K of R1: what ends from here on and is covered but absent was deleted; `nil` is unknown.
  package var knownFrom: Double?

  package init(id: Int64, knownFrom: Double?) {
    self.id = id
    self.knownFrom = knownFrom
  }

  /// How many samples are in sight.
  package var liveCount: Int {
    segments.reduce(0) { $0 + $1.count } - dead.values.reduce(0) { $0 + Int($1.count) }
  }

  /// Whether every row of the block is out of sight.
  package func isDead(_ block: SegmentDirectory.Block) -> Bool {
    guard let rows = dead[block.id] else { return false }
    return rows.count >= UInt64(block.count)
  }
}
