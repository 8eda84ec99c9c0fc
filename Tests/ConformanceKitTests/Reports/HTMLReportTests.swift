internal import ConformanceKit
internal import Testing

@Suite struct HTMLReportTests {
  @Test func `it is well-formed and needs nothing beside it`() throws {
    let text = HTMLReport.text(MadeUpCases.result(text: "It is."))
    let markup = try MarkupChecker(text)
    let names = Set(markup.elements.map(\.name))
    #expect(names.isDisjoint(with: ["script", "link", "img", "iframe", "object"]))
    let links = markup.elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }
    let places = Set(markup.elements.compactMap { $0.attributes["id"] }.map { "#\($0)" })
    #expect(links.count == 7)
    #expect(places.isSuperset(of: links))
    #expect(!text.contains("url(") && !text.contains("@import") && !text.contains("http://"))
    #expect(markup.elements.count { $0.name == "section" } == 3)
    #expect(markup.elements.count { $0.attributes["class"]?.hasPrefix("case ") == true } == 7)
    #expect(markup.content.contains("2 failures"))
    #expect(markup.content.contains("It passes now: take it off the list of known failures."))
    #expect(markup.content.contains("0000  3c 62 3e 26 00 ff"))
  }

  @Test func `each verdict has a switch, and each switch a label`() throws {
    let markup = try MarkupChecker(HTMLReport.text(MadeUpCases.result(text: "It is.")))
    let switches = markup.elements.filter { $0.name == "input" }.compactMap { $0.attributes["id"] }
    let labels = markup.elements.filter { $0.name == "label" }.compactMap { $0.attributes["for"] }
    #expect(switches == ["show-all"] + Standing.allCases.map { "show-\($0.rawValue)" })
    #expect(switches == labels)
  }

  @Test func `hostile texts stay texts`() throws {
    let plain = try MarkupChecker(HTMLReport.text(MadeUpCases.result(text: "It is.")))
    let text = HTMLReport.text(MadeUpCases.result(unfinished: [MadeUpCases.hostile]))
    let markup = try MarkupChecker(text)
    #expect(!text.contains("<script"))
    #expect(markup.content.contains("<script>alert('x')</script>&amp;"))
    #expect(markup.elements.count { $0.name == "dd" } == plain.elements.count { $0.name == "dd" })
    #expect(markup.elements.allSatisfy { !$0.attributes.keys.contains { $0.hasPrefix("on") } })
  }

  @Test func `what stands between backticks is code`() throws {
    var result = MadeUpCases.result(text: "The `a<b` of it is `c`.")
    result.entries[0].clauseText = "Only `one."
    let markup = try MarkupChecker(HTMLReport.text(result))
    #expect(markup.elements.count { $0.name == "code" } == 2 * (result.entries.count - 1))
    #expect(markup.content.contains("The a<b of it is c."))
    #expect(markup.content.contains("Only `one."))
  }

  @Test func `a path and a section are escaped, too`() throws {
    var result = MadeUpCases.result(text: "It is.")
    result.entries[0].path = "<b>\"'&/x"
    result.entries[0].clause = "<i>"
    let markup = try MarkupChecker(HTMLReport.text(result))
    #expect(markup.content.contains("<b>\"'&/x"))
    #expect(markup.content.contains("<i> must"))
    _ = try MarkupChecker(JUnitReport.text(result))
  }
}
