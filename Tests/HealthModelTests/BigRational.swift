/// A rational number of any size in base 2^16 digits: slow, plain, and nothing shared with the code
/// that it judges.
struct BigRational {
  private var isNegative = false
  private var numerator: [UInt32]
  private var denominator: [UInt32]

  private init(isNegative: Bool, _ numerator: [UInt32], _ denominator: [UInt32]) {
    self.isNegative = isNegative && !numerator.isEmpty
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A decimal such as "28.349523125" or "-459.67".
  init(decimal: String) {
    var digits: [UInt32] = []
    var scale: [UInt32] = [1]
    var hasPoint = false
    for byte in decimal.utf8 where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        hasPoint = true
        continue
      }
      digits = Self.sum(
        Self.product(digits, [10]), Self.digits(UInt64(byte - UInt8(ascii: "0"))))
      if hasPoint { scale = Self.product(scale, [10]) }
    }
    self.init(isNegative: decimal.hasPrefix("-"), digits, scale)
  }

  /// The exact value of a finite double.
  init(_ value: Double) {
    var magnitude = abs(value)
    var exponent = 0
    if magnitude == 0 {
      self.init(isNegative: false, [], [1])
      return
    }
    while magnitude != magnitude.rounded(.towardZero) || magnitude >= 0x1p64 {
      if magnitude >= 0x1p64 {
        magnitude /= 2
        exponent += 1
      } else {
        magnitude *= 2
        exponent -= 1
      }
    }
    let whole = Self.digits(UInt64(magnitude))
    let power = Self.powerOfTwo(abs(exponent))
    self.init(
      isNegative: value < 0, exponent > 0 ? Self.product(whole, power) : whole,
      exponent < 0 ? power : [1])
  }

  /// The exact value of a finite double over 2^1074, so that adding many of them stays quick.
  init(sharingDenominator value: Double) {
    self = BigRational(value)
    let common = Self.powerOfTwo(1_074)
    // The denominator is a power of two, so what the numerator lacks is one as well.
    let exponent = denominator.count * 16 - 16 + (denominator.last ?? 1).trailingZeroBitCount
    numerator = Self.product(numerator, Self.powerOfTwo(1_074 - exponent))
    denominator = common
  }

  static func + (left: BigRational, right: BigRational) -> BigRational {
    if left.denominator == right.denominator {
      return adding(left.numerator, right.numerator, over: left.denominator, left, right)
    }
    let first = product(left.numerator, right.denominator)
    let second = product(right.numerator, left.denominator)
    let bottom = product(left.denominator, right.denominator)
    return adding(first, second, over: bottom, left, right)
  }

  /// The sum of two numerators with the signs of `left` and `right`.
  private static func adding(
    _ first: [UInt32], _ second: [UInt32], over bottom: [UInt32], _ left: BigRational,
    _ right: BigRational
  ) -> BigRational {
    if left.isNegative == right.isNegative {
      return BigRational(isNegative: left.isNegative, sum(first, second), bottom)
    }
    return isLess(first, second)
      ? BigRational(isNegative: right.isNegative, difference(second, first), bottom)
      : BigRational(isNegative: left.isNegative, difference(first, second), bottom)
  }

  static prefix func - (value: BigRational) -> BigRational {
    BigRational(isNegative: !value.isNegative, value.numerator, value.denominator)
  }

  static func * (left: BigRational, right: BigRational) -> BigRational {
    BigRational(
      isNegative: left.isNegative != right.isNegative, product(left.numerator, right.numerator),
      product(left.denominator, right.denominator))
  }

  static func / (left: BigRational, right: BigRational) -> BigRational {
    left * BigRational(isNegative: right.isNegative, right.denominator, right.numerator)
  }

  /// -1, 0 or 1 as the number is below, equal to or above `other`.
  func order(to other: BigRational) -> Int {
    let rest = self + -other
    return rest.numerator.isEmpty ? 0 : rest.isNegative ? -1 : 1
  }

  /// Whether `value` is the double nearest to the number, ties to even: neither neighbour is nearer.
  func isCorrectlyRounded(as value: Double) -> Bool {
    if value.isNaN { return false }
    let magnitude = BigRational(isNegative: false, numerator, denominator)
    guard value.sign == (isNegative ? .minus : .plus) || (value == 0 && numerator.isEmpty) else {
      return false
    }
    // Half of the step above the greatest finite double is where infinity begins.
    let limit = BigRational(0x1.fffffffffffffp1023) + BigRational(0x1p970)
    if value.isInfinite { return magnitude.order(to: limit) >= 0 }
    let result = abs(value)
    let isEven = result.significandBitPattern & 1 == 0
    let half = BigRational(0.5)
    let above =
      result == .greatestFiniteMagnitude
      ? limit : (BigRational(result) + BigRational(result.nextUp)) * half
    let toAbove = magnitude.order(to: above)
    guard toAbove < 0 || (toAbove == 0 && isEven) else { return false }
    if result == 0 { return true }
    let below = (BigRational(result) + BigRational(result.nextDown)) * half
    let toBelow = magnitude.order(to: below)
    return toBelow > 0 || (toBelow == 0 && isEven)
  }
}

extension BigRational {
  private static func digits(_ value: UInt64) -> [UInt32] {
    var rest = value
    var result: [UInt32] = []
    while rest > 0 {
      result.append(UInt32(rest & 0xFFFF))
      rest >>= 16
    }
    return result
  }

  private static func powerOfTwo(_ exponent: Int) -> [UInt32] {
    [UInt32](repeating: 0, count: exponent / 16) + [1 << UInt32(exponent % 16)]
  }

  private static func trimmed(_ digits: [UInt32]) -> [UInt32] {
    var result = digits
    while result.last == 0 { result.removeLast() }
    return result
  }

  private static func product(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var result = [UInt32](repeating: 0, count: left.count + right.count)
    for (row, digit) in left.enumerated() {
      var carry: UInt32 = 0
      for (column, other) in right.enumerated() {
        let total = result[row + column] + digit * other + carry
        result[row + column] = total & 0xFFFF
        carry = total >> 16
      }
      result[row + right.count] += carry
    }
    return trimmed(result)
  }

  private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var carry: UInt32 = 0
    for index in 0..<max(left.count, right.count) {
      let total =
        carry + (index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0)
      result.append(total & 0xFFFF)
      carry = total >> 16
    }
    return trimmed(result + [carry])
  }

  private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var borrow: UInt32 = 0
    for index in left.indices {
      let total = 0x1_0000 + left[index] - borrow - (index < right.count ? right[index] : 0)
      result.append(total & 0xFFFF)
      borrow = total >> 16 == 0 ? 1 : 0
    }
    return trimmed(result)
  }

  private static func isLess(_ left: [UInt32], _ right: [UInt32]) -> Bool {
    if left.count != right.count { return left.count < right.count }
    for index in left.indices.reversed() where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }
}
