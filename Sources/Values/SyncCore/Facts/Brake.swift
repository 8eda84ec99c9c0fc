package import HealthModel

/// Deletions that a peer's claim alone implied, and that wait for a person (R22).
package struct Brake: Hashable, Sendable {
  /// Whose claim it was.
  package var claimer: DeviceID
  /// How many samples of each type would have gone.
  package var counts: [ObjectType: Int]

  package init(claimer: DeviceID, counts: [ObjectType: Int]) {
    self.claimer = claimer
    self.counts = counts
  }
}
