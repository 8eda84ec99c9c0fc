internal import ClinicalDocuments
internal import TestSupport
internal import Testing

struct DocumentBodyTests {
  private typealias Block = DocumentBody.Block

  @Test func `sections are read as paragraphs, lists and tables`() throws {
    let body = try DocumentBody(reading: CDASample.bytes)
    #expect(body.sections.map(\.title) == ["Allergies", "Plan", "Inside"])
    #expect(body.sections.map(\.level) == [0, 0, 1])
    let table = DocumentBody.Table(
      caption: "Known", header: ["What", "How"], rows: [["Nuts and seeds", "Rash"]])
    #expect(body.sections[0].blocks == [.table(table)])
    let plan: [Block] = [
      .paragraph("Come back."), .item(mark: "1.", level: 0, "Rest"),
      .item(mark: "2.", level: 0, "Water"), .item(mark: "-", level: 1, "much"),
      .paragraph("Soon <b>"),
    ]
    #expect(body.sections[1].blocks == plan)
    #expect(body.sections[2].blocks == [.paragraph("Deep")])
    #expect(!body.isCut)
  }

  @Test func `a body that is no XML is named`() throws {
    let start = try #require(CDASample.text.firstRange(of: "<structuredBody>"))
    let end = try #require(CDASample.text.firstRange(of: "</structuredBody>"))
    var text = CDASample.text
    text.replaceSubrange(
      start.lowerBound..<end.upperBound,
      with:
        "<nonXMLBody><text mediaType=\"application/pdf\" representation=\"B64\">AAAA</text></nonXMLBody>"
    )
    let body = try DocumentBody(reading: Array(text.utf8))
    #expect(body.foreignKind == "application/pdf")
    #expect(body.sections.isEmpty)
    #expect(try ClinicalDocument(checking: Array(text.utf8)).sections.isEmpty)
  }

  @Test func `a page has no markup but its own`() throws {
    let bytes = CDASample.with("Rash", "&lt;script&gt;alert(1)&lt;/script&gt; \" onload='x'")
    let page = DocumentPage(
      try ClinicalDocument(checking: bytes), try DocumentBody(reading: bytes)
    ).text
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot; onload=&#39;x&#39;"))
    #expect(page.contains("<h3>Inside</h3>"))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("<dt>Custodian</dt><dd>General &amp; Co</dd>"))
  }

  @Test func `what is too long is cut and says so`() throws {
    let long = String(repeating: "word ", count: DocumentBody.mostBytes / 4)
    let body = try DocumentBody(reading: CDASample.with("Deep", long))
    #expect(body.isCut)
    let kept = body.sections.flatMap(\.blocks).reduce(0) { $0 + "\($1)".utf8.count }
    #expect(kept <= DocumentBody.mostBytes + (1 << 17))
  }
}
