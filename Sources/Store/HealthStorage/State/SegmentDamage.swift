package import HealthModel

/// What cannot be read of a segment whose directory can (R24).
package struct SegmentDamage: Hashable, Sendable {
  /// The blocks whose columns are not what was written.
  package var blocks: Set<Int64>
  /// The live dots in them, as far as they were neither stored anew nor buried since.
  package var dots: VersionVector
}
