/// Bytes as text of 64 characters, with or without padding: as metadata of a call carries them, or as JSON does.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let padding = UInt8(ascii: "=")

  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()

  /// The same with the two characters that stand in addresses and file names.
  private static let valuesOfBothAlphabets: [UInt8] = {
    var table = values
    table[Int(UInt8(ascii: "-"))] = 62
    table[Int(UInt8(ascii: "_"))] = 63
    return table
  }()

  /// The text of some bytes, without padding.
  package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
    return text
  }

  /// The text of some bytes, padded as JSON has it.
  package static func paddedText(of bytes: some Collection<UInt8>) -> String {
    var text = encode(bytes)
    while !text.count.isMultiple(of: 4) { text.append(padding) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text in the standard alphabet, or `nil` if it is not base64.
  ///
  /// Padding may be there or not, but where it is there it must be right. Bits that encode nothing
  /// are ignored, as common decoders do.
  package static func decode(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    decode(text, by: values)?.bytes
  }

  /// The bytes of a text in either alphabet, or `nil` if it is not base64 or has bits that would be lost.
  package static func decodeExactly(_ text: String) -> [UInt8]? {
    guard let read = decode(text.utf8, by: valuesOfBothAlphabets), read.rest == 0 else {
      return nil
    }
    return read.bytes
  }

  private static func decode(
    _ text: some BidirectionalCollection<UInt8>, by values: [UInt8]
  ) -> (bytes: [UInt8], rest: UInt32)? {
    let padded = text.reversed().prefix { $0 == padding }.count
    guard padded == 0 || (padded <= 2 && text.count % 4 == 0) else { return nil }
    let digits = text.dropLast(padded)
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for digit in digits {
      let value = values[Int(digit)]
      guard value != 0xFF else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return (bytes, bits & (1 << count - 1))
  }
}
