/// Writes measurements in somebody's language.
///
/// Linux's Foundation has the name and refuses to compile it; where HealthKit is imported, this is it.
///
/// As on Apple's platforms it may be handed to another thread, and must not be changed while others use it.
open class MeasurementFormatter: Formatter, @unchecked Sendable {
  /// Which unit a measurement is written in.
  public struct UnitOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The unit that it has, not that of the region.
    public static let providedUnit = Self(rawValue: 1)
    /// The unit whose number is neither long nor small.
    public static let naturalScale = Self(rawValue: 2)
    /// Degrees without saying of which scale.
    public static let temperatureWithoutUnit = Self(rawValue: 4)
  }

  /// Which unit a measurement is written in; that of the region where nothing is said.
  open var unitOptions: UnitOptions = []
  /// How long the names of units are.
  open var unitStyle = Formatter.UnitStyle.medium
  /// Whose language and region.
  open var locale: Locale = .autoupdatingCurrent
  /// How many digits there are after the point.
  open var numberFormatter: NumberFormatter = {
    let numbers = NumberFormatter()
    numbers.numberStyle = .decimal
    return numbers
  }()

  private var width: MeasuredText.Width {
    switch unitStyle {
    case .short: .narrow
    case .medium: .short
    case .long: .full
    @unknown default: .short
    }
  }

  /// The text of a measurement.
  open func string<Measured: Foundation.Unit>(from measurement: Measurement<Measured>) -> String {
    text(measurement.value, measurement.unit)
  }

  /// The symbol of a unit.
  open func string(from unit: Foundation.Unit) -> String { unit.symbol }

  private func text(_ value: Double, _ unit: Foundation.Unit) -> String {
    let most = max(0, min(numberFormatter.maximumFractionDigits, 15))
    let digits = min(max(0, numberFormatter.minimumFractionDigits), most)...most
    if unitOptions.contains(.temperatureWithoutUnit), unit is UnitTemperature {
      return number(value) + "°"
    }
    let usage: String? =
      unitOptions.contains(.providedUnit) ? nil : unit is UnitTemperature ? "weather" : "default"
    if let name = Self.names["\(type(of: unit)).\(unit.symbol)"],
      let text = MeasuredText.text(value, name, width, locale, digits: digits, usage: usage)
        ?? MeasuredText.text(value, name, width, locale, digits: digits)
    {
      return text
    }
    return "\(number(value)) \(unit.symbol)"
  }

  private func number(_ value: Double) -> String {
    numberFormatter.string(from: NSNumber(value: value)) ?? "\(value)"
  }

  /// CLDR's names of Foundation's units.
  private static let names: [String: String] = {
    let units: [(Foundation.Unit, String)] = [
      (UnitMass.kilograms, "kilogram"), (UnitMass.grams, "gram"),
      (UnitMass.milligrams, "milligram"),
      (UnitMass.micrograms, "microgram"), (UnitMass.ounces, "ounce"), (UnitMass.pounds, "pound"),
      (UnitMass.stones, "stone"), (UnitMass.metricTons, "tonne"),
      (UnitLength.kilometers, "kilometer"), (UnitLength.meters, "meter"),
      (UnitLength.centimeters, "centimeter"), (UnitLength.millimeters, "millimeter"),
      (UnitLength.inches, "inch"), (UnitLength.feet, "foot"), (UnitLength.yards, "yard"),
      (UnitLength.miles, "mile"), (UnitDuration.seconds, "second"),
      (UnitDuration.minutes, "minute"), (UnitDuration.hours, "hour"),
      (UnitEnergy.joules, "joule"), (UnitEnergy.kilojoules, "kilojoule"),
      (UnitEnergy.calories, "calorie"), (UnitEnergy.kilocalories, "kilocalorie"),
      (UnitEnergy.kilowattHours, "kilowatt-hour"), (UnitTemperature.celsius, "celsius"),
      (UnitTemperature.fahrenheit, "fahrenheit"), (UnitTemperature.kelvin, "kelvin"),
      (UnitSpeed.metersPerSecond, "meter-per-second"),
      (UnitSpeed.kilometersPerHour, "kilometer-per-hour"),
      (UnitSpeed.milesPerHour, "mile-per-hour"), (UnitVolume.liters, "liter"),
      (UnitVolume.milliliters, "milliliter"), (UnitVolume.deciliters, "deciliter"),
      (UnitVolume.fluidOunces, "fluid-ounce"), (UnitVolume.cups, "cup"),
      (UnitVolume.pints, "pint"), (UnitVolume.gallons, "gallon"),
      (UnitPressure.millimetersOfMercury, "millimeter-ofhg"),
      (UnitPressure.hectopascals, "hectopascal"),
      (UnitPressure.kilopascals, "kilopascal"), (UnitPressure.inchesOfMercury, "inch-ofhg"),
      (UnitPower.watts, "watt"), (UnitPower.kilowatts, "kilowatt"), (UnitAngle.degrees, "degree"),
    ]
    var names: [String: String] = [:]
    for (unit, name) in units { names["\(type(of: unit)).\(unit.symbol)"] = name }
    return names
  }()

  /// The text of a measurement; `nil` for anything else.
  open override func string(for object: Any?) -> String? {
    guard let measurement = object as? NSMeasurement else { return nil }
    return text(measurement.doubleValue, measurement.unit)
  }
}
