internal import TestSupport
internal import Testing
internal import XMLCore

@Suite struct MarkupReaderTests {
  /// What was met, as text: "<a x=1", "a>".
  private static func events(
    _ pieces: [[UInt8]], dropping: Set<String> = []
  ) throws -> (events: [String], notes: [MarkupNote], lines: [Int32], isComplete: Bool) {
    let reader = MarkupReader(["root"], dropping: dropping)
    for piece in pieces { try reader.read(piece) }
    try reader.finish()
    let batch = reader.takeBatch()
    let events = batch.events.map { event in
      let name = batch.names[Int(event.name)]
      guard !event.isEnd else { return "\(name)>" }
      let attributes = event.attributes.map { index in
        let attribute = batch.attributes[Int(index)]
        let value = String(decoding: batch.value(attribute), as: UTF8.self)
        return " \(batch.names[Int(attribute.name)])=\(value)"
      }
      return "<\(name)\(attributes.joined())"
    }
    return (events, batch.notes, batch.events.map(\.line), reader.isComplete)
  }

  private static func events(
    _ text: String
  ) throws -> (
    events: [String], notes: [MarkupNote], lines: [Int32], isComplete: Bool
  ) {
    try events([Array(text.utf8)])
  }

  @Test func `elements come with their attributes and lines`() throws {
    let found = try Self.events(
      "<root a='1'>\n <b c=\"&lt;x&gt; &amp; &#65;\" d='2'/>\n<!-- <b/> --><![CDATA[<b/>]]>\n</root>\n"
    )
    #expect(found.events == ["<root a=1", "<b c=<x> & A d=2", "b>", "root>"])
    #expect(found.lines == [1, 2, 2, 4])
    #expect(found.isComplete && found.notes.isEmpty)
  }

  @Test func `attributes that nobody wants are dropped`() throws {
    let text = "<root a='1' b='2'><x b='3' c='4'/></root>"
    let found = try Self.events([Array(text.utf8)], dropping: ["b"])
    #expect(found.events == ["<root a=1", "<x c=4", "x>", "root>"])
  }

  static let faults: [(String, String, MarkupNote.Fault)] = [
    ("<b x='1' x='2'/>", "<b x=1", .attributeTwice),
    ("<b x='1\u{B}2'/>", "<b x=12", .controlCharacter),
    ("<b x='1&#11;2'/>", "<b x=12", .controlCharacter),
    ("<b x y='1'/>", "<b x y=1", .missingValue),
    ("<b y='1' x/>", "<b y=1", .missingValue),
    ("<b x=1 y='2'/>", "<b x=1 y=2", .missingQuotes),
    ("<b x='&none;'/>", "<b x=&none;", .unknownEntity),
    ("<b x='a < b'/>", "<b x=a < b", .openBracket),
    ("<b x='a & b'/>", "<b x=a & b", .openAmpersand),
  ]

  @Test(arguments: faults)
  func `what is wrong with an element is mended and noted with its line`(
    tag: String, expected: String, fault: MarkupNote.Fault
  ) throws {
    let found = try Self.events("<root>\n<a z='1'/>\n\(tag)\n<c/>\n</root>\n")
    #expect(found.events == ["<root", "<a z=1", "a>", expected, "b>", "<c", "c>", "root>"])
    // A name with a space is what a name with metadata looks like, which is no fault.
    if expected != "<b x y=1" {
      #expect(found.notes.map(\.fault) == [fault] && found.notes.map(\.line) == [3])
      #expect(found.notes.map(\.isLost) == [false])
    }
    #expect(found.isComplete)
  }

  @Test func `bytes that are no UTF-8 are replaced`() throws {
    let text = Array("<root><b x='".utf8) + [0x61, 0xFF, 0x62] + Array("'/></root>".utf8)
    let found = try Self.events([text])
    #expect(found.events == ["<root", "<b x=a\u{FFFD}b", "b>", "root>"])
    #expect(found.notes.map(\.fault) == [.notUnicode])
  }

  @Test func `text in another encoding is not guessed`() throws {
    let wide = "<root><b/></root>".utf8.flatMap { (byte: UInt8) -> [UInt8] in [0, byte] }
    for bytes: [UInt8] in [[0xFE, 0xFF] + wide, wide] {
      let found = try Self.events([bytes])
      #expect(found.events.isEmpty && !found.isComplete)
    }
  }

  @Test func `a broken tag is lost with its line, and what follows it is not`() throws {
    let found = try Self.events("<root>\n<a x='1\n<b/>\n< c/>\n<d/>\n</root>")
    #expect(found.events == ["<root", "<b", "b>", "<d", "d>", "root>"])
    #expect(found.notes.map(\.fault) == [.brokenTag, .brokenTag])
    #expect(found.notes.map(\.isLost) == [true, true])
  }

  @Test func `elements that do not end, or did not begin, end with what they lie in`() throws {
    let missing = try Self.events("<root><a><b></a><c/></root>")
    #expect(missing.events == ["<root", "<a", "<b", "b>", "a>", "<c", "c>", "root>"])
    #expect(missing.notes.map(\.fault) == [.missingEnd])
    let unmatched = try Self.events("<root></a><c/></root>")
    #expect(unmatched.events == ["<root", "<c", "c>", "root>"])
    #expect(unmatched.notes.map(\.fault) == [.unmatchedEnd])
  }

