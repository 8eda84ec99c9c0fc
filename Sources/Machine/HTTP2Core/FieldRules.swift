/// Which bytes may stand in a field (RFC 9110 §5, RFC 9113 §8.2.1).
enum FieldRules {
  /// Whether it is a token without upper case, or one after a colon.
  static func isName(_ name: Span<UInt8>) -> Bool {
    let start = name.count > 0 && name[0] == UInt8(ascii: ":") ? 1 : 0
    guard name.count > start else { return false }
    for index in start..<name.count where !isTokenByte(name[index]) { return false }
    return true
  }

  /// Whether it is free of control characters, and of space at its ends.
  static func isValue(_ value: Span<UInt8>) -> Bool {
    let count = value.count
    guard count > 0 else { return true }
    guard !isSpace(value[0]), !isSpace(value[count - 1]) else { return false }
    for index in 0..<count {
      let byte = value[index]
      guard (byte >= 0x20 && byte != 0x7f) || byte == 0x09 else { return false }
    }
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"),
      UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
