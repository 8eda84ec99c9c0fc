/// Bytes of XML that is written.
struct XMLText {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Appends a date.
  mutating func append(_ seconds: Double, _ dates: inout DateWriter) {
    dates.append(seconds, to: &bytes)
  }

  /// Appends an attribute with the space before it.
  mutating func append(_ name: String, _ value: String) {
    bytes.append(UInt8(ascii: " "))
    append(name)
    append("=\"")
    appendValue(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Hands out what there is, and begins anew.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Whether XML has a place for all characters of a text.
  static func holds(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isAllowed) }

  private mutating func appendValue(_ text: String) {
    if text.utf8.allSatisfy(Self.isPlain) { return append(text) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      // Without this a reader makes spaces of them.
      case "\t", "\n", "\r": append("&#\(scalar.value);")
      default:
        if scalar.isASCII, scalar.value >= 0x20 {
          bytes.append(UInt8(scalar.value))
        } else if Self.isAllowed(scalar) {
          bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }
  }

  /// Whether XML has the byte as it is.
  ///
  /// 0xEF begins two characters that XML does not have, so that it is no such byte.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, 0xEF, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\""):
      false
    default: true
    }
  }

  /// Whether XML 1.0 has it (2.2, production 2).
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
