internal import ConformanceCases
internal import ConformanceKit
internal import Testing

@Suite struct ClauseBookTests {
  @Test func `a listing is read by its tabs`() {
    let book = ClauseBook(
      listing: Array("A-B\tfile\tSays so.\nbroken\nA-C\tother\tTabs\tstay.\n".utf8))
    #expect(book.clauses.map(\.id) == ["A-B", "A-C"])
    #expect(book["A-C"] == Clause(id: "A-C", file: "other", text: "Tabs\tstay."))
    #expect(book["A-D"] == nil)
  }

  @Test func `the tool has clauses, each once`() {
    let book = ClauseBook.shared
    #expect(book.clauses.count > 50)
    #expect(Set(book.clauses.map(\.id)).count == book.clauses.count)
  }

  @Test func `each case of the catalogue has its clause, and a path of its own`() {
    #expect(Catalogue.all.filter { ClauseBook.shared[$0.clause] == nil }.map(\.path) == [])
    #expect(Set(Catalogue.all.map(\.path)).count == Catalogue.all.count)
  }

  @Test func `each clause has a case`() {
    let tested = Set(Catalogue.all.map(\.clause))
    #expect(ClauseBook.shared.clauses.map(\.id).filter { !tested.contains($0) } == [])
  }
}
