internal import RPCCore
internal import TestSupport
internal import Testing

@Suite struct `A percent-encoded text` {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("a b", "a b"), ("100%", "100%25"), ("%41", "%2541"),
    ("\t\n", "%09%0A"), ("é", "%C3%A9"), ("☺", "%E2%98%BA"), ("😈", "%F0%9F%98%88"),
    ("~\u{7F}", "~%7F"), ("\u{0}", "%00"), (" ", "%20"), ("  ", "%20%20"),
    (" a b ", "%20a b%20"), ("a ", "a%20"),
    ("\t\ntest with whitespace\r\n ☺", "%09%0Atest with whitespace%0D%0A %E2%98%BA"),
  ])
  func `is printable and says the same`(message: String, text: String) {
    #expect(PercentText.encode(message) == Array(text.utf8))
    #expect(PercentText.decode(text.utf8) == message)
  }

  @Test func `carries every character of one byte`() {
    for byte in UInt8.min...0x7F {
      let message = "a\(Character(Unicode.Scalar(byte)))b"
      let text = PercentText.encode(message)
      #expect(text.allSatisfy { (0x20...0x7E).contains($0) }, "\(byte)")
      #expect(PercentText.decode(text) == message, "\(byte)")
    }
  }

  @Test func `has any byte as two digits of either case`() {
    for byte in UInt8.min...UInt8.max {
      let digits = String(byte, radix: 16)
      let padded = (digits.count == 1 ? "0" : "") + digits
      let decoded = String(decoding: [byte], as: UTF8.self)
      #expect(PercentText.decode("%\(padded)".utf8) == decoded)
      #expect(PercentText.decode("%\(padded.uppercased())".utf8) == decoded)
    }
  }

  @Test(arguments: [
    "%", "%%", "%4", "a%", "a%4", "%4g", "%g4", "% 41", "%+1", "%-1", "%%%", "%zz%", "%４１",
  ])
  func `that is malformed stands for itself`(text: String) {
    #expect(PercentText.decode(text.utf8) == text)
  }

  @Test(arguments: [("%%41", "%A"), ("%4%41", "%4A"), ("%2541", "%41"), ("%41%", "A%")])
  func `is read where it is well formed`(text: String, message: String) {
    #expect(PercentText.decode(text.utf8) == message)
  }

  @Test(arguments: [
    ("%FF", "\u{FFFD}"), ("%C3", "\u{FFFD}"), ("a%C3b", "a\u{FFFD}b"), ("%ED%A0%80x", nil),
    ("%C0%80", nil),
  ])
  func `that is no UTF-8 is repaired`(text: String, message: String?) {
    let decoded = PercentText.decode(text.utf8)
    #expect(decoded.unicodeScalars.contains("\u{FFFD}"))
    if let message { #expect(decoded == message) }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `of any bytes gives a text that comes back`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let count = Int.random(in: 0...40, using: &generator)
      let message = PercentText.decode(generator.bytes(count))
      #expect(PercentText.decode(PercentText.encode(message)) == message, "\(generator)")
    }
  }
}
