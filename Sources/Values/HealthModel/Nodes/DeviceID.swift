/// The permanent name of a device, which stays when its key changes: 13 bytes, and two that check them.
///
/// People compare it and may type it, so it is six groups of four characters without those that look
/// alike: "K7QM-2XWA-…".
package struct DeviceID: Hashable, Sendable {
  /// How many bytes say which device it is.
  package static let byteCount = 13

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let groupLength = 4
  private static let groupCount = 6

  /// The bytes in order: eight in the first word, the others at the end of the second.
  private let words: (UInt64, UInt64)

  /// Takes the bytes; `nil` unless there are ``byteCount`` of them.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == DeviceID.byteCount else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for byte in bytes.prefix(8) { words.0 = words.0 << 8 | UInt64(byte) }
    for byte in bytes.dropFirst(8) { words.1 = words.1 << 8 | UInt64(byte) }
    self.words = words
  }

  /// The bytes, ``byteCount`` of them.
  package var bytes: [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: words.0 >> UInt64($0)) }
      + stride(from: 32, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: words.1 >> UInt64($0))
      }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.words.0 == right.words.0 && left.words.1 == right.words.1
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

extension DeviceID: CustomStringConvertible {
  /// The six groups.
  package var description: String {
    var characters: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes + DeviceID.check(bytes) {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        characters.append(DeviceID.alphabet[Int(bits >> UInt32(count) & 31)])
      }
    }
    let groups = stride(from: 0, to: characters.count, by: DeviceID.groupLength).map {
      String(decoding: characters[$0..<$0 + DeviceID.groupLength], as: UTF8.self)
    }
    return groups.joined(separator: "-")
  }

  /// Reads what ``description`` wrote, or somebody copied by hand; `nil` where it is no id, or one with
  /// a mistake in it.
  ///
  /// Hyphens, spaces and the case of letters do not matter, O counts as 0, I and L as 1.
  ///
  /// - Parameter text: What was typed.
  package init?(_ text: String) {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var characterCount = 0
    for byte in text.utf8 where byte != 0x2d && byte != 0x20 {
      guard let value = DeviceID.value(of: byte) else { return nil }
      characterCount += 1
      guard characterCount <= DeviceID.groupCount * DeviceID.groupLength else { return nil }
      bits = bits << 5 | UInt32(value)
      count += 5
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    guard characterCount == DeviceID.groupCount * DeviceID.groupLength else { return nil }
    let check = Array(bytes[DeviceID.byteCount...])
    bytes.removeLast(check.count)
    guard DeviceID.check(bytes) == check else { return nil }
    self.init(bytes)
  }

  private static func value(of byte: UInt8) -> Int? {
    let upper = (0x61...0x7a).contains(byte) ? byte - 0x20 : byte
    return switch upper {
    case UInt8(ascii: "O"): 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): 1
    default: alphabet.firstIndex(of: upper)
    }
  }

  /// CRC-16/CCITT-FALSE: every wrong character and every pair of swapped ones is found.
  private static func check(_ bytes: [UInt8]) -> [UInt8] {
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
