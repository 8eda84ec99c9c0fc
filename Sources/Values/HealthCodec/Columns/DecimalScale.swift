/// Finds whole numbers that stand for doubles exactly: `number / scale` gives back every bit.
enum DecimalScale {
  /// Up to here every whole number is a double.
  static let limit: Int64 = 1 << 53
  /// The powers of ten that are tried for values.
  static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// The ticks per second that are tried for instants.
  ///
  /// The last one is exact for every double from 2018 to 2035: such doubles are multiples of 2^-23.
  static let ticks: [Double] = [1, 1e3, 1e6, 8_388_608]

  /// Below here adding a half rounds as it should.
  private static let roundingLimit: Double = 2_251_799_813_685_248
  private static let doubleLimit: Double = 9_007_199_254_740_992

  /// The number that stands for `value`; `nil` if none does.
  @inline(__always)
  static func number(_ value: Double, scale: Double) -> Int64? {
    let scaled = value * scale
    let size = abs(scaled)
    // Also refuses NaN.
    guard size <= doubleLimit else { return nil }
    let number =
      size < roundingLimit ? Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5) : Int64(scaled)
    // Bits, so that -0.0 stays what it is.
    return (Double(number) / scale).bitPattern == value.bitPattern ? number : nil
  }

  /// The numbers that stand for all `values`; `nil` if one has none.
  static func numbers(_ values: [Double], scale: Double) -> [Int64]? {
    // Most that have none show it at once, before there is memory for them.
    if let first = values.first, number(first, scale: scale) == nil { return nil }
    var numbers: [Int64] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      guard let number = number(value, scale: scale) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The smallest power of ten at which all `values` are whole, and the numbers.
  static func decimals(_ values: [Double]) -> (power: Int, numbers: [Int64])? {
    var power = 0
    for value in values {
      while number(value, scale: powers[power]) == nil {
        power += 1
        guard power < powers.count else { return nil }
      }
    }
    // A larger power can lose what a smaller one kept, so all values are asked again.
    return numbers(values, scale: powers[power]).map { (power, $0) }
  }
}
