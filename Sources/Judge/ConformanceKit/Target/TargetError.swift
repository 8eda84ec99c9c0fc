/// Why there is no node to test, or none any more.
package struct TargetError: Error, Hashable, CustomStringConvertible {
  /// "cannot VERB OBJECT: REASON".
  package let reason: String
  /// What the program said last on its standard error.
  package let lines: [String]

  package init(_ reason: String, lines: [String] = []) {
    self.reason = reason
    self.lines = lines
  }

  package var description: String {
    guard !lines.isEmpty else { return reason }
    return "\(reason); it said last:\n" + lines.map { "  \($0)\n" }.joined()
  }
}
