extension TypeDescription {
  /// The unit in which people of a region read the type where they chose no other.
  ///
  /// - Parameter region: Theirs.
  /// - Returns: A unit that fits; `nil` for types without quantities.
  package func readingUnit(in region: UnitRegion = .metric) -> Unit? {
    guard let canonicalUnit else { return nil }
    let text: String? =
      switch (type, region.system) {
      case (.heartRate, _), (.respiratoryRate, _): "count/min"
      case (.bodyMass, .unitedStates), (.leanBodyMass, .unitedStates): "lb"
      case (.bodyMass, .unitedKingdom), (.leanBodyMass, .unitedKingdom): "st"
      case (.height, .metric): "cm"
      case (.height, _): "in"
      case (.bodyTemperature, .unitedStates), (.basalBodyTemperature, .unitedStates): "degF"
      case (.distanceWalkingRunning, .metric), (.distanceCycling, .metric),
        (.distanceWheelchair, .metric):
        "km"
      case (.distanceWalkingRunning, _), (.distanceCycling, _), (.distanceWheelchair, _): "mi"
      case (.distanceSwimming, .unitedStates): "yd"
      case (.dietaryWater, .unitedStates): "fl_oz_us"
      case (.dietaryWater, _): "mL"
      case (.electrodermalActivity, _): "mcS"
      case (.bloodGlucose, _) where region.countsMoles: Self.molarGlucose
      default: Self.traces[type]
      }
    return text.flatMap { try? Unit(parsing: $0) } ?? canonicalUnit
  }

  /// Moles of glucose, which have to say of what they are.
  private static let molarGlucose = "mmol<180.15588000005408>/L"

  /// Nutrients of which a day has less than grams, as the labels of food tell them.
  private static let traces: [ObjectType: String] = {
    let milligrams: [ObjectType] = [
      .dietaryCholesterol, .dietarySodium, .dietaryCalcium, .dietaryIron, .dietaryThiamin,
      .dietaryRiboflavin, .dietaryNiacin, .dietaryVitaminB6, .dietaryVitaminC, .dietaryVitaminE,
      .dietaryPantothenicAcid, .dietaryPhosphorus, .dietaryMagnesium, .dietaryZinc, .dietaryCopper,
      .dietaryManganese, .dietaryChloride, .dietaryPotassium, .dietaryCaffeine,
    ]
    let micrograms: [ObjectType] = [
      .dietaryVitaminA, .dietaryVitaminB12, .dietaryVitaminD, .dietaryVitaminK, .dietaryFolate,
      .dietaryBiotin, .dietaryIodine, .dietarySelenium, .dietaryChromium, .dietaryMolybdenum,
    ]
    let pairs = milligrams.map { ($0, "mg") } + micrograms.map { ($0, "mcg") }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// Units in which the type is measured, for whoever looks for one.
  package var fittingUnits: [Unit] {
    let texts = [
      "count", "%", "count/min", "count/s", "kg", "g", "mg", "mcg", "lb", "oz", "st", "m", "cm",
      "km", "mi", "ft", "in", "yd", "kcal", "kJ", "min", "hr", "s", "degC", "degF", "K", "mmHg",
      "kPa", "L", "mL", "fl_oz_us", "L/min", "mg/dL", Self.molarGlucose, "S", "mcS",
    ]
    guard let canonicalUnit else { return [] }
    let all = texts.compactMap { try? Unit(parsing: $0) }
    return [canonicalUnit]
      + all.filter { $0.isCompatible(with: canonicalUnit) && $0 != canonicalUnit }
  }
}
