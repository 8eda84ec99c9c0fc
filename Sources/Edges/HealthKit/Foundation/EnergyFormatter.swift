/// Writes energies in somebody's language and the units of their region.
///
/// Linux's Foundation has one that speaks English only; where HealthKit is imported, this is it.
///
/// As on Apple's platforms it may be handed to another thread, and must not be changed while others use it.
open class EnergyFormatter: Formatter, @unchecked Sendable {
  /// The units.
  public enum Unit: Int, Sendable {
    case joule = 11
    case kilojoule = 14
    case calorie = 1_793
    case kilocalorie = 1_794
  }

  /// How numbers are written, and in whose language.
  open var numberFormatter: NumberFormatter = {
    let numbers = NumberFormatter()
    numbers.numberStyle = .decimal
    return numbers
  }()
  /// How long the names of units are.
  open var unitStyle = Formatter.UnitStyle.medium
  /// Whether it is the energy of food, for which regions have units of their own.
  open var isForFoodEnergyUse = false

  private var text: UnitText { UnitText(numberFormatter, unitStyle) }

  /// A number of a unit.
  open func string(fromValue value: Double, unit: Unit) -> String {
    text.string(value, name(of: unit))
  }

  /// So many joules, in the unit of the region.
  open func string(fromJoules value: Double) -> String {
    text.string(value, "joule", usage: isForFoodEnergyUse ? "food" : "default")
  }

  /// The name of a unit as it stands beside a number.
  open func unitString(fromValue value: Double, unit: Unit) -> String {
    text.unit(value, name(of: unit))
  }

  /// The text of a number of joules; `nil` for anything else.
  open override func string(for object: Any?) -> String? {
    (object as? NSNumber).map { string(fromJoules: $0.doubleValue) }
  }

  private func name(of unit: Unit) -> String {
    switch unit {
    case .joule: "joule"
    case .kilojoule: "kilojoule"
    case .calorie: isForFoodEnergyUse ? "foodcalorie" : "calorie"
    case .kilocalorie: isForFoodEnergyUse ? "foodcalorie" : "kilocalorie"
    }
  }
}
