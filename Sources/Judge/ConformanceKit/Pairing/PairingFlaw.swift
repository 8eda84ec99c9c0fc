/// A step of the other side that the text does not allow.
package struct PairingFlaw: Error, Hashable {
  /// The number of the step, from 1 to 8.
  package let step: Int
  /// The clause that it breaks.
  package let clause: String
  /// What the clause wants.
  package let expected: String
  /// What came, without any secret of it.
  package let observed: String

  /// States a flaw.
  package init(step: Int, _ clause: String, expected: String, observed: String) {
    self.step = step
    self.clause = clause
    self.expected = expected
    self.observed = observed
  }
}

extension PairingFlaw {
  /// What a case says of it.
  package var deviation: Deviation {
    Deviation(expected: "in M\(step) \(expected) (\(clause))", observed: observed)
  }
}
