/// How a vector is told: whole, or as what differs from one that the receiver has.
package enum VectorNews: Hashable, Sendable {
  case whole(VersionVector)
  /// Only which one it is: the receiver's own, or the one it was told last.
  case digest(UInt64)
  case difference(VectorDifference)
}

/// What turns one vector into another, by streams.
package struct VectorDifference: Hashable, Sendable {
  /// The digest of the vector that it changes.
  package var base: UInt64
  /// The streams that are not the same, each as it is now; one that is gone is in `removed`.
  package var changed: VersionVector
  package var removed: Set<VersionVector.Stream>
  /// The digest of what comes out.
  package var result: UInt64

  package init(
    base: UInt64, changed: VersionVector, removed: Set<VersionVector.Stream>, result: UInt64
  ) {
    self.base = base
    self.changed = changed
    self.removed = removed
    self.result = result
  }
}

/// A vector as one digest per stream, by which another node finds out which streams to tell.
package struct VectorSummary: Hashable, Sendable {
  package var digests: [VersionVector.Stream: UInt64]

  package init(digests: [VersionVector.Stream: UInt64]) {
    self.digests = digests
  }
}
