extension TypeDescription {
  /// What a quantity of the type measures; quantities only.
  package var dimension: Dimension? { canonicalUnit?.dimension }

  /// Whether an app may ask to read it; the members of a correlation are asked for instead of it.
  package var isReadable: Bool { kind != .correlation }

  /// Whether samples of these types, one for each, make up a correlation of this type.
  ///
  /// A blood pressure is one systolic and one diastolic reading; a food is one dietary sample or
  /// more.
  package func isComplete(with members: [ObjectType]) -> Bool {
    guard !members.isEmpty, members.allSatisfy(mayHold) else { return false }
    return type != .bloodPressure || (members.count == 2 && members[0] != members[1])
  }
}
