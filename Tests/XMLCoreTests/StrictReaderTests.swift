internal import TestSupport
internal import Testing
internal import XMLCore

@Suite struct StrictReaderTests {
  /// Counts what there is.
  private final class Counter: StrictListener {
    var elements = 0
    var attributes = 0
    var textBytes = 0
    var wantsContent: Bool { true }

    func start(_ name: ElementName, _ attributes: [String: String], line: Int) throws(MarkupError) {
      elements += 1
      self.attributes += attributes.count
    }

    func text(_ text: String, line: Int) throws(MarkupError) { textBytes += text.utf8.count }
    func end(line: Int) throws(MarkupError) {}
  }

  private static func read(_ bytes: [UInt8]) throws(MarkupError) -> Counter {
    let counter = Counter()
    try StrictReader.read(bytes, to: counter)
    return counter
  }

  private static func read(_ text: String) throws(MarkupError) -> Counter {
    try read(Array(text.utf8))
  }

  /// The same text in UTF-16.
  private static func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
    [0xFEFF as UInt16].appending(text.utf16).flatMap { unit -> [UInt8] in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  @Test(arguments: HostileXML.allCases)
  func `four times the bytes are at most eight times the work`(kind: HostileXML) {
    let few = kind.bytes(byteCount: 1 << 16)
    let many = kind.bytes(byteCount: 1 << 18)
    let excess = ProcessorTime.excess(
      few: { _ = try? Self.read(few) }, many: { _ = try? Self.read(many) })
    #expect(excess == nil)
  }

  private static let refused: [(HostileXML, words: String, line: Int)] = [
    (.attributes, "an element has more than 64 attributes", 1),
    (.attributesWithoutEnd, "an element has more than 64 attributes", 1),
    (.namespaces, "an element has more than 64 attributes", 1),
    (.attributesWithPrefix, "an element has more than 64 attributes", 1),
    (.namespacesInDepth, "more than 128 namespaces are declared at once", 1),
    (.namespaceAddresses, "it has more than 4096 different names", 1),
    (.names, "it has more than 4096 different names", 1),
    (.targets, "it has more than 4096 different names", 1),
    (.depth, "more than 256 elements lie in each other", 1),
    (.longName, "a name has more than 256 bytes", 1),
    (.longAttributeName, "a name has more than 256 bytes", 1),
    (.longValue, "a tag is longer than 1 MiB", 1),
    (.valueWithoutEnd, "a tag is longer than 1 MiB", 1),
    (.spacesInTag, "a tag is longer than 1 MiB", 1),
    (.spacesInEndTag, "a tag is longer than 1 MiB", 1),
    (.commentWithoutEnd, "a comment is longer than 8 MiB", 1),
    (.instructionWithoutEnd, "a processing instruction is longer than 8 MiB", 1),
    (.documentType, "a document type is declared, which is not taken", 1),
    (.entities, "a document type is declared, which is not taken", 1),
  ]

  @Test(arguments: refused)
  func `a bound is named with the line where it is passed`(
    kind: HostileXML, words: String, line: Int
  ) {
    let byteCount =
      words.contains("8 MiB") ? 9 << 20 : words.contains("1 MiB") ? 1_100_000 : 200_000
    let bytes = kind.bytes(byteCount: byteCount)
    let error = #expect(throws: MarkupError.self) { try Self.read(bytes) }
    #expect(error == MarkupError(line: line, detail: words))
  }

  /// Elements that have so many attributes, in places where a careless scan would not see them, or would lose count.
  private static func hidden(_ tag: String) -> [String] {
    let root = "<?xml version='1.0'?>\n<!-- <a ' \" > -->\n<?p <a ' \" > ?><r>\n"
    return [
      "\(root)\(tag)</r>", "\(root)<![CDATA[ <b c=' ]]>\(tag)</r>", "\(root)<b c='>'/>\(tag)</r>",
      "\(root)<b c=\"'>\" d='\">'/>\(tag)</r>", "\(root)<!-- \" ' <b -->\(tag)</r>",
      "\(root)<?p ' \" <b ?>\(tag)</r>", "\(root)it's > \" text ]]&gt;\(tag)</r>",
    ]
  }

  private static func tag(_ count: Int) -> String {
    "<e\((0..<count).map { "\n a\($0) = '=>= \($0)'" }.joined())/>"
  }

  @Test func `attributes are counted wherever an element stands, and in each encoding`() throws {
    for text in Self.hidden(Self.tag(64)) {
      #expect(try Self.read(text).attributes >= 64)
      for isBigEndian in [false, true] {
        #expect(try Self.read(Self.wide(text, isBigEndian: isBigEndian)).attributes >= 64)
      }
    }
    for text in Self.hidden(Self.tag(65)) {
      let wide = [false, true].map { Self.wide(text, isBigEndian: $0) }
      let latin = Array(text.replacing("'1.0'", with: "'1.0' encoding='windows-1252'").utf8)
      for bytes in [Array(text.utf8), latin, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] + wide {
        let error = #expect(throws: MarkupError.self) { try Self.read(bytes) }
        #expect(error == MarkupError(line: 4, detail: "an element has more than 64 attributes"))
      }
    }
  }

  @Test func `what only looks like attributes is not counted`() throws {
    let many = Self.tag(1_000)
    for text in [
      "<r><!--\(many)--></r>", "<r><![CDATA[\(many)]]></r>", "<r><?p \(many.dropLast(2))?></r>",
      "<r>\(many.dropFirst())</r>", "<r a=\"\(many.dropFirst())\"/>",
    ] {
      #expect(try Self.read(text).elements == 1)
    }
  }

  @Test func `a document at its bounds is read`() throws {
    let names = (0..<4_000).map { "<n\($0)/>" }.joined()
    let name = String(repeating: "n", count: 256)
    let deep =
      String(repeating: "<d>", count: 255) + String(repeating: "</d>", count: 255)
    let spaces = (0..<127).map { "<s xmlns:p\($0)='u'>" }
    let ends = String(repeating: "</s>", count: spaces.count)
    for text in [
      names, "<\(name)/>", deep, spaces.joined() + ends,
      "<a b='\(String(repeating: "v", count: 1_000_000))'/>",
      "<!--\(String(repeating: "c", count: 1_000_000))-->",
    ] {
      #expect(try Self.read("<r>\(text)</r>").elements >= 1)
    }
  }

  @Test func `a long namespace is refused, which would be copied again and again`() throws {
    let name = String(repeating: "u", count: 1_024)
    #expect(try Self.read("<r xmlns='\(name)'><a/></r>").elements == 2)
    let error = #expect(throws: MarkupError.self) {
      try Self.read("<r>\n<a xmlns='\(name)u'/></r>")
    }
    #expect(error?.line == 2)
    #expect(error?.detail == "the name of a namespace has more than 1024 bytes")
  }

