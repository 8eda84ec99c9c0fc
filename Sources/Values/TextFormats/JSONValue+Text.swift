extension JSONValue {
  /// The value as JSON on one line; doubles have the fewest digits that read back the same.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON on one line; a double that JSON cannot write becomes `null`.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value): Self.write(value, to: &bytes)
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ value: Double, to bytes: inout [UInt8]) {
    guard value.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    let text = "\(value)"
    // "61.0" is "61", but "-0.0" without its fraction would be read by others as plain zero.
    let isWhole = text.hasSuffix(".0") && text != "-0.0"
    bytes.append(contentsOf: isWhole ? text.utf8.dropLast(2) : text.utf8[...])
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    guard needsEscape(text.utf8.span) else { return bytes.append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      // The later controls need no escape by the standard; a terminal would obey them.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
        bytes.append(contentsOf: digits.utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Whether some of it cannot stand in JSON as it is, which is so of few texts; 0xC2 begins the later controls.
  private static func needsEscape(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      switch text[index] {
      case ..<0x20, 0x22, 0x5C, 0x7F, 0xC2: return true
      default: break
      }
    }
    return false
  }
}
