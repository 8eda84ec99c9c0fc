/// A fixed-point number wide enough for any sum of finite doubles.
struct WideSum: Sendable {
  /// Digits of 32 bits in 64, so that carries wait.
  private static let bitsPerDigit = 32
  /// The weight of the first digit's lowest bit: a whole number of digits below the least double.
  private static let bottom = -1_088
  /// Up to 2^1152 and beyond in the last digit, which 2^128 doubles do not reach.
  private static let digitCount = 70
  /// Each addend changes a digit by less than 2^32.
  private static let addendsBetweenCarries = 1 << 30

  /// How often the greatest double stands in the components of a sum beyond its range; such a sum's
  /// value is infinite anyhow.
  private static let greatestRepeats: UInt64 = 32
  /// Those, and from the greatest exponent to the least in steps of a double's 53 bits.
  static let maximumComponents = Int(greatestRepeats) + 40

  private var digits = [Int64](repeating: 0, count: digitCount)
  private var addends = 0

  /// Adds a finite value.
  mutating func add(_ value: Double) {
    let (significand, exponent) = value.integralParts
    let position = exponent - Self.bottom
    let (index, shift) = position.quotientAndRemainder(dividingBy: Self.bitsPerDigit)
    let low = significand << UInt64(shift)
    let high = shift == 0 ? 0 : significand >> UInt64(64 - shift)
    let sign: Int64 = value.sign == .minus ? -1 : 1
    digits[index] += sign * Int64(low & 0xFFFF_FFFF)
    digits[index + 1] += sign * Int64(low >> 32)
    digits[index + 2] += sign * Int64(high)
    addends += 1
    if addends == Self.addendsBetweenCarries { carry() }
  }

  mutating func merge(_ other: WideSum) {
    var other = other
    other.carry()
    carry()
    for index in digits.indices { digits[index] += other.digits[index] }
    carry()
  }

  /// Brings all digits but the last into 0..<2^32; the last one then has the sign of the sum.
  private mutating func carry() {
    var carried: Int64 = 0
    for index in digits.indices.dropLast() {
      let total = digits[index] + carried
      digits[index] = total & 0xFFFF_FFFF
      carried = total >> 32
    }
    digits[Self.digitCount - 1] += carried
    addends = 0
  }

  /// The sum as a whole number of 2^bottom.
  private var signedMagnitude: (isNegative: Bool, magnitude: WideInteger) {
    var sum = self
    sum.carry()
    let isNegative = sum.digits[Self.digitCount - 1] < 0
    if isNegative {
      for index in sum.digits.indices { sum.digits[index].negate() }
      sum.carry()
    }
    let limbs = stride(from: 0, to: Self.digitCount, by: 2).map { index in
      UInt64(bitPattern: sum.digits[index]) | UInt64(bitPattern: sum.digits[index + 1]) << 32
    }
    return (isNegative, WideInteger(limbs: limbs))
  }

  private static func rounded(_ magnitude: WideInteger) -> Double {
    magnitude.rounded(over: WideInteger(1), scaledByPowerOfTwo: bottom).value
  }

  /// A positive double as a whole number of 2^bottom.
  private static func magnitude(of value: Double) -> WideInteger {
    let (significand, exponent) = value.integralParts
    return WideInteger(significand) << (exponent - bottom)
  }

  var value: Double {
    let (isNegative, magnitude) = signedMagnitude
    let value = Self.rounded(magnitude)
    return isNegative ? -value : value
  }

  /// As `ExactSum` describes them.
  var components: [Double] {
    var (isNegative, rest) = signedMagnitude
    let greatest = Double.greatestFiniteMagnitude
    let limit = Self.magnitude(of: greatest) * WideInteger(Self.greatestRepeats)
    rest = min(rest, limit)
    var components: [Double] = []
    while !rest.isZero {
      let component = min(Self.rounded(rest), greatest)
      components.append(isNegative ? -component : component)
      let taken = Self.magnitude(of: component)
      if taken > rest {
        isNegative.toggle()
        rest = taken - rest
      } else {
        rest = rest - taken
      }
    }
    return components
  }
}
