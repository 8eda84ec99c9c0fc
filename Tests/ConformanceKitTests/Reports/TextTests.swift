internal import ConformanceKit
internal import Testing

@Suite struct TextTests {
  @Test func `bytes are dumped in lines of sixteen`() {
    #expect(
      HexDump.lines(Array(0x41..<0x53)) == [
        "0000  41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50  |ABCDEFGHIJKLMNOP|",
        "0010  51 52                                             |QR|",
      ])
    #expect(HexDump.lines([]) == [])
    #expect(HexDump.digits([0, 15, 255]) == "000fff")
  }

  @Test func `a long dump says how long`() {
    let lines = HexDump.lines([UInt8](repeating: 0, count: 1_000))
    #expect(lines.count == 17)
    #expect(lines.last == "… 1000 bytes in all")
  }

  @Test func `words wrap, and lines stay lines`() {
    #expect(
      Prose.wrapped("one two three\nfour", width: 9, indent: "> ")
        == ["> one two", "> three", "> four"])
    #expect(Prose.wrapped("", width: 9) == [""])
    #expect(Prose.wrapped("incomprehensible x", width: 4) == ["incomprehensible", "x"])
  }

  @Test(arguments: [
    (0, "0.00 s"), (4, "0.00 s"), (5, "0.01 s"), (1_000, "1 s"), (1_234, "1.23 s"),
    (61_050, "61.05 s"),
  ])
  func `times are told in seconds`(milliseconds: Int, text: String) {
    #expect(Prose.seconds(.milliseconds(milliseconds)) == text)
  }

  @Test func `what a terminal would obey is replaced`() {
    #expect(Prose.clean("a\u{1B}[2Jb\u{202E}\n") == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}")
    #expect(Prose.trimmed("  a b\t") == "a b")
    #expect(Prose.quotable(String(repeating: "x", count: 99)).count == 60)
  }
}
