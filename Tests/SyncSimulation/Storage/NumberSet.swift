/// A set of small numbers, as bits.
package struct NumberSet: Hashable, Sendable {
  /// The numbers below 128: more than nearly all schedules have.
  private var low: UInt128 = 0
  private var high: [UInt64] = []

  package init() {}

  package var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

  package func contains(_ number: Int) -> Bool {
    if number < UInt128.bitWidth { return low >> number & 1 == 1 }
    let (word, bit) = Self.place(number)
    return word < high.count && high[word] >> bit & 1 == 1
  }

  package mutating func insert(_ number: Int) {
    guard number >= UInt128.bitWidth else {
      low |= 1 << number
      return
    }
    let (word, bit) = Self.place(number)
    while high.count <= word { high.append(0) }
    high[word] |= 1 << bit
  }

  package mutating func remove(_ number: Int) {
    guard number >= UInt128.bitWidth else {
      low &= ~(1 << number)
      return
    }
    let (word, bit) = Self.place(number)
    if word < high.count { high[word] &= ~(1 << bit) }
  }

  private static func place(_ number: Int) -> (word: Int, bit: UInt64) {
    let (word, bit) = (number - UInt128.bitWidth).quotientAndRemainder(dividingBy: 64)
    return (word, UInt64(bit))
  }

  /// Its numbers in ascending order.
  package var numbers: [Int] {
    var numbers: [Int] = []
    var rest = low
    while rest != 0 {
      numbers.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    for (word, bits) in high.enumerated() {
      numbers += (0..<64).filter { bits >> UInt64($0) & 1 == 1 }
        .map { UInt128.bitWidth + word * 64 + $0 }
    }
    return numbers
  }

  /// The numbers that are here and not in the other.
  package func subtracting(_ other: Self) -> Self {
    var result = self
    result.low &= ~other.low
    for word in 0..<min(high.count, other.high.count) { result.high[word] &= ~other.high[word] }
    return result
  }

  /// The numbers that are here and in none of the others.
  package func subtracting(_ first: Self, _ second: Self, _ third: Self = Self()) -> Self {
    subtracting(first).subtracting(second).subtracting(third)
  }

  package mutating func formUnion(_ other: Self) {
    low |= other.low
    while high.count < other.high.count { high.append(0) }
    for (word, bits) in other.high.enumerated() { high[word] |= bits }
  }

  package func intersection(_ other: Self) -> Self {
    var result = self
    result.low &= other.low
    for word in high.indices { result.high[word] &= word < other.high.count ? other.high[word] : 0 }
    return result
  }
}
