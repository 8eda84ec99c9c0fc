extension TerminalText {
  /// The text on lines that are no wider than a terminal, broken between words.
  ///
  /// - Parameters:
  ///   - text: Words.
  ///   - width: As many columns as there are; a longer word has a line of its own.
  ///   - indent: How many of them stay empty on the left.
  ///   - hanging: Whether the first line begins at the left all the same.
  /// - Returns: The lines.
  package static func wrap(
    _ text: String, to width: Int, indent: Int = 0, hanging: Bool = false
  ) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = hanging ? "" : margin
    var isFresh = true
    for word in text.split(separator: " ") {
      let needed = TerminalText.width(of: line) + 1 + TerminalText.width(of: String(word))
      if !isFresh, needed > width {
        lines.append(line)
        line = margin
        isFresh = true
      }
      line += isFresh ? "\(word)" : " \(word)"
      isFresh = false
    }
    return lines + [line]
  }
}
