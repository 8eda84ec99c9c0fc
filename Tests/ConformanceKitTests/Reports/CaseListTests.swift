internal import ConformanceKit
internal import Testing

@Suite struct CaseListTests {
  private let cases = [MadeUpCases.conforming, MadeUpCases.lax]

  @Test func `a case has a line`() {
    #expect(
      CaseList.text(cases) == """
        one/conforms  must    ONE-FIRST
        two/should    should  TWO-FIRST

        """)
  }

  @Test func `a clause says how many cases it has`() {
    #expect(
      CaseList.clauses(cases, MadeUpCases.clauses, width: nil) == """
           1  ONE-FIRST  The first of all.
           0  ONE-SECOND  An end comes.
           1  TWO-FIRST  Haste is wanted.
        2 of 3 clauses have cases

        """)
  }

  @Test func `programs read the same`() {
    let item = Case("one/x", "ONE-FIRST", of: .watch, needs: [.app, .owner]) { _ in }
    #expect(
      CaseList.json([item], MadeUpCases.clauses) == """
        [
          {
            "path": "one/x",
            "level": "must",
            "clause": "ONE-FIRST",
            "text": "The first of all.",
            "file": "dyad/v1/one.proto",
            "role": "watch",
            "needs": [
              "owner",
              "app"
            ]
          }
        ]

        """)
    #expect(CaseList.clausesJSON(cases, MadeUpCases.clauses).contains("\"cases\": 1"))
    #expect(CaseList.json([]) == "[]\n")
  }
}
