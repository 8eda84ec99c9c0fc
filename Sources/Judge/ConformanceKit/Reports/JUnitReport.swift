/// A result as JUnit's XML, one suite for each section.
package enum JUnitReport {
  /// The whole text.
  package static func text(_ result: RunResult) -> String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append(
      tag(
        "testsuites",
        [("name", "dyad-conformance")] + totals(result, result.entries)
          + [("time", seconds(result.duration))]))
    for section in result.sections {
      lines += suite(section.name, section.entries, result)
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func suite(
    _ name: String, _ entries: [RunResult.Entry], _ result: RunResult
  ) -> [String] {
    let duration = entries.reduce(Duration.zero) { $0 + $1.duration }
    let head = tag(
      "testsuite", [("name", name)] + totals(result, entries) + [("time", seconds(duration))])
    let properties = [
      "<properties>",
      tag("property", [("name", "target"), ("value", result.target)], isEmpty: true),
      tag("property", [("name", "role"), ("value", result.role.word)], isEmpty: true),
      tag("property", [("name", "seed"), ("value", "\(result.seed)")], isEmpty: true),
      "</properties>",
    ]
    let cases = entries.flatMap { testCase($0, result.standing(of: $0)) }
    return [head] + properties + cases + ["</testsuite>"]
  }

  private static func testCase(_ entry: RunResult.Entry, _ standing: Standing) -> [String] {
    let names = entry.path.split(separator: "/")
    let attributes = [
      ("classname", names.dropLast().joined(separator: ".")), ("name", String(names.last ?? "")),
      ("time", seconds(entry.duration)),
    ]
    guard let outcome = outcome(entry, standing) else {
      return [tag("testcase", attributes, isEmpty: true)]
    }
    return [tag("testcase", attributes), outcome, "</testcase>"]
  }

  private static func outcome(_ entry: RunResult.Entry, _ standing: Standing) -> String? {
    switch standing {
    case .held: nil
    case .failed: element("failure", message(entry), body(entry))
    case .surprising:
      element("failure", "passes now: take it off the list of known failures", body(entry))
    case .undecided: element("error", message(entry), body(entry))
    case .known: element("skipped", "known to deviate: \(entry.knownReason ?? "")", body(entry))
    case .tolerated: element("skipped", "deviates from a should: \(message(entry))", body(entry))
    case .inapplicable: tag("skipped", [("message", message(entry))], isEmpty: true)
    }
  }

  private static func message(_ entry: RunResult.Entry) -> String {
    switch entry.verdict {
    case .conforms: ""
    case .deviates(_, let observed): observed
    case .notApplicable(let reason), .inconclusive(let reason): reason
    }
  }

  private static func body(_ entry: RunResult.Entry) -> String {
    var lines = ["\(entry.clause): \(entry.clauseText)"]
    if case .deviates(let expected, let observed) = entry.verdict {
      lines += ["expected: \(expected)", "observed: \(observed)"]
    }
    return (lines + EvidenceText.lines(entry.evidence)).joined(separator: "\n")
  }

  private static func totals(
    _ result: RunResult, _ entries: [RunResult.Entry]
  ) -> [(String, String)] {
    let standings = entries.map(result.standing)
    let skipped: Set<Standing> = [.known, .tolerated, .inapplicable]
    return [
      ("tests", "\(entries.count)"), ("failures", "\(standings.count(where: \.isFailure))"),
      ("errors", "\(standings.count { $0 == .undecided })"),
      ("skipped", "\(standings.count { skipped.contains($0) })"),
    ]
  }

  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = Prose.milliseconds(duration)
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  private static func element(_ name: String, _ message: String, _ body: String) -> String {
    tag(name, [("message", message)]) + MarkupText.escaped(body) + "</\(name)>"
  }

  private static func tag(
    _ name: String, _ attributes: [(String, String)], isEmpty: Bool = false
  ) -> String {
    let spelled = attributes.map { " \($0.0)=\"\(MarkupText.escaped($0.1))\"" }.joined()
    return "<\(name)\(spelled)\(isEmpty ? "/" : "")>"
  }
}
