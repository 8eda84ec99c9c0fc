extension WideInteger {
  /// `self / divisor`, which must be below 2^64, and whether something was left over.
  private func smallQuotient(by divisor: WideInteger) -> (quotient: UInt64, isExact: Bool) {
    // Knuth, algorithm D: with the divisor's top bit set, an estimate from the leading limbs is
    // at most two too high.
    let count = divisor.limbs.count
    guard let lead = divisor.limbs.last, limbs.count >= count else { return (0, isZero) }
    let high = limbs.count > count ? limbs[count] : 0
    let low = limbs[count - 1]
    var estimate =
      high >= lead ? UInt64.max : lead.dividingFullWidth((high: high, low: low)).quotient
    var product = divisor * WideInteger(estimate)
    while product > self {
      estimate -= 1
      product = product - divisor
    }
    return (estimate, product == self)
  }

  /// The double nearest to `self / divisor * 2^exponent`, ties to even, and whether it is equal to
  /// it; too great a number gives infinity.
  func rounded(
    over divisor: WideInteger, scaledByPowerOfTwo exponent: Int = 0
  )
    -> (value: Double, isExact: Bool)
  {
    precondition(!divisor.isZero, "a fraction has a denominator")
    guard !isZero else { return (0, true) }
    // Scaled so that the quotient has 63 or 64 bits: 53 are kept, the others decide the rounding.
    let shift = 63 - (bitCount - divisor.bitCount)
    let spare = (64 - divisor.bitCount % 64) % 64
    let missing = max(0, -shift - spare)
    let divisorShift = spare + (missing + 63) / 64 * 64
    let (quotient, isExact) = (self << (shift + divisorShift))
      .smallQuotient(by: divisor << divisorShift)
    return Double.rounding(quotient, hasMore: !isExact, exponent: exponent - shift)
  }
}

extension Double {
  /// The double nearest to `bits * 2^exponent`, plus less than one unit of `bits` when `hasMore`;
  /// `bits` has at least 62 significant bits.
  fileprivate static func rounding(
    _ bits: UInt64, hasMore: Bool, exponent: Int
  )
    -> (value: Double, isExact: Bool)
  {
    let width = 64 - bits.leadingZeroBitCount
    let magnitude = width - 1 + exponent
    guard magnitude <= Int(Double.greatestFiniteMagnitude.exponent) else {
      return (.infinity, false)
    }
    let lost = max(0, Int(Double.leastNormalMagnitude.exponent) - magnitude)
    let kept = Double.significandBitCount + 1 - lost
    // Less than half of the least positive double.
    guard kept >= 0 else { return (0, false) }
    let dropped = UInt64(width - kept)
    var significand = bits >> dropped
    let rest = bits & (1 << dropped &- 1)
    let half: UInt64 = 1 << (dropped - 1)
    if rest > half || rest == half && (hasMore || significand & 1 == 1) { significand += 1 }
    let value = Double(
      sign: .plus, exponent: exponent + Int(dropped), significand: Double(significand))
    return (value, rest == 0 && !hasMore)
  }
}
