/// SplitMix64: the same seed gives the same numbers everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Double {
  /// Any finite double, each exponent as likely as another.
  static func anyFinite(using generator: inout SeededGenerator) -> Double {
    while true {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { return value }
    }
  }

  /// A reading as devices give them: few digits, or a full significand of ordinary size.
  static func anyReading(using generator: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: Double(Int.random(in: -1_000...1_000, using: &generator))
    case 1: Double(Int.random(in: -100_000...100_000, using: &generator)) / 100
    case 2: Double.random(in: -1...1, using: &generator)
    default: Double.random(in: -1e6...1e6, using: &generator)
    }
  }
}
