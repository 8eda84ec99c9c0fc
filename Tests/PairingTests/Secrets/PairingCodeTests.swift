internal import Testing

@testable internal import Pairing

struct PairingCodeTests {
  @Test(arguments: [
    ("123456", "123456"), ("000000", "000000"), ("00000000", "00000000"), ("123 456", "123456"),
    ("1234-5678", "12345678"), ("1-2 3--4  56", "123456"),
  ])
  func `digits with spaces and hyphens between them are a code`(typed: String, text: String) {
    #expect(PairingCode(typed: typed)?.text == text)
  }

  // The eighth and the ninth are digits of other scripts, the tenth has a mark above a digit.
  @Test(arguments: [
    "", " ", "12345", "1234567", "123456789", " 123456", "123456 ", "١٢٣٤٥٦", "１２３４５６",
    "12345\u{0301}6",
    "-123456", "123456-", "12345a", "123_456", "123\n456", "123456\n", "123\t456", "12345\0",
    "123\u{a0}456", "123\u{2013}456", "+12345", "1e0005", "123.456",
  ])
  func `everything else is none`(typed: String) {
    #expect(PairingCode(typed: typed) == nil)
  }

  @Test(arguments: PairingCode.Length.allCases)
  func `every digit is drawn at every place`(length: PairingCode.Length) {
    var seen = [Set<Character>](repeating: [], count: length.rawValue)
    // That a digit stays away from a place in 1000 draws happens once in 10^44 times.
    for _ in 0..<1_000 {
      let code = PairingCode.random(length)
      let text = code.text
      #expect(text.count == length.rawValue)
      #expect(PairingCode(typed: text)?.digits.isEqual(to: code.digits) == true)
      for (place, digit) in text.enumerated() { seen[place].insert(digit) }
    }
    #expect(seen.allSatisfy { $0 == Set("0123456789") })
  }
}
