internal import ConformanceKit
internal import Testing

@Suite struct SelectionTests {
  private func paths(only: [String] = [], skip: [String] = []) throws -> [String] {
    try Selection(only: only, skip: skip).cases(of: MadeUpCases.all).map(\.path)
  }

  @Test func `nothing said means all, in order`() throws {
    #expect(try paths() == MadeUpCases.all.map(\.path))
  }

  @Test func `what is wanted and not skipped is left`() throws {
    #expect(
      try paths(only: ["two", "one/conforms"], skip: ["two/deep", "two/a*"]) == [
        "one/conforms", "two/should", "two/doubts",
      ])
  }

  @Test func `a pattern that means nothing is an error`() {
    #expect(
      throws: RunFailure(
        .usage, "cannot use --only 'three': no case has such a path",
        advice: "'dyad-conformance --list' shows their paths.")
    ) { try paths(only: ["one", "three"]) }
    #expect(throws: RunFailure.self) { try paths(skip: ["one/no-*"]) }
  }

  @Test func `an empty selection is an error`() {
    let failure = #expect(throws: RunFailure.self) { try paths(only: ["one"], skip: ["one"]) }
    #expect(failure?.message == "cannot select cases: none of 6 is left")
    #expect(failure?.exit == .usage)
    #expect(throws: RunFailure.self) { try Selection().cases(of: []) }
  }
}
