/// Writes masses in somebody's language and the units of their region.
///
/// Linux's Foundation has one that speaks English only; where HealthKit is imported, this is it.
///
/// As on Apple's platforms it may be handed to another thread, and must not be changed while others use it.
open class MassFormatter: Formatter, @unchecked Sendable {
  /// The units.
  public enum Unit: Int, Sendable {
    case gram = 11
    case kilogram = 14
    case ounce = 1_537
    case pound = 1_538
    case stone = 1_539
  }

  /// How numbers are written, and in whose language.
  open var numberFormatter: NumberFormatter = {
    let numbers = NumberFormatter()
    numbers.numberStyle = .decimal
    return numbers
  }()
  /// How long the names of units are.
  open var unitStyle = Formatter.UnitStyle.medium
  /// Whether it is a person's mass, for which regions have units of their own.
  open var isForPersonMassUse = false

  private var text: UnitText { UnitText(numberFormatter, unitStyle) }

  /// A number of a unit.
  open func string(fromValue value: Double, unit: Unit) -> String {
    text.string(value, name(of: unit))
  }

  /// So many kilograms, in the unit of the region.
  open func string(fromKilograms value: Double) -> String {
    text.string(value, "kilogram", usage: isForPersonMassUse ? "person" : "default")
  }

  /// The name of a unit as it stands beside a number.
  open func unitString(fromValue value: Double, unit: Unit) -> String {
    text.unit(value, name(of: unit))
  }

  /// The text of a number of kilograms; `nil` for anything else.
  open override func string(for object: Any?) -> String? {
    (object as? NSNumber).map { string(fromKilograms: $0.doubleValue) }
  }

  private func name(of unit: Unit) -> String {
    "\(unit)"
  }
}
