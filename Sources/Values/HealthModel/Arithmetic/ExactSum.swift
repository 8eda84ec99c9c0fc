/// A sum of doubles without any rounding, so that neither the order of what is added nor how it
/// lies in segments shows in it.
///
/// Two doubles hold nearly every sum of real readings; what they cannot hold goes to a wide
/// accumulator, which also keeps sums that pass the range of doubles and come back.
package struct ExactSum: Sendable {
  /// The double nearest to the sum.
  private var high = 0.0
  /// What `high` leaves of the sum, exactly.
  private var low = 0.0
  /// The whole sum instead of the two doubles, once they could not hold it.
  private var wide: WideSum?

  /// As many doubles as `components` ever has.
  package static let maximumComponents = WideSum.maximumComponents

  /// The empty sum.
  package init() {}

  /// A sum as it was stored; `nil` unless its components are what `components` gives.
  package init?(components: [Double]) {
    guard components.count <= Self.maximumComponents else { return nil }
    for component in components {
      guard component.isFinite, component != 0 else { return nil }
      add(component)
    }
    guard self.components == components else { return nil }
  }

  /// Adds one value.
  ///
  /// An infinite one, which only converting to another unit makes of a reading, counts as the
  /// greatest double; NaN, which no reading is, adds nothing.
  @inline(__always)
  package mutating func add(_ value: Double) {
    let (sum, rest) = Self.twoSum(high, value)
    // The usual case: whole numbers, and others of few digits. Where anything overflows the rest
    // is NaN, so each comparison here also sees to that.
    if rest == 0, low == 0, wide == nil {
      high = sum
      return
    }
    let (small, lost) = Self.twoSum(low, rest)
    let (nearest, left) = Self.twoSum(sum, small)
    if lost == 0, left.isFinite, wide == nil {
      high = nearest
      low = left
      return
    }
    addSlowly(value)
  }

  private mutating func addSlowly(_ value: Double) {
    guard !value.isNaN else { return }
    let greatest = Double.greatestFiniteMagnitude
    let value = min(max(value, -greatest), greatest)
    if wide != nil {
      wide?.add(value)
      return
    }
    let (sum, rest) = Self.twoSum(high, value)
    let (small, lost) = Self.twoSum(low, rest)
    let (nearest, left) = Self.twoSum(sum, small)
    // An infinite value fits only now.
    if lost == 0, left.isFinite {
      high = nearest
      low = left
      return
    }
    widen()
    wide?.add(value)
  }

  /// Adds another sum.
  package mutating func merge(_ other: Self) {
    guard let otherWide = other.wide else {
      add(other.high)
      if other.low != 0 { add(other.low) }
      return
    }
    widen()
    wide?.merge(otherWide)
  }

  /// Takes another sum away.
  package mutating func subtract(_ other: Self) {
    guard other.wide == nil else {
      for component in other.components { add(-component) }
      return
    }
    add(-other.high)
    if other.low != 0 { add(-other.low) }
  }

  /// Whether the sum is exactly nothing.
  package var isZero: Bool { wide.map(\.components.isEmpty) ?? (high == 0 && low == 0) }

  /// The sum, rounded once, ties to even; infinite where a double cannot hold it.
  package var value: Double { wide?.value ?? high }

  /// The sum as the fewest doubles, each the rounding of what those before leave: the same sum has
  /// the same components however it came about.
  ///
  /// All are finite and none is zero. Where the sum passes the range of doubles the greatest one is
  /// repeated, at most 32 times.
  package var components: [Double] {
    if let wide { return wide.components }
    if low != 0 { return [high, low] }
    return high == 0 ? [] : [high]
  }

  private mutating func widen() {
    guard wide == nil else { return }
    var sum = WideSum()
    sum.add(high)
    sum.add(low)
    wide = sum
  }

  /// The rounded sum of two doubles and what the rounding left out, exactly (Knuth); NaN is left
  /// where the sum overflows.
  @inline(__always)
  private static func twoSum(_ left: Double, _ right: Double) -> (sum: Double, rest: Double) {
    let sum = left + right
    let shadow = sum - left
    return (sum, (left - (sum - shadow)) + (right - shadow))
  }
}

extension ExactSum: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.components == right.components
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(components)
  }
}
