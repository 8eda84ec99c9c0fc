/// Writes lengths in somebody's language and the units of their region.
///
/// Linux's Foundation has one that speaks English only; where HealthKit is imported, this is it.
///
/// As on Apple's platforms it may be handed to another thread, and must not be changed while others use it.
open class LengthFormatter: Formatter, @unchecked Sendable {
  /// The units.
  public enum Unit: Int, Sendable {
    case millimeter = 8
    case centimeter = 9
    case meter = 11
    case kilometer = 14
    case inch = 1_281
    case foot = 1_282
    case yard = 1_283
    case mile = 1_284
  }

  /// How numbers are written, and in whose language.
  open var numberFormatter: NumberFormatter = {
    let numbers = NumberFormatter()
    numbers.numberStyle = .decimal
    return numbers
  }()
  /// How long the names of units are.
  open var unitStyle = Formatter.UnitStyle.medium
  /// Whether it is a person's height, for which regions have units of their own.
  open var isForPersonHeightUse = false

  private var text: UnitText { UnitText(numberFormatter, unitStyle) }

  /// A number of a unit.
  open func string(fromValue value: Double, unit: Unit) -> String {
    text.string(value, name(of: unit))
  }

  /// So many meters, in the unit of the region.
  open func string(fromMeters value: Double) -> String {
    text.string(value, "meter", usage: isForPersonHeightUse ? "person-height" : "default")
  }

  /// The name of a unit as it stands beside a number.
  open func unitString(fromValue value: Double, unit: Unit) -> String {
    text.unit(value, name(of: unit))
  }

  /// The text of a number of meters; `nil` for anything else.
  open override func string(for object: Any?) -> String? {
    (object as? NSNumber).map { string(fromMeters: $0.doubleValue) }
  }

  private func name(of unit: Unit) -> String {
    "\(unit)"
  }
}
