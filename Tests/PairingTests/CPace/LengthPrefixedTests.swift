internal import TestSupport
internal import Testing

@testable internal import Pairing

struct LengthPrefixedTests {
  @Test(arguments: [(0, "00"), (4, "04"), (127, "7f"), (128, "8001"), (16_384, "808001")])
  func `the count is LEB128`(count: Int, expected: String) {
    #expect(LengthPrefixed.encode(count) == [UInt8](hex: expected))
  }

  @Test func `the bytes follow their count as in the vectors of the draft`() {
    #expect(LengthPrefixed.prepend([]) == [0])
    #expect(LengthPrefixed.prepend(Array("1234".utf8)) == [UInt8](hex: "0431323334"))
    let most = (0..<127).map { UInt8($0) }
    #expect(LengthPrefixed.prepend(most) == [0x7f] + most)
    let more = (0..<128).map { UInt8($0) }
    #expect(LengthPrefixed.prepend(more) == [0x80, 0x01] + more)
  }

  @Test func `parts are put together, each behind its count`() {
    #expect(LengthPrefixed.join([1], [], [2, 3]) == [1, 1, 0, 2, 2, 3])
    #expect(LengthPrefixed.join([1, 2], [3]) != LengthPrefixed.join([1], [2, 3]))
  }

  @Test func `secret parts give the same bytes as public ones`() {
    let parts: [SecretPart] = [
      .open([1]), .secret(SecretBytes(copying: [])), .secret(SecretBytes(copying: [2, 3])),
    ]
    #expect(SecretBytes(joining: LengthPrefixed.join(parts)).known == [1, 1, 0, 2, 2, 3])
  }
}
