internal import ConformanceWire

/// The id of a device: 13 bytes, printed as six groups of four characters with a check.
package struct DeviceID: Hashable, Sendable {
  /// How many bytes it has.
  package static let byteCount = 13

  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let groupCount = 4
  private static let characterCount = 24

  /// What it says.
  package let bytes: [UInt8]

  /// Takes the bytes; `nil` unless there are ``byteCount`` of them.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// The id that a device makes of its first key.
  ///
  /// - Parameter fingerprint: The one of the key, 32 bytes.
  package init?(ofKey fingerprint: [UInt8]) {
    self.init(Array(fingerprint.prefix(Self.byteCount)))
  }

  /// Reads the one spelling that messages have; `nil` for every other text.
  package init?(_ text: String) {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    // Bounded, because the text is anybody's.
    for byte in text.utf8.prefix(Self.characterCount * 2) where byte != UInt8(ascii: "-") {
      guard let digit = Self.digits.firstIndex(of: byte) else { return nil }
      bits = bits << 5 | UInt32(digit)
      bitCount += 5
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
    }
    self.init(Array(bytes.prefix(Self.byteCount)))
    // The check and the hyphens are where they belong only if it is printed alike.
    guard text == self.text else { return nil }
  }

  /// As it is printed, and told.
  package var text: String {
    var characters: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes + Self.check(bytes) {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        if characters.count % (Self.groupCount + 1) == Self.groupCount {
          characters.append(UInt8(ascii: "-"))
        }
        characters.append(Self.digits[Int(bits >> UInt32(bitCount) & 31)])
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// CRC-16 with the polynomial 0x1021 from 0xFFFF, neither reflected nor inverted.
  package static func check(_ bytes: [UInt8]) -> [UInt8] {
    var register: UInt16 = 0xFFFF
    for byte in bytes {
      register ^= UInt16(byte) << 8
      for _ in 0..<8 {
        register = register & 0x8000 == 0 ? register << 1 : register << 1 ^ 0x1021
      }
    }
    return [UInt8(register >> 8), UInt8(truncatingIfNeeded: register)]
  }
}

extension DeviceID: CustomStringConvertible {
  package var description: String { text }
}
