/// `x * slope + offset` in twice the precision of a double, which knows when that is not enough.
///
/// Slope and offset are pairs of doubles, about 106 bits each. The error of the sum stays below
/// 2^-100 of its greatest term. Where adding and taking 2^-96 of it leads to the same double, that
/// double is the correctly rounded result (Ziv's test).
struct LinearApproximation: Sendable {
  /// Magnitudes between which no step overflows or loses bits at the bottom.
  private static let safe: ClosedRange<Double> = 0x1p-300...0x1p300
  private static let tolerance = 0x1p-96

  private let slope: (high: Double, low: Double)
  private let slopeHalves: (head: Double, tail: Double)
  private let offset: (high: Double, low: Double)
  private let offsetTolerance: Double

  /// `nil` where the constants are too great or too small for the error bound.
  init?(slope: (high: Double, low: Double), offset: (high: Double, low: Double)) {
    guard Self.safe.contains(slope.high),
      offset.high == 0 || Self.safe.contains(abs(offset.high))
    else { return nil }
    self.slope = slope
    slopeHalves = Self.halves(of: slope.high)
    self.offset = offset
    offsetTolerance = abs(offset.high) * Self.tolerance
  }

  /// The correctly rounded result, or `nil` where only exact arithmetic can tell.
  func callAsFunction(_ value: Double) -> Double? {
    guard Self.safe.contains(abs(value)) else { return nil }
    let product = value * slope.high
    // Dekker's product: `product + productError` is exactly `value * slope.high`. A fused
    // multiply-add would do it in one step, but calls the C library's where the target has none.
    let (head, tail) = Self.halves(of: value)
    let (slopeHead, slopeTail) = slopeHalves
    let productError =
      ((head * slopeHead - product) + head * slopeTail + tail * slopeHead) + tail * slopeTail
    // Knuth's sum: `sum + sumError` is exactly `product + offset.high`.
    let sum = product + offset.high
    let part = sum - product
    let sumError = (product - (sum - part)) + (offset.high - part)
    let correction =
      sumError + (productError + value * slope.low + offset.low)
    let slack = abs(product) * Self.tolerance + offsetTolerance
    let low = sum + (correction - slack)
    let high = sum + (correction + slack)
    return low == high && low != 0 ? low : nil
  }

  /// Veltkamp's split into two halves of a significand, whose products are exact.
  private static func halves(of value: Double) -> (head: Double, tail: Double) {
    let spread = value * 0x8000001p0
    let head = spread - (spread - value)
    return (head, value - head)
  }
}
