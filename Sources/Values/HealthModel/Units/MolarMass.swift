/// Grams per mole, kept to the 16 significant digits that a unit's text shows.
///
/// A mass is rounded to those digits when it is made, so that a unit and its text say the same.
struct MolarMass: Hashable, Sendable {
  /// Lighter than hydrogen by far, heavier than a chromosome; within it no exponent is printed.
  static let permitted: ClosedRange<Double> = 0.001...1e12

  /// Digits that a mass keeps, as the `%.16g` of HealthKit's own text does.
  private static let significantDigits = 16

  let gramsPerMole: Double
  let text: String

  /// `nil` for what is not a number in the permitted range.
  init?(_ gramsPerMole: Double) {
    guard Self.permitted.contains(gramsPerMole) else { return nil }
    let text = Self.decimal(gramsPerMole)
    guard let rounded = Double(text), Self.permitted.contains(rounded) else { return nil }
    self.gramsPerMole = rounded
    self.text = text
  }

  /// The nearest decimal of 16 significant digits, without trailing zeros.
  private static func decimal(_ value: Double) -> String {
    // The greatest power of ten not above the value, by comparing exactly.
    let exact = Fraction(exactly: value)
    var magnitude = 12
    while exact.isBelow(.powerOfTen(magnitude)) { magnitude -= 1 }
    let scaled = exact * .powerOfTen(significantDigits - 1 - magnitude)
    var digits = String(scaled.roundedToInteger)
    if digits.utf8.count > significantDigits {
      magnitude += 1
      digits.removeLast()
    }
    let point = magnitude + 1
    if point <= 0 {
      digits = String(repeating: "0", count: 1 - point) + digits
    }
    let wholeCount = max(1, point)
    let whole = digits.prefix(wholeCount)
    var fraction = digits.dropFirst(wholeCount)
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
  }
}

extension Fraction {
  fileprivate func isBelow(_ other: Fraction) -> Bool {
    numerator * other.denominator < other.numerator * denominator
  }

  /// The nearest integer, ties to even, of a value between 2^53 / 10 and 10 * 2^53.
  fileprivate var roundedToInteger: UInt64 {
    let estimate = UInt64(numerator.rounded(over: denominator).value)
    // A double this size may be off by a few units, which comparing exactly puts right.
    var low = estimate - 16
    while !isBelow(Fraction(2 * low + 3, over: 2)) { low += 1 }
    let isTie = numerator * WideInteger(2) == denominator * WideInteger(2 * low + 1)
    if isTie { return low + (low & 1) }
    return isBelow(Fraction(2 * low + 1, over: 2)) ? low : low + 1
  }
}
