/// The exact map from `x` to `(x * slope + offset) / divisor`, rounded once.
struct AffineMap: Hashable, Sendable {
  let slope: WideInteger
  let divisor: WideInteger
  let offset: WideInteger
  let offsetIsNegative: Bool

  /// The map to `(x + before) * ratio - after`, with `nil` for no shift.
  init(ratio: Fraction, before: Fraction?, after: Fraction?) {
    var slope = ratio.numerator
    var divisor = ratio.denominator
    var gain = WideInteger(0)
    var loss = WideInteger(0)
    if let before {
      gain = before.numerator * slope
      slope = slope * before.denominator
      divisor = divisor * before.denominator
    }
    if let after {
      loss = after.numerator * divisor
      gain = gain * after.denominator
      slope = slope * after.denominator
      divisor = divisor * after.denominator
    }
    self.slope = slope
    self.divisor = divisor
    offsetIsNegative = loss > gain
    offset = offsetIsNegative ? loss - gain : gain - loss
  }

  /// The result for a finite value as a signed fraction, times a power of two.
  private func exactResult(
    for value: Double
  )
    -> (isNegative: Bool, magnitude: WideInteger, exponent: Int)
  {
    let parts = value.integralParts
    var term = slope * WideInteger(parts.significand)
    var shift = offset
    if parts.exponent >= 0 {
      term = term << parts.exponent
    } else {
      shift = shift << -parts.exponent
    }
    let exponent = min(0, parts.exponent)
    let isNegative = value.sign == .minus
    if isNegative == offsetIsNegative { return (isNegative, term + shift, exponent) }
    return term >= shift
      ? (isNegative, term - shift, exponent) : (offsetIsNegative, shift - term, exponent)
  }

  /// The double nearest to the result, ties to even.
  func callAsFunction(_ value: Double) -> Double {
    guard value.isFinite, value != 0 || !offset.isZero else { return value }
    let exact = exactResult(for: value)
    let rounded = exact.magnitude.rounded(over: divisor, scaledByPowerOfTwo: exact.exponent).value
    return exact.isNegative && !exact.magnitude.isZero ? -rounded : rounded
  }

  /// The nearest doubles to `slope / divisor` and to what is left of it: about 106 bits together.
  var slopeParts: (high: Double, low: Double, highIsExact: Bool) {
    let (high, isExact) = slope.rounded(over: divisor)
    return (high, Self.remainder(of: slope, over: divisor, less: high), isExact)
  }

  /// The same for `offset / divisor`.
  var offsetParts: (high: Double, low: Double) {
    let high = offset.rounded(over: divisor).value
    let low = Self.remainder(of: offset, over: divisor, less: high)
    return offsetIsNegative ? (-high, -low) : (high, low)
  }

  private static func remainder(
    of numerator: WideInteger, over divisor: WideInteger, less high: Double
  ) -> Double {
    guard high.isFinite, high > 0 else { return 0 }
    let parts = high.integralParts
    let whole = numerator << max(0, -parts.exponent)
    let taken = (divisor * WideInteger(parts.significand)) << max(0, parts.exponent)
    let exponent = min(0, parts.exponent)
    return whole >= taken
      ? (whole - taken).rounded(over: divisor, scaledByPowerOfTwo: exponent).value
      : -(taken - whole).rounded(over: divisor, scaledByPowerOfTwo: exponent).value
  }
}
