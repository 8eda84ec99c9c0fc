/// What a node knows of a time.
package struct StoreCoverage: Hashable, Sendable {
  /// Nothing that ended before is here, in seconds since 2001-01-01 UTC; samples that end before are
  /// refused.
  package var from: Double
  /// The node's clock when it read, in the same seconds.
  package var until: Double
  /// How long ago the node and its peers held the same; `nil` where that is not known.
  package var age: Duration?

  /// States it.
  package init(from: Double, until: Double, age: Duration? = nil) {
    self.from = from
    self.until = until
    self.age = age
  }
}
