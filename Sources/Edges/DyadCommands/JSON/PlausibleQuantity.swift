internal import CommandSupport
internal import HealthModel

/// What a quantity cannot be by its nature, and what nobody measures.
enum PlausibleQuantity {
  /// Where what people measure lies; of types that are not listed every number that nature allows is fine.
  private static let usual: [ObjectType: (range: ClosedRange<Double>, unit: Unit)] = {
    let texts: [ObjectType: (ClosedRange<Double>, String)] = [
      .heartRate: (10...400, "count/min"), .respiratoryRate: (1...250, "count/min"),
      .bodyTemperature: (15...50, "degC"), .basalBodyTemperature: (15...50, "degC"),
      .bodyMass: (0.2...700, "kg"), .leanBodyMass: (0.1...400, "kg"), .height: (0.1...3, "m"),
      .bodyMassIndex: (3...300, "count"), .bloodPressureSystolic: (20...400, "mmHg"),
      .bloodPressureDiastolic: (5...300, "mmHg"), .bloodGlucose: (1...3_000, "mg/dL"),
      .bloodAlcoholContent: (0...0.1, "%"), .stepCount: (0...200_000, "count"),
      .flightsClimbed: (0...10_000, "count"), .distanceWalkingRunning: (0...500_000, "m"),
      .distanceCycling: (0...2_000_000, "m"), .distanceSwimming: (0...200_000, "m"),
      .activeEnergyBurned: (0...50_000, "kcal"), .basalEnergyBurned: (0...50_000, "kcal"),
      .swimmingStrokeCount: (0...100_000, "count"), .dietaryEnergyConsumed: (0...50_000, "kcal"),
      .dietaryWater: (0...50, "L"),
      .uvExposure: (0...50, "count"), .forcedVitalCapacity: (0...20, "L"),
    ]
    // Read once, and not for each sample.
    return texts.compactMapValues { range, text in
      (try? Unit(parsing: text)).map { (range, $0) }
    }
  }()
  /// Any other number of what is counted or measured.
  private static let mostOfAnything = 1e12
  /// Shares of a whole.
  private static let shares: Set<ObjectType> = [
    .oxygenSaturation, .bodyFatPercentage, .bloodAlcoholContent, .peripheralPerfusionIndex,
  ]

  /// Refuses what cannot be.
  ///
  /// - Parameters:
  ///   - quantity: Of a unit that fits the type.
  ///   - type: The type.
  ///   - name: What it is called, where it is no sample of the type.
  ///   - path: Where the value is.
  ///   - isForced: Whether what is only improbable passes.
  /// - Throws: Where it cannot be, or is improbable.
  static func check(
    _ quantity: Quantity, of type: TypeDescription, as name: String? = nil, at path: String,
    isForced: Bool
  ) throws(FieldError) {
    let name = name ?? type.name
    guard let canonical = type.canonicalUnit, quantity.isCompatible(with: canonical) else { return }
    if canonical.isCompatible(with: .degreeCelsius) {
      guard (try? quantity.value(in: .kelvin())).map({ $0 >= 0 }) ?? true else {
        throw FieldError(path, "nothing is that cold")
      }
    } else if quantity.value < 0 {
      throw FieldError(
        path, "\(name) is never negative", advice: "Write how much it was, without a sign.")
    }
    if shares.contains(type.type), let share = try? quantity.value(in: canonical), share > 1 {
      throw FieldError(
        path, "\(type.name) is at most 1, which is 100 percent",
        advice: "In HealthKit the unit % counts from 0 to 1: write 0.98 for 98 percent.")
    }
    guard !isForced else { return }
    let usual = usual[type.type]
    let unit = usual?.unit ?? canonical
    let range = usual?.range ?? -mostOfAnything...mostOfAnything
    let known = quantity.unit == unit ? quantity.value : try? quantity.value(in: unit)
    guard let known, !range.contains(known) else { return }
    throw FieldError(
      path, "nobody has such a \(name)",
      advice: usual == nil
        ? "See whether the unit is right; --force saves it anyhow."
        : "\(Self.text(range)) \(unit.unitString) is usual; --force saves it anyhow.")
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(NumberText.short(range.lowerBound)) to \(NumberText.short(range.upperBound))"
  }
}
