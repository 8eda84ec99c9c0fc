/// A natural number of any size, for arithmetic whose result must be rounded only once.
struct WideInteger: Hashable, Sendable {
  /// Least significant first; the last limb is never zero, and zero has none.
  private(set) var limbs: [UInt64]

  init(_ value: UInt64) {
    limbs = value == 0 ? [] : [value]
  }

  /// The number whose base 2^64 digits these are, least significant first.
  init(limbs: [UInt64]) {
    self.limbs = limbs
    trim()
  }

  /// 10 to the power of `exponent`.
  static func powerOfTen(_ exponent: Int) -> WideInteger {
    WideInteger(10).raised(toPower: exponent)
  }

  var isZero: Bool { limbs.isEmpty }

  /// Bits up to the highest set one; 0 for zero.
  var bitCount: Int {
    guard let top = limbs.last else { return 0 }
    return limbs.count * 64 - top.leadingZeroBitCount
  }

  func raised(toPower exponent: Int) -> WideInteger {
    precondition(exponent >= 0, "a natural number to a negative power is none")
    var result = WideInteger(1)
    var base = self
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result * base }
      rest >>= 1
      if rest > 0 { base = base * base }
    }
    return result
  }

  static func * (left: WideInteger, right: WideInteger) -> WideInteger {
    if left.isZero || right.isZero { return WideInteger(0) }
    var product = [UInt64](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (row, factor) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (column, other) in right.limbs.enumerated() {
        let term = factor.multipliedFullWidth(by: other)
        let (once, first) = product[row + column].addingReportingOverflow(term.low)
        let (twice, second) = once.addingReportingOverflow(carry)
        product[row + column] = twice
        // high is at most 2^64 - 2 and reaches that only when low is 1, so both carries fit.
        carry = term.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
      }
      product[row + right.limbs.count] = carry
    }
    return WideInteger(limbs: product)
  }

  static func + (left: WideInteger, right: WideInteger) -> WideInteger {
    let (long, short) = left.limbs.count >= right.limbs.count ? (left, right) : (right, left)
    var sum = long.limbs
    var carry: UInt64 = 0
    for index in sum.indices {
      let other = index < short.limbs.count ? short.limbs[index] : 0
      let (once, first) = sum[index].addingReportingOverflow(other)
      let (twice, second) = once.addingReportingOverflow(carry)
      sum[index] = twice
      carry = first || second ? 1 : 0
    }
    if carry != 0 { sum.append(carry) }
    return WideInteger(limbs: sum)
  }

  /// The difference; `right` must not be the greater one.
  static func - (left: WideInteger, right: WideInteger) -> WideInteger {
    precondition(left >= right, "natural numbers have no negative difference")
    var difference = left.limbs
    var borrow: UInt64 = 0
    for index in difference.indices {
      let other = index < right.limbs.count ? right.limbs[index] : 0
      let (once, first) = difference[index].subtractingReportingOverflow(other)
      let (twice, second) = once.subtractingReportingOverflow(borrow)
      difference[index] = twice
      borrow = first || second ? 1 : 0
    }
    return WideInteger(limbs: difference)
  }

  static func << (value: WideInteger, count: Int) -> WideInteger {
    precondition(count >= 0, "only shifts towards greater numbers are needed")
    if value.isZero || count == 0 { return value }
    let (whole, bits) = count.quotientAndRemainder(dividingBy: 64)
    var shifted = [UInt64](repeating: 0, count: whole)
    shifted.reserveCapacity(whole + value.limbs.count + 1)
    var carry: UInt64 = 0
    for limb in value.limbs {
      shifted.append(limb << UInt64(bits) | carry)
      carry = bits == 0 ? 0 : limb >> UInt64(64 - bits)
    }
    shifted.append(carry)
    return WideInteger(limbs: shifted)
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}

extension WideInteger: Comparable {
  static func < (left: WideInteger, right: WideInteger) -> Bool {
    if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
    for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
      return left.limbs[index] < right.limbs[index]
    }
    return false
  }
}