  @Test func `text has no bound but the document's`() throws {
    let text = String(repeating: "text = 'no tag' > \"", count: 1 << 18)
    #expect(try Self.read("<r>\(text)</r>").textBytes == text.utf8.count)
    #expect(try Self.read("<r><![CDATA[\(text)]]></r>").textBytes == text.utf8.count)
  }

  @Test func `no declaration hides its encoding behind many spaces`() {
    let spaces = String(repeating: " ", count: 600)
    let text = "<?xml version='1.0'\(spaces)encoding='UTF-7'?><r/>"
    let error = #expect(throws: MarkupError.self) { try Self.read(text) }
    #expect(error?.line == 1)
    #expect(error?.detail == "its first line is no declaration of XML that ends within 512 bytes")
  }

  @Test func `a declared encoding is the one that is read`() throws {
    let latin: [UInt8] = Array("<?xml version='1.0' encoding='ISO-8859-1'?><r>".utf8) + [0xE9]
    #expect(try Self.read(latin + Array("</r>".utf8)).textBytes == 2)
    let narrow = "<?xml version='1.0' encoding='UTF-16'?><r/>"
    let error = #expect(throws: MarkupError.self) { try Self.read(narrow) }
    #expect(error?.detail == "its bytes are not what its encoding says")
  }
}

extension [UInt16] {
  fileprivate func appending(_ more: some Sequence<UInt16>) -> Self { self + Array(more) }
}
