internal import CommandSupport
internal import DyadCommands
internal import Testing

@Suite struct ProgressLineTests {
  private static func line(_ count: Int, share: Double?) -> ProgressLine {
    var line = ProgressLine("Saving", of: "lines")
    line.count = count
    line.share = share
    return line
  }

  private static let lines: [(line: ProgressLine, seconds: Double, text: String)] = [
    (line(0, share: nil), 0.4, "Saving: 0 lines, 0 s"),
    (line(1_234_567, share: nil), 100, "Saving: 1,234,567 lines, 12,300/s, 1 min 40 s"),
    (line(0, share: 0), 1, "Saving ..............................   0%  0 lines, 1 s"),
    (
      line(500, share: 0.25), 10,
      "Saving #######.......................  25%  500 lines, 50/s, 30 s left"
    ),
    (
      line(12_345_678, share: 0.5), 7_500,
      "Saving ############............  50%  12,345,678 lines, 1,650/s, 2 h 5 min left"
    ),
    (line(9, share: 3), 1, "Saving ############################## 100%  9 lines, 9/s, 0 s left"),
    (ProgressLine("Erasing"), 3, "Erasing: 3 s"),
  ]

  @Test(arguments: lines.indices)
  func `a line says what is done, how fast, and what is left`(index: Int) {
    let (line, seconds, text) = Self.lines[index]
    #expect(line.text(after: seconds, columns: 80, isASCII: true) == text)
  }

  @Test func `no line reaches the last column of any terminal`() {
    for columns in 20...120 {
      for each in Self.lines {
        let text = each.line.text(after: each.seconds, columns: columns, isASCII: false)
        #expect(text.count < columns)
        #expect(text.allSatisfy(\.isASCII) || each.line.share != nil)
      }
    }
  }
}
