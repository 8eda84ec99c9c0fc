package import HealthModel

/// Rows of one block.
package struct RowsInBlock: Hashable, Sendable {
  package var type: ObjectType
  package var segment: Int64
  package var block: SegmentDirectory.Block
  /// Ascending.
  package var rows: [Int]
}
