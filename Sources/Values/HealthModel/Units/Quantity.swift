/// A value with its unit, kept exactly as it was given.
package struct Quantity: Hashable, Sendable {
  /// The number of units.
  package var value: Double
  /// The unit in which the value is counted.
  package var unit: Unit

  /// A quantity of `value` times `unit`.
  package init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// Whether the quantity can be told in another unit.
  package func isCompatible(with other: Unit) -> Bool { unit.isCompatible(with: other) }

  /// The double nearest to the value in another unit; throws where the units are incompatible.
  package func value(in other: Unit) throws(ModelError) -> Double {
    try Unit.convert(value, from: unit, to: other)
  }

  /// How two quantities stand to each other.
  ///
  /// They are the same where either of them, told in the other's unit, has the other's value: 37
  /// degC is 98.6 degF, although no two doubles say exactly so. Otherwise the order is exact. Throws
  /// where the units are incompatible or a value is not a number.
  package func compare(_ other: Quantity) throws(ModelError) -> Ordering {
    let conversion = try UnitConversion(from: unit, to: other.unit)
    guard !value.isNaN, !other.value.isNaN else {
      throw ModelError(
        .invalidArgument, cannot: "compare quantities", "a value is not a number")
    }
    guard value.isFinite, other.value.isFinite, !conversion.isIdentity else {
      return Ordering(value, other.value)
    }
    // Rounding is monotonic: values that differ after one are in the order they had before it.
    let order = Ordering(conversion(value), other.value)
    guard order != .same else { return .same }
    return try other.value(in: unit) == value ? .same : order
  }
}
