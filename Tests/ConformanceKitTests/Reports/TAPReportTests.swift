internal import ConformanceKit
internal import Testing

@Suite struct TAPReportTests {
  private let forgiven = "# TO" + "DO"

  @Test func `a result reads as agreed`() {
    let text = TAPReport.text(MadeUpCases.result(text: "It # is."))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { !$0.hasPrefix("  ") } == [
        "TAP version 14", "1..7", "# It # is., tested as a phone, seed 7",
        "ok 1 - one/held", "not ok 2 - one/failed",
        "not ok 3 - one/tolerated \(forgiven) a should, not a must",
        "not ok 4 - two/known \(forgiven) known to deviate: It \\# is.",
        "not ok 5 - two/surprising",
        "not ok 6 - two/undecided", "ok 7 - three/inapplicable # SKIP It \\# is.",
      ])
    #expect(
      lines[5...16].map { $0 } == [
        "  ---", "  verdict: \"deviates\"", "  clause: \"ONE-FIRST\"", "  text: \"It # is.\"",
        "  level: \"must\"", "  expected: \"It # is.\"", "  observed: \"It # is.\"", "  evidence:",
        "    - \"node → tool  frame  It # is.\"",
        "    - \"    0000  3c 62 3e 26 00 ff                                 |<b>&..|\"",
        "  duration_ms: 120", "  ...",
      ])
  }

  @Test func `no text of a node makes a line of its own`() {
    let lines = TAPReport.text(MadeUpCases.result()).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") } == 7)
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    #expect(!lines.contains { $0.hasPrefix("next") })
  }

  @Test func `an interrupted run bails out`() {
    let text = TAPReport.text(MadeUpCases.result(unfinished: ["four/a", "four/b"]))
    #expect(text.contains("\n1..9\n"))
    #expect(text.hasSuffix("\nBail out! Interrupted before 2 cases came to an end\n"))
  }
}
