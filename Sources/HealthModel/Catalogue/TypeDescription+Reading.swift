/// Where people read quantities in units of their own.
package enum UnitRegion: Hashable, Sendable {
  case metric
  case unitedKingdom
  case unitedStates

  /// The region of a locale such as `en_US.UTF-8`; metric where it names no place that differs.
  package init(locale: String) {
    let territory = locale.split(separator: "_").dropFirst().first?.prefix { $0.isLetter }
    self =
      switch territory {
      case "US", "LR", "MM": .unitedStates
      case "GB": .unitedKingdom
      default: .metric
      }
  }
}

extension TypeDescription {
  /// The unit in which people of a region read the type where they chose no other.
  ///
  /// - Parameter region: Theirs.
  /// - Returns: A unit that fits; `nil` for types without quantities.
  package func readingUnit(in region: UnitRegion = .metric) -> Unit? {
    guard let canonicalUnit else { return nil }
    let text: String? =
      switch (type, region) {
      case (.heartRate, _), (.respiratoryRate, _): "count/min"
      case (.bodyMass, .unitedStates), (.leanBodyMass, .unitedStates): "lb"
      case (.bodyMass, .unitedKingdom), (.leanBodyMass, .unitedKingdom): "st"
      case (.height, .metric): "cm"
      case (.height, _): "in"
      case (.bodyTemperature, .unitedStates), (.basalBodyTemperature, .unitedStates): "degF"
      case (.distanceWalkingRunning, .metric), (.distanceCycling, .metric): "km"
      case (.distanceWalkingRunning, _), (.distanceCycling, _): "mi"
      case (.distanceSwimming, .unitedStates): "yd"
      case (.dietaryWater, .unitedStates): "fl_oz_us"
      case (.dietaryWater, _): "mL"
      default: nil
      }
    return text.flatMap { try? Unit(parsing: $0) } ?? canonicalUnit
  }

  /// Units in which the type is measured, for whoever looks for one.
  package var fittingUnits: [Unit] {
    let texts = [
      "count", "%", "count/min", "count/s", "kg", "g", "mg", "mcg", "lb", "oz", "st", "m", "cm",
      "km", "mi", "ft", "in", "yd", "kcal", "kJ", "min", "hr", "s", "degC", "degF", "K", "mmHg",
      "kPa", "L", "mL", "fl_oz_us", "L/min", "mg/dL", "mmol<180.15588000005408>/L", "S", "mcS",
    ]
    guard let canonicalUnit else { return [] }
    let all = texts.compactMap { try? Unit(parsing: $0) }
    return [canonicalUnit]
      + all.filter { $0.isCompatible(with: canonicalUnit) && $0 != canonicalUnit }
  }
}
