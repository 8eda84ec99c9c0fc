internal import ConformanceKit
internal import Testing

@Suite struct SummaryReportTests {
  private let report = SummaryReport(ink: Ink(isOn: false), width: 40)

  @Test func `a failure is told with all that is known`() {
    var result = MadeUpCases.result(text: "It is as long as a line of forty columns is not.")
    result.entries = [result.entries[0], result.entries[1]]
    #expect(
      report.lines(result) == [
        "✗ deviates  one/failed",
        "  ONE-FIRST (must): It is as long as a",
        "  line of forty columns is not.",
        "  expected: It is as long as a line of",
        "            forty columns is not.",
        "  observed: It is as long as a line of",
        "            forty columns is not.",
        "  what passed last:",
        "    node → tool  frame  It is as long as a line of forty columns is not.",
        "        0000  3c 62 3e 26 00 ff                                 |<b>&..|",
        "",
        "2 cases: 1 held, 1 deviating; 1.50 s, seed 7",
      ])
  }

  @Test func `the gravest stand last`() {
    let titles = report.lines(MadeUpCases.result(text: "It is.")).filter { $0.contains("/") }
    #expect(
      titles == [
        "! should  one/tolerated", "? undecided  two/undecided", "✗ passes now  two/surprising",
        "✗ deviates  one/failed",
      ])
  }

  @Test func `a terminal obeys nothing that a node said`() {
    let lines = report.lines(MadeUpCases.result(unfinished: ["x"]))
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    #expect(lines.last?.contains("1 not run to the end") == true)
  }

  @Test func `many entries are told by the last`() {
    var result = MadeUpCases.result(text: "It is.")
    result.entries = [result.entries[1]]
    result.entries[0].evidence = (0..<25).map {
      Evidence(isFromNode: false, layer: "call", summary: "number \($0)")
    }
    let lines = report.lines(result)
    #expect(lines.contains("    … 5 entries before"))
    #expect(!lines.contains { $0.hasSuffix("number 4") })
    #expect(lines.count { $0.contains("number") } == 20)
  }

  @Test func `a log that says much leaves room for what passed`() {
    var result = MadeUpCases.result(text: "It is.")
    result.entries = [result.entries[1]]
    result.entries[0].evidence += (0..<30).map {
      Evidence(isFromNode: true, layer: "log", summary: "line \($0)")
    }
    let lines = report.lines(result)
    #expect(lines.contains("    node → tool  frame  It is."))
    #expect(lines.contains { $0.hasSuffix("line 29") })
    #expect(lines.contains("    … 20 entries before"))
  }

  @Test func `of many failures the last are told in full`() {
    var result = MadeUpCases.result(text: "It is.")
    result.entries = [RunResult.Entry](repeating: result.entries[1], count: 13)
    let lines = report.lines(result)
    #expect(lines.count { $0 == "✗ deviates  one/failed" } == 13)
    #expect(lines.count { $0 == "  what passed last:" } == 10)
    #expect(lines.first?.hasPrefix("What passed is told") == true)
  }
}
