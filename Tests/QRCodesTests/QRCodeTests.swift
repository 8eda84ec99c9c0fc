internal import QRCodes
internal import TestSupport
internal import Testing

struct QRCodeTests {
  private static let key = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

  /// Texts by what is special about them.
  private static let texts = [
    "one letter": "a",
    "a pairing": "dyad:192.168.1.20:7443#482913.\(key)",
    "a pairing over IPv6": "dyad:[2001:db8:1:2:3:4:5:6]:7443#48291374.\(key)",
    "digits alone": "482913",
    "letters of many scripts": "Uhr für Jürgen · 手表 · часы · ساعة · 🩺",
    "line ends": "one\ntwo\r\nthree\ttab",
    "a zero in the middle": "before\u{0}after",
    "as long as it gets": String(repeating: "dyad. ", count: 389).prefix(2_331).description,
  ]

  @Test(arguments: texts.keys.sorted())
  func `a reader that is not ours reads the lines on a dark terminal`(name: String) throws {
    let text = try #require(Self.texts[name])
    let lines = try QRCode(text).lines()
    #expect(try BarcodeReader.read(lines, onLightTerminal: false) == Array(text.utf8))
  }

  @Test(arguments: texts.keys.sorted())
  func `the same reader reads the inverted lines on a light terminal`(name: String) throws {
    let text = try #require(Self.texts[name])
    let lines = try QRCode(text).lines(isInverted: true)
    #expect(try BarcodeReader.read(lines, onLightTerminal: true) == Array(text.utf8))
  }

  @Test func `texts of any bytes come back`() throws {
    let seed: UInt64 = 0x51C0DE
    var chance = SeededGenerator(seed: seed)
    for length in [1, 2, 14, 15, 62, 63, 180, 700] {
      let text = String((0..<length).map { _ in Character(Self.scalar(&chance)) })
      let read = try BarcodeReader.read(try QRCode(text).lines(), onLightTerminal: false)
      #expect(read == Array(text.utf8), "seed \(seed), \(length) characters")
    }
  }

  @Test func `lines show each module once and a quiet zone of four around them`() throws {
    let code = try QRCode("dyad")
    for isInverted in [false, true] {
      let rows = Self.rows(of: code.lines(isInverted: isInverted)).map { row in
        // Light is what is drawn, unless inverted.
        row.map { $0 == isInverted }
      }
      #expect(rows.count == code.size + 9)
      for (y, row) in rows.enumerated() {
        #expect(row.count == code.size + 8)
        for (x, isDark) in row.enumerated() {
          let isInside = (4..<code.size + 4).contains(x) && (4..<code.size + 4).contains(y)
          #expect(isDark == (isInside && code[x - 4, y - 4]))
        }
      }
    }
  }

  @Test func `the corners have the pattern that readers look for`() throws {
    let code = try QRCode("dyad")
    #expect(code.size == 21)
    for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
      for y in 0..<7 {
        for x in 0..<7 {
          let ring = max(abs(x - 3), abs(y - 3))
          #expect(code[left + x, top + y] == (ring != 2))
        }
      }
    }
  }

  @Test func `nothing is no text`() {
    let error = #expect(throws: QRCodeError.self) { try QRCode("") }
    #expect(error?.code == .empty)
    #expect(error?.description == "cannot draw a QR code: there is no text")
  }

  @Test(arguments: [2_332, 100_000])
  func `a text that no code holds is refused with both numbers, and not repeated`(
    length: Int
  ) throws {
    let text = String(repeating: "x", count: length)
    let error = #expect(throws: QRCodeError.self) { try QRCode(text) }
    #expect(error?.code == .tooLong)
    #expect(
      error?.detail == "the text has \(length) bytes, and no code holds more than 2331")
  }

  @Test func `equal texts make equal codes`() throws {
    #expect(try QRCode("dyad") == QRCode("dyad"))
    #expect(try QRCode("dyad") != QRCode("dyae"))
  }

  /// What is drawn, row by row.
  private static func rows(of lines: [String]) -> [[Bool]] {
    lines.flatMap { line in
      [line.map { $0 == "█" || $0 == "▀" }, line.map { $0 == "█" || $0 == "▄" }]
    }
  }

  /// A scalar of one, two, three or four bytes.
  private static func scalar(_ chance: inout SeededGenerator) -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA1...0x7FF, 0x800...0xD7FF, 0x1F300...0x1F5FF,
    ]
    let range = ranges[Int.random(in: 0..<4, using: &chance)]
    return Unicode.Scalar(UInt32.random(in: range, using: &chance)) ?? "?"
  }
}
