/// Text between the marks of XML and HTML.
enum MarkupText {
  /// The text so that it means only itself, between tags and in quotes alike; what neither XML nor a reader
  /// takes becomes a replacement character.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Within quotes a plain one would be read as a space.
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }

  /// A text of the protocol, escaped, with what stands between backticks as code.
  static func marked(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }
    // One that is not closed is no mark.
    guard !parts.count.isMultiple(of: 2) else { return escaped(text) }
    return parts.enumerated().map { place, part in
      place.isMultiple(of: 2) ? part : "<code>\(part)</code>"
    }.joined()
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0xFFFE...0xFFFF, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
      false
    default: true
    }
  }
}
