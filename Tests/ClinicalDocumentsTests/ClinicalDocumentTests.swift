internal import ClinicalDocuments
internal import TestSupport
internal import Testing
internal import XMLCore

struct ClinicalDocumentTests {
  @Test func `what a document says of itself is taken from it`() throws {
    let document = try ClinicalDocument(checking: CDASample.bytes)
    #expect(document.title == "Résumé de soins")
    #expect(document.patientName == "Ada M. Exemple")
    #expect(document.authorName == "Dr. Écrit")
    #expect(document.custodianName == "General & Co")
    #expect(document.language == "fr-FR")
    #expect(document.effective == HL7Time("20260131110000"))
    #expect(document.sections == ["Allergies", "Plan", "Inside"])
  }

  @Test func `a document without a title is called by its code, and one of a device by that`()
    throws
  {
    let untitled = CDASample.text.replacing("<title>Résumé  de\n    soins</title>", with: "")
    let text = untitled.replacing(
      "<assignedPerson><name><prefix>Dr.</prefix><family>Écrit</family></name></assignedPerson>",
      with:
        "<assignedAuthoringDevice><softwareName>Machine</softwareName></assignedAuthoringDevice>")
    let document = try ClinicalDocument(checking: Array(text.utf8))
    #expect(document.title == "Summary of episode note")
    #expect(document.authorName == "Machine")
  }

  @Test(arguments: [
    ("<typeId root=\"2.16.840.1.113883.1.3\" extension=\"POCD_HD000040\"/>", "", "no <typeId>"),
    ("POCD_HD000040", "POCD_HD000041", "<typeId> is not that"),
    ("<id root=\"1.2.3\" extension=\"1\"/>", "", "no <id>"),
    ("<id extension=\"7\" root=\"1.2\"/>", "", "no <id> in <patientRole> in <recordTarget>"),
    ("<confidentialityCode code=\"N\"/>", "", "no <confidentialityCode>"),
    (
      "<confidentialityCode code=\"N\"/>", "<confidentialityCode/><confidentialityCode/>",
      "more than one <confidentialityCode>"
    ),
    ("20260131120000+0100", "yesterday", "no date"), ("20260131120000+0100", "20260231", "no date"),
    ("<time value=\"20260131\"/>", "", "no <time> in <author>"),
    ("structuredBody>", "structuredLegs>", "neither a <structuredBody>"),
    ("urn:hl7-org:v3", "urn:hl7-org:v2", "not in the namespace urn:hl7-org:v3"),
    ("ClinicalDocument", "Letter", "no clinical document"),
    ("&amp;", "&", "write &amp;"), ("&amp;", "&unknown;", "entity"),
    ("</recordTarget>", "</patient>", "ends under another name"),
    ("</ClinicalDocument>", "", "the end is missing"),
    ("</ClinicalDocument>", "</ClinicalDocument><ClinicalDocument/>", "stands after the end"),
    ("<code code", "<x:code code", "nothing declares"),
    ("UTF-8", "UTF-7", "its encoding"), ("UTF-8", "EBCDIC-US", "its encoding"),
    (
      "<ClinicalDocument ", "<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><ClinicalDocument ",
      "a document type"
    ),
    (
      "<ClinicalDocument ",
      "<!DOCTYPE x [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><ClinicalDocument ", "a document type"
    ),
  ])
  func `what is wrong is said with its line`(passage: String, other: String, words: String) {
    let error = #expect(throws: MarkupError.self) {
      try ClinicalDocument(checking: CDASample.with(passage, other))
    }
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    #expect((1...40).contains(error?.line ?? 0))
  }

  @Test func `the line is that of the mistake`() {
    let error = #expect(throws: MarkupError.self) {
      try ClinicalDocument(checking: CDASample.with("<th>What</th>", "<th>What</tr>"))
    }
    #expect(error?.line == 23)
  }

  @Test(arguments: ["", "not xml at all", "%PDF-1.4", "{}", "\u{FEFF}", "\u{0}\u{0}"])
  func `what is no XML is refused`(text: String) {
    #expect(throws: MarkupError.self) { try ClinicalDocument(checking: Array(text.utf8)) }
  }

  @Test func `other encodings are read`() throws {
    let wide = CDASample.text.replacing("UTF-8", with: "UTF-16").utf16
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in wide { utf16 += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    #expect(try ClinicalDocument(checking: utf16).title == "Résumé de soins")
    let latin = CDASample.text.replacing("UTF-8", with: "ISO-8859-1").unicodeScalars
    let bytes = latin.map { UInt8($0.value) }
    #expect(try ClinicalDocument(checking: bytes).authorName == "Dr. Écrit")
  }

  @Test func `bytes that are not of the encoding are refused and not quoted`() {
    var bytes = CDASample.bytes
    guard let place = bytes.firstIndex(of: 0xC3) else { return }
    bytes[place + 1] = UInt8(ascii: "Z")
    let error = #expect(throws: MarkupError.self) { try ClinicalDocument(checking: bytes) }
    #expect(
      error?.detail == "there is a character that XML does not permit, or bytes of another encoding"
    )
  }

  @Test func `48 MiB of elements in each other end at the 257th`() {
    var deep = Array("<a>".utf8)
    for _ in 0..<24 { deep += deep }
    let root = Array("<ClinicalDocument xmlns='urn:hl7-org:v3'>".utf8)
    let error = #expect(throws: MarkupError.self) { try ClinicalDocument(checking: root + deep) }
    #expect(error?.detail == "more than 256 elements lie in each other")
  }

  @Test func `every cut of a document is refused`() {
    let bytes = CDASample.bytes
    for count in 0..<bytes.count - 1 {
      #expect(throws: MarkupError.self) { try ClinicalDocument(checking: Array(bytes[..<count])) }
    }
  }

  @Test func `long titles are cut`() throws {
    let long = String(repeating: "é", count: 100_000)
    let document = try ClinicalDocument(checking: CDASample.with("Allergies", "x").map { $0 })
    #expect(document.sections.first == "x")
    let title = try ClinicalDocument(checking: CDASample.with("Résumé", long)).title
    #expect(title.utf8.count <= 1_024)
    #expect(title.hasSuffix("é…"))
  }
}
