internal import TestSupport

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
