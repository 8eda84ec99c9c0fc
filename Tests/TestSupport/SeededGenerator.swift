/// A generator whose whole future is its seed (SplitMix64); not for secrets.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// What to put in a failure's message.
  package let seed: UInt64
  private var state: UInt64

  /// Starts at `seed`; near seeds give unrelated numbers.
  package init(seed: UInt64) {
    self.seed = seed
    self.state = seed
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// `count` random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

extension SeededGenerator: CustomStringConvertible {
  /// "seed N".
  package var description: String { "seed \(seed)" }
}
