internal import DyadCommands
internal import Testing

@Suite struct JSONSplitterTests {
  private static func split(_ chunks: [[UInt8]]) throws -> [JSONSplitter.Piece] {
    var splitter = JSONSplitter()
    var pieces: [JSONSplitter.Piece] = []
    for chunk in chunks {
      splitter.receive(chunk)
      while let piece = try splitter.next() { pieces.append(piece) }
    }
    splitter.finish()
    while let piece = try splitter.next() { pieces.append(piece) }
    return pieces
  }

  private static func texts(_ pieces: [JSONSplitter.Piece]) -> [String] {
    pieces.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: [
    ("", []), (" \n\t\r ", []), ("{}", ["{}"]), ("{}{}", ["{}", "{}"]),
    (" {} \n [1, {}]\n", ["{}", "[1, {}]"]), (#"{"a":"}"}{"b":2}"#, [#"{"a":"}"}"#, #"{"b":2}"#]),
    (#"{"a":"\"}"}1"#, [#"{"a":"\"}"}"#, "1"]), (#""a""b""#, [#""a""#, #""b""#]),
    (#""\\"1"#, [#""\\""#, "1"]), ("1 2\n3", ["1", "2", "3"]),
    ("true{}null", ["true", "{}", "null"]),
    ("1[2]3", ["1", "[2]", "3"]), ("{\"a\":", ["{\"a\":"]), ("\"a", ["\"a"]),
    ("},x:y", ["}", ",", "x", ":", "y"]), ("{]}", ["{]", "}"]),
  ])
  func `values are found however they are cut`(text: String, expected: [String]) throws {
    let bytes = Array(text.utf8)
    #expect(try Self.texts(Self.split([bytes])) == expected)
    #expect(try Self.texts(Self.split(bytes.map { [$0] })) == expected)
    for cut in bytes.indices {
      #expect(
        try Self.texts(Self.split([Array(bytes[..<cut]), Array(bytes[cut...])])) == expected)
    }
  }

  @Test func `a value is there with its last byte`() throws {
    var splitter = JSONSplitter()
    splitter.receive(Array(#"{"a":{}"#.utf8))
    #expect(try splitter.next() == nil)
    splitter.receive(Array("} 1".utf8))
    #expect(try splitter.next()?.bytes == Array(#"{"a":{}}"#.utf8))
    // More digits may follow.
    #expect(try splitter.next() == nil)
    splitter.receive(Array("2 ".utf8))
    #expect(try splitter.next()?.bytes == Array("12".utf8))
  }

  @Test func `values know their number and the line they start in`() throws {
    let pieces = try Self.split([Array("{}\n\n[1,\n2] 3\n4".utf8)])
    #expect(pieces.map(\.number) == [1, 2, 3, 4])
    #expect(pieces.map(\.line) == [1, 3, 4, 5])
  }

  @Test func `a value without end is refused`() throws {
    var splitter = JSONSplitter()
    splitter.receive(Array("[".utf8) + [UInt8](repeating: 0x20, count: 8 * 1024 * 1024))
    #expect(throws: (any Error).self) { try splitter.next() }
  }
}
