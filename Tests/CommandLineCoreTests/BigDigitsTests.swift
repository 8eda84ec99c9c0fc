internal import CommandLineCore
internal import Testing

struct BigDigitsTests {
  @Test func `six digits are shown in two groups of three`() {
    #expect(
      BigDigits.lines("482913") == [
        "██  ██  ██████  ██████      ██████    ██    ██████",
        "██  ██  ██  ██      ██      ██  ██  ████        ██",
        "██████  ██████  ██████      ██████    ██      ████",
        "    ██  ██  ██  ██              ██    ██        ██",
        "    ██  ██████  ██████      ██████  ██████  ██████",
      ])
  }

  @Test func `eight digits are shown in two groups of four`() {
    let four = "██████  ██████  ██████  ██████"
    #expect(BigDigits.lines("00000000").first == "\(four)      \(four)")
  }

  @Test func `the ten digits differ`() {
    let shapes = Set((0...9).map { BigDigits.lines("\($0)") })
    #expect(shapes.count == 10)
    #expect(shapes.allSatisfy { $0.count == 5 })
  }

  @Test(arguments: [(1, 6), (3, 22), (6, 50), (8, 66), (9, 78)])
  func `all lines are equally wide`(count: Int, width: Int) {
    for digit in 0...9 {
      let lines = BigDigits.lines(String(repeating: "\(digit)", count: count))
      #expect(lines.allSatisfy { $0.count == width })
    }
  }

  @Test func `no digits take no columns`() {
    #expect(BigDigits.lines("") == ["", "", "", "", ""])
  }

  @Test(arguments: ["482 913", "482-913\n", "\u{FF14}48291\u{0663}3"])
  func `what is no digit is left out`(text: String) {
    let digits = text.filter { $0.isASCII && $0.isNumber }
    #expect(BigDigits.lines(text) == BigDigits.lines(digits))
  }
}
