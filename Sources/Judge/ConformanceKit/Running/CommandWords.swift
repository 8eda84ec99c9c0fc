/// The words of a command line that was written as one.
package enum CommandWords {
  /// Splits the text as a shell would that knows only spaces, quotes and backslashes.
  ///
  /// - Throws: where a quote stays open, or there is no word.
  package static func split(_ text: String) throws(RunFailure) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        // Quotes with nothing in them are a word, too.
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else {
      throw RunFailure(
        .usage, "cannot use --exec: a \(isEscaped ? "backslash ends it" : "quote stays open")")
    }
    if let ended = word { words.append(ended) }
    guard !words.isEmpty else {
      throw RunFailure(.usage, "cannot use --exec: it names no program")
    }
    return words
  }
}
