internal import ConformanceKit
internal import Testing

@Suite struct LiveViewTests {
  /// What a view wrote.
  private final class Page {
    var text = ""
  }

  private func show(_ cases: [Case], isTerminal: Bool, ink: Bool = false) -> String {
    let page = Page()
    let plan = RunPlan(cases, clauses: MadeUpCases.clauses, jobs: 1)
    let view = LiveView(
      plan, target: "127.0.0.1:1", isTerminal: isTerminal, ink: Ink(isOn: ink), width: 60
    ) { page.text += $0 }
    _ = Runner(plan, MadeUpCases.staging()).run { view.show($0) }
    view.finish()
    return page.text
  }

  @Test func `without a terminal each case has a line`() {
    let cases = [MadeUpCases.deviating, MadeUpCases.absent, MadeUpCases.doubting]
    #expect(
      show(cases, isTerminal: false) == """
        3 cases against 127.0.0.1:1, in the catalogue's order
        ✗ deviates  one/deviates: no end
        – not here  two/absent: no such thing
        ? undecided  two/doubts: it was dark

        """)
  }

  @Test func `on a terminal sections change, and failures stay`() {
    let text = show([MadeUpCases.conforming, MadeUpCases.deviating], isTerminal: true)
    #expect(
      text == """
        2 cases against 127.0.0.1:1, in the catalogue's order
          one  0/2
          now: one/conforms
        \u{1B}[2F\u{1B}[J  one  1/2  ✓ 1
          now: \n\u{1B}[2F\u{1B}[J  one  1/2  ✓ 1
          now: one/deviates
        \u{1B}[2F\u{1B}[J✗ deviates  one/deviates: no end
          now: \n\u{1B}[1F\u{1B}[J  one  2/2  ✓ 1  ✗ 1

        """)
  }

  @Test func `colours come only where they are wanted`() {
    #expect(show([MadeUpCases.deviating], isTerminal: false, ink: true).contains("\u{1B}[31m"))
    #expect(!show(MadeUpCases.all, isTerminal: false).contains("\u{1B}"))
  }

  @Test func `no line is wider than the terminal`() {
    let long = Case("one/\(String(repeating: "long", count: 60))", "ONE-FIRST") { _ in
      throw Doubt(String(repeating: "dark ", count: 60))
    }
    let lines = show([long], isTerminal: true).split(separator: "\n").dropFirst()
    #expect(lines.allSatisfy { $0.count { !"\u{1B}[2FJ".contains($0) } < 60 })
  }
}
