internal import ConformanceKit
internal import Testing

@Suite struct JUnitReportTests {
  @Test func `it is well-formed, and counts`() throws {
    let markup = try MarkupChecker(JUnitReport.text(MadeUpCases.result(text: "It is.")))
    let root = try #require(markup.elements.first)
    #expect(root.name == "testsuites")
    #expect(
      root.attributes == [
        "name": "dyad-conformance", "tests": "7", "failures": "2", "errors": "1", "skipped": "3",
        "time": "1.500",
      ])
    let suites = markup.elements.filter { $0.name == "testsuite" }
    #expect(suites.map { $0.attributes["name"] } == ["one", "two", "three"])
    #expect(suites.map { $0.attributes["time"] } == ["0.360", "0.360", "0.120"])
    let names = markup.elements.filter { $0.name == "testcase" }.map { $0.attributes["name"] }
    #expect(
      names == [
        "held", "failed", "tolerated", "known", "surprising", "undecided", "inapplicable",
      ])
    let outcomes = markup.elements.map(\.name).filter {
      ["failure", "error", "skipped"].contains($0)
    }
    #expect(outcomes == ["failure", "skipped", "skipped", "failure", "error", "skipped"])
    #expect(markup.content.contains("expected: It is.\nobserved: It is.\nnode → tool"))
  }

  @Test func `hostile texts stay texts`() throws {
    let plain = try MarkupChecker(JUnitReport.text(MadeUpCases.result(text: "It is.")))
    let markup = try MarkupChecker(JUnitReport.text(MadeUpCases.result()))
    #expect(markup.elements.map(\.name) == plain.elements.map(\.name))
    let failure = try #require(markup.elements.first { $0.name == "failure" })
    let shown = MadeUpCases.hostile.map { ["\u{1B}", "\u{0}"].contains($0) ? "\u{FFFD}" : $0 }
    #expect(failure.attributes["message"] == String(shown))
  }
}
