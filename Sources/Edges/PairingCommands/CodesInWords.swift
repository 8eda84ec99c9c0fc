internal import CommandLineCore

/// Finds what may be a code among the words of a command line, however wrong the rest of it is.
package enum CodesInWords {
  /// Which bytes of which word; words that hold no code are left out.
  package static func places(in words: [String]) -> [Int: Range<Int>] {
    var places: [Int: Range<Int>] = [:]
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      if index > 0, words[index - 1] == PairOptions.code.spelling {
        places[index] = bytes.indices
      } else if let start = start(in: word) {
        places[index] = start..<bytes.count
      } else if words.contains("join"), bytes.count >= 6, bytes.allSatisfy(isPartOfCode) {
        // It stands in the wrong place, and is a secret all the same.
        places[index] = bytes.indices
      }
    }
    return places.filter { words[$0.key] != "-" && !$0.value.isEmpty }
  }

  private static func start(in word: String) -> Int? {
    let option = PairOptions.code.spelling + "="
    if word.hasPrefix(option) { return option.utf8.count }
    guard word.lowercased().hasPrefix(PairingLink.scheme) else { return nil }
    let mark = word.utf8.firstIndex(of: UInt8(ascii: "#"))
    return mark.map { word.utf8.distance(from: word.utf8.startIndex, to: $0) + 1 }
  }

  private static func isPartOfCode(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
  }
}
