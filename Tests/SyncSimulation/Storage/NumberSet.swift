/// A set of small numbers, as bits.
package struct NumberSet: Hashable, Sendable {
  private var words: [UInt64] = []

  package init() {}

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  package func contains(_ number: Int) -> Bool {
    let word = number >> 6
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  package mutating func insert(_ number: Int) {
    let word = number >> 6
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(number & 63)
  }

  package mutating func remove(_ number: Int) {
    let word = number >> 6
    guard word < words.count else { return }
    words[word] &= ~(1 << UInt64(number & 63))
  }

  /// Its numbers in ascending order.
  package var numbers: [Int] {
    words.indices.flatMap { word in
      (0..<64).filter { words[word] >> UInt64($0) & 1 == 1 }.map { word << 6 + $0 }
    }
  }

  /// The numbers that are here and in none of the others.
  package func subtracting(_ others: Self...) -> Self {
    var result = self
    for other in others {
      for word in 0..<min(words.count, other.words.count) {
        result.words[word] &= ~other.words[word]
      }
    }
    return result
  }

  package func intersection(_ other: Self) -> Self {
    var result = self
    for word in words.indices {
      result.words[word] &= word < other.words.count ? other.words[word] : 0
    }
    return result
  }
}
