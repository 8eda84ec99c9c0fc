/// Text for people: cleaned of what a terminal would obey, wrapped, and short where it is quoted.
package enum Prose {
  /// What an error repeats of a word that was typed: enough to recognise it.
  private static let quotedLength = 60

  /// The text with everything a terminal would obey replaced, and line ends, too.
  package static func clean(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { cleaned.append(isObeyed(scalar) ? "\u{FFFD}" : scalar) }
    return String(cleaned)
  }

  /// A word that was typed, fit to stand in an error.
  package static func quotable(_ word: String) -> String {
    let cleaned = clean(word)
    return cleaned.count > quotedLength ? "\(cleaned.prefix(quotedLength - 1))…" : cleaned
  }

  /// The text without white space around it.
  package static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The lines of a text that may have several, each cleaned and at most `width` wide where words allow.
  ///
  /// - Parameters:
  ///   - text: What to wrap; its own line ends stay.
  ///   - width: The columns there are.
  ///   - indent: What stands before each line, and counts.
  /// - Returns: At least one line.
  package static func wrapped(_ text: String, width: Int, indent: String = "") -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      wrapped(line: $0, width: width, indent: indent)
    }
  }

  /// "0.12 s": as exactly as somebody wants to know it.
  package static func seconds(_ duration: Duration) -> String {
    let milliseconds = milliseconds(duration)
    if milliseconds >= 1_000, milliseconds.isMultiple(of: 1_000) {
      return "\(milliseconds / 1_000) s"
    }
    let hundredths = (milliseconds + 5) / 10
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }

  /// Whole milliseconds, at least none.
  package static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, seconds < 1_000_000_000_000 else { return 0 }
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// "1 case", "2 cases".
  package static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? "\(noun)s")"
  }

  private static func wrapped(line: Substring, width: Int, indent: String) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
      let word = clean(String(word))
      if !current.isEmpty, indent.count + current.count + 1 + word.count > width {
        lines.append(indent + current)
        current = ""
      }
      current += current.isEmpty ? word : " \(word)"
    }
    return lines + [indent + current]
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
