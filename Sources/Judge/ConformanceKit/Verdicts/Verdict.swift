/// What came of a case.
package enum Verdict: Hashable, Sendable {
  /// The node does what the clause says.
  case conforms
  /// It does something else.
  case deviates(expected: String, observed: String)
  /// The clause does not concern this node, or cannot be asked of it.
  case notApplicable(String)
  /// The case could not tell, which is never a pass.
  case inconclusive(String)
}

/// The node does something else than the clause says.
package struct Deviation: Error, Hashable {
  package let expected: String
  package let observed: String

  package init(expected: String, observed: String) {
    self.expected = expected
    self.observed = observed
  }
}

/// The case could not tell.
package struct Doubt: Error, Hashable {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}

/// The clause does not concern this node, or cannot be asked of it.
package struct NotHere: Error, Hashable {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
