internal import CommandLineCore

/// Where in the words of a command line a pairing code stands.
enum CodeWords {
  /// The bytes to cover, by the place of their word.
  static func places(in words: [String]) -> [Int: Range<Int>] {
    let spelling = Option.code.spelling
    var places: [Int: Range<Int>] = [:]
    for (place, word) in words.enumerated() {
      if word == spelling, place + 1 < words.count {
        places[place + 1] = 0..<words[place + 1].utf8.count
      } else if word.hasPrefix("\(spelling)=") {
        places[place] = (spelling.utf8.count + 1)..<word.utf8.count
      }
    }
    return places
  }
}
