private import CommandLineCore
internal import Testing
private import TextFormats

@Suite struct LineReaderTests {
  private static func lines(of text: String, chunkByteCount: Int) throws -> [String] {
    var reader = LineReader(ScriptedSource(Array(text.utf8), chunkByteCount: chunkByteCount))
    var lines: [String] = []
    while let line = try reader.nextLine() {
      lines.append(String(decoding: line, as: UTF8.self))
      #expect(reader.lineNumber == lines.count)
    }
    return lines
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `lines do not depend on how the bytes arrive`(chunkByteCount: Int) throws {
    #expect(try Self.lines(of: "", chunkByteCount: chunkByteCount) == [])
    #expect(try Self.lines(of: "\n", chunkByteCount: chunkByteCount) == [""])
    #expect(
      try Self.lines(of: "one\n\nthree\nlast", chunkByteCount: chunkByteCount)
        == ["one", "", "three", "last"])
    #expect(try Self.lines(of: "one\ntwo\n", chunkByteCount: chunkByteCount) == ["one", "two"])
  }

  @Test func `a whole line that is here already is known to be`() throws {
    var reader = LineReader(ScriptedSource(Array("one\ntwo\nthr".utf8), chunkByteCount: 9))
    #expect(!reader.hasBufferedLine)
    #expect(try reader.nextLine() == Array("one".utf8))
    #expect(reader.hasBufferedLine)
    #expect(try reader.nextLine() == Array("two".utf8))
    #expect(!reader.hasBufferedLine)
  }

  @Test(arguments: [0, 1])
  func `a line that is too long is refused and the next one is read`(excess: Int) throws {
    let limit = LineReader<ScriptedSource>.maximumByteCount
    let long = [UInt8](repeating: 0x61, count: limit + excess)
    var reader = LineReader(
      ScriptedSource(Array("a\n".utf8) + long + Array("\nz\n".utf8), chunkByteCount: 65_536))
    #expect(try reader.nextLine() == [0x61])
    if excess == 0 {
      #expect(try reader.nextLine()?.count == limit)
    } else {
      let error = #expect(throws: CommandLineError.self) { try reader.nextLine() }
      #expect(error?.description == "cannot read line 2: longer than \(limit) bytes")
    }
    #expect(try reader.nextLine() == [0x7A])
    #expect(reader.lineNumber == 3)
    #expect(try reader.nextLine() == nil)
  }

  @Test func `JSON lines are values with the number of their line`() throws {
    let text = "{\"a\":1}\r\n\n  \t\n[2]\n{oops}\n3"
    var reader = JSONLineReader(ScriptedSource(Array(text.utf8), chunkByteCount: 5))
    #expect(try reader.nextValue() == .object([.init("a", .integer(1))]))
    #expect(try reader.nextValue() == .array([.integer(2)]))
    #expect(reader.lineNumber == 4)
    let error = #expect(throws: CommandLineError.self) { try reader.nextValue() }
    #expect(error?.description == "cannot read line 5: expected a name in quotes at byte 2")
    #expect(try reader.nextValue() == .integer(3))
    #expect(try reader.nextValue() == nil)
  }
}
