/// Every word that stands for a unit: symbols, and SI symbols with each prefix.
///
/// Whole symbols win, so `min` is a minute and `cd` is nothing; no two prefixed words are the same.
struct UnitVocabulary: Sendable {
  static let shared = UnitVocabulary()

  /// Longer than the longest word, so that what cannot be one is not looked up.
  private static let maximumBytes = 16

  private let words: [String: (symbol: UnitSymbol, prefix: MetricPrefix)]

  private init() {
    var words: [String: (symbol: UnitSymbol, prefix: MetricPrefix)] = [:]
    for symbol in UnitSymbol.allCases where symbol.takesPrefix {
      for prefix in MetricPrefix.allCases {
        words[prefix.symbol + symbol.text] = (symbol, prefix)
        // A small l is a litre too, although it is printed as L.
        if symbol == .liter { words[prefix.symbol + "l"] = (symbol, prefix) }
      }
    }
    for symbol in UnitSymbol.allCases { words[symbol.text] = (symbol, .none) }
    self.words = words
  }

  /// What a word stands for, or `nil`.
  func find(_ word: ArraySlice<UInt8>) -> (symbol: UnitSymbol, prefix: MetricPrefix)? {
    guard word.count <= Self.maximumBytes else { return nil }
    return words[String(decoding: word, as: UTF8.self)]
  }
}