  @Test func `after a fault the library goes on with the elements that are open`() throws {
    // More than a piece before and after it.
    let filler = String(repeating: "<a x='1'/>\n", count: 20_000)
    let text = "<root><list>\n\(filler)<b x='1' x='2'/>\n\(filler)</list></root>"
    var pieces: [[UInt8]] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      pieces.append(Array(rest.prefix(50_000)))
      rest = rest.dropFirst(50_000)
    }
    let found = try Self.events(pieces)
    #expect(found.events.count == 4 + 2 * 40_000 + 2)
    #expect(found.notes.map(\.fault) == [.attributeTwice] && found.notes.map(\.line) == [20_002])
    #expect(found.lines.last == 40_003 && found.isComplete)
  }

  @Test func `a document cut after any byte gives what comes before`() throws {
    let text = Array("<root>\n<a x='1'><b y='2'/></a>\n<c z='&#65;é'/>\n</root>".utf8)
    let whole = try Self.events([text]).events
    for count in 0..<text.count {
      let found = try Self.events([Array(text[..<count])])
      #expect(!found.isComplete && whole.starts(with: found.events))
    }
  }

  @Test func `a document gives the same in whatever pieces it comes`() throws {
    let line = "<a x='1' y='é &lt;'><b z='2'/></a>\n<!-- c -->\n"
    let text = Array("<root>\n\(String(repeating: line, count: 4_000))</root>".utf8)
    let whole = try Self.events([text]).events
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<4 {
      var pieces: [[UInt8]] = []
      var rest = text[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...60_000, using: &generator)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(try Self.events(pieces).events == whole)
    }
  }

  @Test func `what is too deep is refused, and what is too long is lost`() throws {
    let deep = "<root>\(String(repeating: "<a>", count: 100))"
    let error = #expect(throws: MarkupError.self) { try Self.events(deep) }
    #expect(error?.detail == "more than 64 elements lie in each other")
    let long = "<root>\n<a x='\(String(repeating: "y", count: 1_200_000))'/>\n<b/>\n</root>"
    let bytes = Array(long.utf8)
    let found = try Self.events(
      stride(from: 0, to: bytes.count, by: 100_000).map {
        Array(bytes[$0..<min($0 + 100_000, bytes.count)])
      })
    #expect(
      found.events == ["<root", "<b", "b>", "root>"] && found.notes.map(\.fault) == [.longTag])
  }

  @Test func `bytes that were changed at random never trap`() throws {
    var generator = SeededGenerator(seed: 4)
    let text = Array("<root>\n<a x='1' y='&lt;2'>\n<b z='3'/></a><!-- d --><c/>\n</root>".utf8)
    for _ in 0..<5_000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      _ = try? Self.events([bytes])
    }
  }

  @Test(arguments: ["<a b=x", "<a b=x ", "<a b", "<a 'b", "<a b='x"])
  func `broken tags without end are lost, and never trap`(tag: String) throws {
    // More than broken tags may let be read again, so that what follows on them is lost with them.
    let text = "<root>" + String(repeating: tag, count: 1_200_000 / tag.utf8.count) + "<a b"
    let bytes = Array(text.utf8)
    let found = try Self.events([Array(bytes[..<100_000]), Array(bytes[100_000...])])
    #expect(found.events == ["<root", "root>"] || found.events == ["<root"])
    #expect(!found.isComplete)
  }

  @Test func `an element with too many attributes is lost, and what follows it is not`() throws {
    for count in [64, 65, 20_000] {
      let attributes = (0..<count).map { " a\($0)='='" }.joined()
      let found = try Self.events("<root>\n<e\(attributes)/>\n<b/>\n</root>\n")
      #expect(found.events.suffix(3) == ["<b", "b>", "root>"])
      #expect(found.events.count == (count > 64 ? 4 : 6))
      #expect(
        found.notes.map(\.fault.rawValue)
          == (count > 64 ? ["the tag has more than 64 attributes"] : []))
      #expect(found.notes.allSatisfy { $0.isLost && $0.line == 2 })
    }
  }

  /// Pieces that are wrong at each of their bytes, or nearly.
  private static let wrong = [
    "<a b=x", "<a b='", "<a b='x ' c", "<a ", "<", "<a/>", "<a>", "</a>", "<a><b></a>", "<!--",
    "<![CDATA[",
    "<a b=''=", "< <a b='\n", "<a b=\"\n",
  ]

  private static func excess(few: String, many: String) -> String? {
    ProcessorTime.excess(few: { _ = try? events(few) }, many: { _ = try? events(many) })
  }

  @Test(arguments: wrong)
  func `four times the faults are at most eight times the work`(piece: String) {
    let depth = String(repeating: "<a>", count: 60)
    for start in ["<root>", "<root>\(depth)", "<root><x y='1' y='2'/>"] {
      func text(_ count: Int) -> String {
        start + String(repeating: piece, count: count / piece.utf8.count)
      }
      #expect(Self.excess(few: text(10_000), many: text(40_000)) == nil)
    }
  }

  @Test func `names do not pile up in the library`() throws {
    func text(_ count: Int) -> String {
      "<root>\((0..<count).map { "<e\($0)/>" }.joined())</root>"
    }
    #expect(Self.excess(few: text(25_000), many: text(100_000)) == nil)
  }

  @Test func `elements without values fill a batch as values do`() throws {
    let reader = MarkupReader(["root"])
    try reader.read(Array("<root>\(String(repeating: "<a/>", count: 100_000))".utf8))
    #expect(reader.batchBytes > 100_000 * 2 * 8)
  }
}
