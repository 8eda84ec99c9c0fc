/// The system's source of random numbers, fit for secrets.
package struct Entropy: RandomNumberGenerator, Sendable {
  private var generator = SystemRandomNumberGenerator()

  /// Opens the source.
  package init() {}

  /// The next number.
  package mutating func next() -> UInt64 { generator.next() }
}

extension RandomNumberGenerator {
  /// `count` random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      var word = next()
      for _ in 0..<min(8, count - bytes.count) {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    return bytes
  }
}
