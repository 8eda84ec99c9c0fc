internal import ConformanceWire

/// Which cases of a catalogue are to be run.
package struct Selection: Hashable, Sendable {
  private let only: [CasePattern]
  private let skip: [CasePattern]

  /// Means the cases of `only`, or all where there is none, without those of `skip`.
  package init(only: [String] = [], skip: [String] = []) throws(RunFailure) {
    self.only = try Self.patterns(only)
    self.skip = try Self.patterns(skip)
  }

  /// The cases meant, in the catalogue's order.
  ///
  /// - Parameter catalogue: All there are.
  /// - Returns: At least one.
  /// - Throws: where a pattern means no case of the catalogue, or none is left.
  package func cases(of catalogue: [Case]) throws(RunFailure) -> [Case] {
    try check(only, "--only", catalogue)
    try check(skip, "--skip", catalogue)
    let chosen = catalogue.filter { item in
      (only.isEmpty || only.contains { $0.matches(item.path) })
        && !skip.contains { $0.matches(item.path) }
    }
    guard !chosen.isEmpty else {
      throw RunFailure(
        .usage, "cannot select cases: none of \(catalogue.count) is left",
        advice: "'dyad-conformance --list' shows their paths.")
    }
    return chosen
  }

  private func check(
    _ patterns: [CasePattern], _ option: String, _ catalogue: [Case]
  ) throws(RunFailure) {
    for pattern in patterns where !catalogue.contains(where: { pattern.matches($0.path) }) {
      throw RunFailure(
        .usage, "cannot use \(option) '\(Prose.quotable(pattern.text))': no case has such a path",
        advice: "'dyad-conformance --list' shows their paths.")
    }
  }

  private static func patterns(_ texts: [String]) throws(RunFailure) -> [CasePattern] {
    var patterns: [CasePattern] = []
    for text in texts { patterns.append(try CasePattern(text)) }
    return patterns
  }
}
