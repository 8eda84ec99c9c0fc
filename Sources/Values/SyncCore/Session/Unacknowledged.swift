/// What came of a peer and is not acknowledged.
package struct Unacknowledged: Hashable, Sendable {
  package var weight: UInt64
  /// More than this the peer does not send before some of it is acknowledged.
  package var credit: UInt64

  package init(weight: UInt64, credit: UInt64) {
    self.weight = weight
    self.credit = credit
  }
}
