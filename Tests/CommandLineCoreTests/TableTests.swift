private import CommandLineCore
internal import Testing

@Suite struct TableTests {
  private static func sample() -> Table {
    var table = Table([.init("START"), .init("VALUE", .right), .init("SOURCE")])
    table.append(["2026-11-21", "61", "Strap"])
    table.append(["2026-11-21", "112.5", "A phone with a long name"])
    return table
  }

  @Test func `columns line up and lines have no blanks at their end`() {
    #expect(
      Self.sample().lines() == [
        "START       VALUE  SOURCE",
        "2026-11-21     61  Strap",
        "2026-11-21  112.5  A phone with a long name",
      ])
  }

  @Test func `text is cut before numbers when the terminal is narrow`() {
    #expect(
      Self.sample().lines(width: 30) == [
        "START       VALUE  SOURCE",
        "2026-11-21     61  Strap",
        "2026-11-21  112.5  A phone wi\(TerminalText.cut)",
      ])
  }

  @Test(arguments: 18...60)
  func `no line is wider than the terminal`(width: Int) {
    let widths = Self.sample().lines(width: width).map(TerminalText.width)
    #expect(widths.allSatisfy { $0 <= width })
  }

  @Test func `a terminal too narrow for any table gets the narrowest one`() {
    #expect(Self.sample().lines(width: 1).map(TerminalText.width).allSatisfy { $0 <= 16 })
  }

  @Test func `wide characters take two columns`() {
    var table = Table([.init("NAME"), .init("N", .right)])
    table.append(["心拍", "1"])
    table.append(["e\u{301}te", "22"])
    #expect(table.lines() == ["NAME   N", "心拍   1", "e\u{301}te   22"])
  }

  @Test func `what a terminal would obey is not printed`() {
    var table = Table([.init("NAME")])
    table.append(["a\u{1B}[2Jb\nc\u{202E}d"])
    #expect(
      table.lines() == ["NAME", "a#[2Jb#c#d".replacing("#", with: "\(TerminalText.replacement)")])
  }

  @Test func `only the titles are painted`() {
    let palette = Palette(isTerminal: true) { _ in nil }
    let lines = Self.sample().lines(palette: palette)
    #expect(lines.first == "\u{1B}[1mSTART       VALUE  SOURCE\u{1B}[0m")
    #expect(lines.dropFirst().allSatisfy { !$0.contains("\u{1B}") })
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab#"), ("abcd", 1, "#"), ("abcd", 0, ""), ("心拍数", 4, "心#"),
    ("心拍数", 5, "心拍#"),
  ])
  func `a cut text says that something is missing`(text: String, width: Int, expected: String) {
    #expect(
      TerminalText.truncate(text, to: width) == expected.replacing("#", with: TerminalText.cut))
  }

  @Test(arguments: [("", 0), ("a", 1), ("é", 1), ("心", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("\u{200B}", 0)])
  func `a character is as wide as a terminal makes it`(text: String, width: Int) {
    #expect(TerminalText.width(of: text) == width)
  }
}
