private import CommandLineCore
internal import Testing

@Suite struct PaletteTests {
  @Test(arguments: [
    (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
    (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
    (true, ["TERM": "xterm"], true),
  ])
  func `colours are for terminals that have not refused them`(
    isTerminal: Bool, environment: [String: String], isOn: Bool
  ) {
    let palette = Palette(isTerminal: isTerminal) { environment[$0] }
    #expect(palette.isOn == isOn)
    #expect(palette.paint("x", .red) == (isOn ? "\u{1B}[31mx\u{1B}[0m" : "x"))
  }
}
