internal import ConformanceWire
internal import Testing

@testable internal import ConformanceKit

@Suite struct DeviceIDTests {
  private static let text = "0410-6105-0R3G-G28A-1C60-VYDD"

  @Test func `an id is printed as the text says`() throws {
    let id = try #require(DeviceID([UInt8](1...13)))
    #expect(id.text == Self.text)
    #expect(DeviceID(Self.text) == id)
    #expect(try #require(DeviceID([UInt8](101...113))).text == "CNK6-ET39-D9NP-RVBE-DXR7-3YC2")
    #expect(DeviceID(ofKey: [UInt8](1...32)) == id)
  }

  @Test func `the check is the one that others call CRC-16 CCITT-FALSE`() {
    #expect(DeviceID.check(Array("123456789".utf8)) == [0x29, 0xB1])
  }

  @Test(arguments: [
    "", text.lowercased(), String(text.filter { $0 != "-" }), text + "-0000",
    String(text.dropLast()),
    "O410-6105-0R3G-G28A-1C60-VYDD", "04106-105-0R3G-G28A-1C60-VYDD", "-" + text, text + "-",
    String(repeating: "0", count: 10_000), String(repeating: "-", count: 29), "\u{0}",
  ])
  func `there is one spelling`(text: String) {
    #expect(DeviceID(text) == nil)
  }

  @Test func `each wrong character, and each two that changed places, are found`() {
    let text = Array(Self.text.utf8)
    let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    for index in text.indices where text[index] != UInt8(ascii: "-") {
      for digit in digits where digit != text[index] {
        var wrong = text
        wrong[index] = digit
        #expect(DeviceID(String(decoding: wrong, as: UTF8.self)) == nil)
      }
      guard index + 1 < text.count, text[index] != text[index + 1] else { continue }
      var swapped = text
      swapped.swapAt(index, index + 1)
      #expect(DeviceID(String(decoding: swapped, as: UTF8.self)) == nil)
    }
  }

  @Test func `what is signed for a new key is told apart part by part`() {
    let text = KeyRotation.text(device: Self.text, oldKey: [1], newKey: [2])
    let expected =
      [14] + Array("dyad-rotate-v1".utf8) + [29] + Array(Self.text.utf8) + [32] + Sodium.sha256([1])
      + [32] + Sodium.sha256([2])
    #expect(text == expected)
  }
}
