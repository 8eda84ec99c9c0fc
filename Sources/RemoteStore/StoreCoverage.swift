internal import DyadServices

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

  init(_ message: CoverageMessage?) throws(StoreWireError) {
    guard let message else { throw StoreWireError("coverage", "it is left out") }
    // Without a limit of its own a node keeps everything.
    guard !message.from.isNaN, message.until.isFinite else {
      throw StoreWireError("coverage", "a date is no number")
    }
    if let age = message.age, !(0...Self.longestAge).contains(age) {
      throw StoreWireError("coverage.age", "it is no length of time")
    }
    self.init(from: message.from, until: message.until, age: message.age.map { .seconds($0) })
  }

  /// More seconds than any node has lived.
  private static let longestAge = 1e12
}
