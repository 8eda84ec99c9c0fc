/// A positive rational number, not necessarily in lowest terms.
struct Fraction: Hashable, Sendable {
  var numerator: WideInteger
  var denominator: WideInteger

  init(_ numerator: UInt64, over denominator: UInt64 = 1) {
    self.init(WideInteger(numerator), over: WideInteger(denominator))
  }

  init(_ numerator: WideInteger, over denominator: WideInteger) {
    precondition(!numerator.isZero && !denominator.isZero, "a fraction here is positive")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The exact value of a positive finite double.
  init(exactly value: Double) {
    let (significand, exponent) = value.integralParts
    let whole = WideInteger(significand)
    self =
      exponent >= 0
      ? Fraction(whole << exponent, over: WideInteger(1))
      : Fraction(whole, over: WideInteger(1) << -exponent)
  }

  static func powerOfTen(_ exponent: Int) -> Fraction {
    exponent >= 0
      ? Fraction(.powerOfTen(exponent), over: WideInteger(1))
      : Fraction(WideInteger(1), over: .powerOfTen(-exponent))
  }

  var reciprocal: Fraction { Fraction(denominator, over: numerator) }

  static func * (left: Fraction, right: Fraction) -> Fraction {
    Fraction(left.numerator * right.numerator, over: left.denominator * right.denominator)
  }

  func raised(toPower power: Int) -> Fraction {
    let base = power < 0 ? reciprocal : self
    let exponent = abs(power)
    return Fraction(
      base.numerator.raised(toPower: exponent), over: base.denominator.raised(toPower: exponent))
  }
}

extension Double {
  /// The magnitude of a finite value as `significand * 2^exponent`, both integers.
  var integralParts: (significand: UInt64, exponent: Int) {
    let hidden: UInt64 = 1 << UInt64(Double.significandBitCount)
    guard exponentBitPattern > 0 else {
      return (significandBitPattern, Int(Double.leastNonzeroMagnitude.exponent))
    }
    let bias = 1023
    return (
      significandBitPattern | hidden,
      Int(exponentBitPattern) - bias - Double.significandBitCount
    )
  }
}
