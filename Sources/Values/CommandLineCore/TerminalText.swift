/// Text from elsewhere, made fit for a terminal.
package enum TerminalText {
  /// What an error repeats of a word that was typed: enough to recognise it.
  private static let quotedLength = 40

  /// What stands for a character that a terminal would obey.
  package static var replacement: Unicode.Scalar { TerminalAlphabet.isASCII ? "?" : "\u{FFFD}" }

  /// What stands for the rest of a text that was cut.
  package static var cut: String { TerminalAlphabet.isASCII ? ">" : "\u{2026}" }

  /// The text with everything a terminal would obey replaced: control characters, and the marks that
  /// turn the direction of writing.
  package static func clean(_ text: String) -> String {
    guard !isPlain(text), text.unicodeScalars.contains(where: isObeyed) else { return text }
    let replacement = replacement
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      cleaned.append(isObeyed(scalar) ? replacement : scalar)
    }
    return String(cleaned)
  }

  /// The text in the columns a terminal uses for it.
  package static func width(of text: String) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
  }

  /// Whether it is of ASCII's letters, digits and signs alone, as most texts are.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// The text cut to at most `width` columns, the last of them a mark where something is missing.
  package static func truncate(_ text: String, to width: Int) -> String {
    guard self.width(of: text) > width else { return text }
    guard width > 0 else { return "" }
    var kept = ""
    var used = 0
    for character in text {
      used += self.width(of: character)
      guard used < width else { break }
      kept.append(character)
    }
    return kept + cut
  }

  /// A word that was typed, fit to stand in an error.
  package static func quotable(_ word: String) -> String {
    truncate(clean(word), to: quotedLength)
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    // One picture, however many scalars a joiner or a variation selector ties together.
    if scalars.contains("\u{FE0F}") { return 2 }
    return scalars.reduce(0) { max($0, width(of: $1)) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    // The blocks Unicode's East Asian Width calls wide, as far as whole blocks tell.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
