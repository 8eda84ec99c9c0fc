internal import HealthModel

/// A value with its unit.
open class HKQuantity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let quantity: EngineQuantity

  init(_ quantity: EngineQuantity) {
    self.quantity = quantity
  }

  /// So many of a unit.
  public convenience init(unit: HKUnit, doubleValue value: Double) {
    self.init(EngineQuantity(value, unit.unit))
  }

  /// Whether the quantity can be told in a unit.
  open func `is`(compatibleWith unit: HKUnit) -> Bool { quantity.isCompatible(with: unit.unit) }

  /// The double nearest to the value in a unit; stops for a unit that measures something else.
  open func doubleValue(for unit: HKUnit) -> Double {
    // Most are asked for in the unit that they have.
    if unit.unit == quantity.unit { return quantity.value }
    guard let conversion = UnitConversion.remembered(from: quantity.unit, to: unit.unit) else {
      stop(
        "Attempt to convert incompatible units: \(quantity.unit.unitString), \(unit.unitString)")
    }
    return conversion(quantity.value)
  }

  /// The double nearest to the value in a unit, for units from outside.
  ///
  /// - Throws: `errorInvalidArgument` for a unit that measures something else.
  public func convertedValue(for unit: HKUnit) throws -> Double {
    do {
      return try quantity.value(in: unit.unit)
    } catch {
      throw HKError(error)
    }
  }

  /// How two quantities stand to each other; stops where they measure different things.
  open func compare(_ quantity: HKQuantity) -> ComparisonResult {
    do {
      let order = try self.quantity.compare(quantity.quantity)
      return ComparisonResult(rawValue: order.rawValue) ?? .orderedSame
    } catch {
      stop(
        "Attempt to convert incompatible units: \(self.quantity.unit.unitString), "
          + "\(quantity.quantity.unit.unitString)")
    }
  }

  open override var description: String { "\(quantity.value) \(quantity.unit.unitString)" }

  /// Quantities are equal where value and unit are; `compare(_:)` knows that 1 kg is 1000 g.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKQuantity)?.quantity == quantity
  }

  open override var hash: Int { quantity.hashValue }

  /// Quantities are archived as value and unit.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "value"),
      let text = coder.decodeObject(of: NSString.self, forKey: "unitString"),
      let unit = EngineUnit.remembered(text as String)
    else { return nil }
    quantity = EngineQuantity(coder.decodeDouble(forKey: "value"), unit)
  }

  /// Archives value and unit.
  open func encode(with coder: NSCoder) {
    coder.encode(quantity.value, forKey: "value")
    coder.encode(quantity.unit.unitString as NSString, forKey: "unitString")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
