/// The word somebody may have meant.
package enum Suggestion {
  /// Longer words are no slips of the finger, and the distance costs the product of the lengths.
  private static let maximumLength = 40

  /// The candidate that is a few slips away from `word`, or continues it; `nil` where none is.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    guard (1...maximumLength).contains(word.utf8.count) else { return nil }
    let word = word.lowercased()
    // Of two that are as near, the one that continues the word, and then the one that adds less.
    var best: (candidate: String, rank: (distance: Int, slips: Int, length: Int))?
    for candidate in candidates where candidate.utf8.count <= maximumLength {
      let spelling = candidate.lowercased()
      let isContinuation = word.utf8.count >= 2 && spelling.hasPrefix(word)
      let slips = distance(from: word, to: spelling)
      let distance = isContinuation ? min(slips, 1) : slips
      // A third of the letters may be wrong; past that the words have little in common.
      let limit = max(1, max(word.utf8.count, spelling.utf8.count) / 3)
      let rank = (
        distance: distance, slips: isContinuation ? 0 : slips, length: spelling.utf8.count
      )
      guard distance <= limit, best.map({ rank < $0.rank }) ?? true else { continue }
      best = (candidate, rank)
    }
    return best?.candidate
  }

  /// How many letters to insert, remove, replace or swap with their neighbour.
  static func distance(from first: String, to second: String) -> Int {
    let first = Array(first.utf8)
    let second = Array(second.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let isSame = first[row] == second[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
