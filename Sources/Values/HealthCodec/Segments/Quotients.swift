/// Doubles as whole numbers over one divisor, and how far each lies from the quotient.
///
/// Beats a minute are kept as beats a second, and each is a quotient that was rounded once; sums of such lie a few
/// doubles beside one.
struct Quotients: Equatable {
  /// Powers of ten are tried first, by which most values are written; then minutes, and hours of kilometres.
  private static let divisors = [60, 360]
  static let mostDivisor = 1_000_000_000
  static let mostOffset: Int64 = 1 << 20

  let divisor: Int
  let numbers: [Int64]
  /// What is added to the bits of each quotient.
  let offsets: [Int64]

  /// Finds the numbers of all values; `nil` where one of them is too far from any.
  init?(_ values: [Double], over divisor: Int) {
    var numbers: [Int64] = []
    var offsets: [Int64] = []
    for value in values {
      let number = (value * Double(divisor)).rounded()
      guard abs(number) <= Double(DecimalScale.limit) else { return nil }
      let quotient = number / Double(divisor)
      let offset = Int64(bitPattern: value.bitPattern &- quotient.bitPattern)
      guard (-Self.mostOffset...Self.mostOffset).contains(offset) else { return nil }
      numbers.append(Int64(number))
      offsets.append(offset)
    }
    (self.divisor, self.numbers, self.offsets) = (divisor, numbers, offsets)
  }

  /// The divisor over which all values are whole, and whether it is a power of ten; `nil` where none is known.
  static func divisor(of values: [Double]) -> (number: Int, isDecimal: Bool)? {
    if let (power, _) = DecimalScale.decimals(values) {
      return (Int(DecimalScale.powers[power]), true)
    }
    let divisor = divisors.first { DecimalScale.numbers(values, scale: Double($0)) != nil }
    return divisor.map { ($0, false) }
  }
}

/// Doubles as whole numbers over a power of two.
struct BinaryFractions: Equatable {
  static let mostExponent = 1_000

  let exponent: Int
  let numbers: [Int64]

  /// Finds the least exponent; `nil` where the numbers would be too large.
  init?(_ values: [Double]) {
    var exponent = 0
    for value in values where value != 0 {
      // What is below the normal numbers is smaller than any exponent reaches.
      let last = value.significandBitPattern.trailingZeroBitCount
      exponent = max(exponent, max(0, 52 - last) - Int(value.exponent))
    }
    guard exponent <= Self.mostExponent else { return nil }
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    guard let numbers = DecimalScale.numbers(values, scale: scale) else { return nil }
    (self.exponent, self.numbers) = (exponent, numbers)
  }
}
