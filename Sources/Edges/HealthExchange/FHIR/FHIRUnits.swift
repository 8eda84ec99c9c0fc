internal import HealthModel

/// Units as resources have them: the codes of UCUM, and what apps write in their place.
enum FHIRUnits {
  /// A unit, and what a number in it is divided by.
  struct Told: Hashable {
    var unit: Unit
    var divisor = 1.0
  }

  /// What differs from how HealthKit writes a unit.
  private static let others: [String: String] = [
    "1": "count", "/min": "count/min", "/s": "count/s", "bpm": "count/min", "r/min": "count/min",
    "beats/minute": "count/min", "beats/min": "count/min", "breaths/minute": "count/min",
    "breaths/min": "count/min", "per minute": "count/min", "/minute": "count/min",
    "[lb_av]": "lb", "lbs": "lb", "[oz_av]": "oz", "[in_i]": "in", "[ft_i]": "ft", "[mi_i]": "mi",
    "meters": "m", "meter": "m", "l": "L", "l/min": "L/min", "Cel": "degC", "C": "degC",
    "°C": "degC", "[degF]": "degF", "F": "degF", "°F": "degF", "mm[Hg]": "mmHg", "ug": "mcg",
    "h": "hr", "hour": "hr", "hours": "hr", "minute": "min", "minutes": "min", "[iU]": "IU",
    "uS": "mcS", "siemens": "S", "watt": "W", "hertz": "Hz", "km/h": "km/hr", "Cal": "kcal",
    "mmol/L": "mmol<180.15588>/L", "mL/min/kg": "mL/min·kg", "mL/kg/min": "mL/min·kg",
    "mL/(min.kg)": "mL/min·kg", "mL/(kg.min)": "mL/min·kg", "kcal/(kg.h)": "kcal/kg·hr",
    "kcal/hr/kg": "kcal/kg·hr", "dB[SPL]": "dBASPL", "dB(SPL)": "dBASPL", "dB(HL)": "dBHL",
    "dB": "dBHL",
  ]

  /// Finds a unit.
  ///
  /// - Parameters:
  ///   - codes: What a resource calls it, the best first.
  ///   - description: The type whose unit it is.
  /// - Returns: The unit; `nil` where there is none that measures what the type does.
  static func unit(_ codes: [String], of description: TypeDescription) -> Told? {
    guard let canonical = description.canonicalUnit else { return nil }
    var isOther = false
    for code in codes {
      let plain = code.filter { $0 != " " }
      // HealthKit's percents are parts of one.
      if plain == "%", canonical == .percent { return Told(unit: .percent, divisor: 100) }
      guard let unit = unit(code) ?? unit(plain) else { continue }
      if unit.isCompatible(with: canonical) { return Told(unit: unit) }
      isOther = true
    }
    // What is counted has as many names as things, and an index has none that others know.
    return canonical == .count && !isOther ? Told(unit: .count) : nil
  }

  private static func unit(_ code: String) -> Unit? {
    // What stands in braces says only what is counted.
    let bare = String(code.prefix { $0 != "{" } + code.drop { $0 != "}" }.dropFirst())
    return Unit.remembered(others[code] ?? code) ?? Unit.remembered(others[bare] ?? bare)
  }
}
