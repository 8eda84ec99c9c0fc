internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct `Base64 text` {
  // RFC 4648 §10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `is that of the standard, with padding or without`(plain: String, padded: String) {
    let bare = padded.utf8.filter { $0 != UInt8(ascii: "=") }
    #expect(Base64.encode(plain.utf8) == bare)
    #expect(Base64.decode(padded.utf8) == Array(plain.utf8))
    #expect(Base64.decode(bare) == Array(plain.utf8))
  }

  @Test func `has the alphabet of the standard`() {
    let bytes: [UInt8] = [
      0x00, 0x10, 0x83, 0x10, 0x51, 0x87, 0x20, 0x92, 0x8B, 0x30, 0xD3, 0x8F, 0x41, 0x14, 0x93,
      0x51,
      0x55, 0x97, 0x61, 0x96, 0x9B, 0x71, 0xD7, 0x9F, 0x82, 0x18, 0xA3, 0x92, 0x59, 0xA7, 0xA2,
      0x9A,
      0xAB, 0xB2, 0xDB, 0xAF, 0xC3, 0x1C, 0xB3, 0xD3, 0x5D, 0xB7, 0xE3, 0x9E, 0xBB, 0xF3, 0xDF,
      0xBF,
    ]
    let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    #expect(Base64.encode(bytes) == Array(text.utf8))
    #expect(Base64.decode(text.utf8) == bytes)
  }

  @Test(arguments: [
    "A", "AAAAA", "=", "==", "===", "====", "A=", "A==", "A===", "AA=", "AA===", "AAA==", "AAAA=",
    "AAAA====", "=AAA", "A=AA", "AA=A", "AA==AA==", "AAA AAA", "AA\n", "AA-_", "AA,A", "ÄÄ",
    "AA\u{0}A", "Zg==\n",
  ])
  func `of another form is none`(text: String) {
    #expect(Base64.decode(text.utf8) == nil)
  }

  @Test(arguments: ["Zh", "Zh==", "Zm9", "Zm9="])
  func `may have bits that encode nothing`(text: String) {
    #expect(Base64.decode(text.utf8) == Array((text.hasPrefix("Zh") ? "f" : "fo").utf8))
  }

  @Test func `takes no character but its own`() {
    let alphabet = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(
        (Base64.decode([0x41, byte, 0x41, 0x41]) != nil) == alphabet.contains(byte), "\(byte)")
    }
  }

  @Test(arguments: 0...70)
  func `of any length comes back`(length: Int) {
    var generator = SeededGenerator(seed: UInt64(length))
    let bytes = generator.bytes(length)
    let text = Base64.encode(bytes)
    #expect(text.count == (length * 4 + 2) / 3)
    #expect(Base64.decode(text) == bytes)
    let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
    #expect(Base64.decode(text + padding) == bytes)
  }
}
