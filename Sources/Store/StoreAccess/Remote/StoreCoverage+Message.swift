internal import DyadServices

extension StoreCoverage {
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
