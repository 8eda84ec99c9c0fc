extension TypeCatalogue {
  static let quantities: [TypeDescription] = [
    .quantity(
      .bodyMassIndex, "bodyMassIndex", .discrete, "count", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .bodyFatPercentage, "bodyFatPercentage", .discrete, "%", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .height, "height", .discrete, "m", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .bodyMass, "bodyMass", .discrete, "kg", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .leanBodyMass, "leanBodyMass", .discrete, "kg", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .stepCount, "stepCount", .cumulative, "count", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .distanceWalkingRunning, "distanceWalkingRunning", .cumulative, "m", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .distanceCycling, "distanceCycling", .cumulative, "m", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .distanceWheelchair, "distanceWheelchair", .cumulative, "m", ios: "10.0", watchOS: "3.0"),
    .quantity(
      .basalEnergyBurned, "basalEnergyBurned", .cumulative, "kcal", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .activeEnergyBurned, "activeEnergyBurned", .cumulative, "kcal", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .flightsClimbed, "flightsClimbed", .cumulative, "count", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .nikeFuel, "nikeFuel", .cumulative, "count", ios: "8.0", watchOS: "2.0", isShareable: false),
    .quantity(
      .appleExerciseTime, "appleExerciseTime", .cumulative, "min", ios: "9.3", watchOS: "2.2",
      isShareable: false),
    .quantity(
      .pushCount, "pushCount", .cumulative, "count", ios: "10.0", watchOS: "3.0"),
    .quantity(
      .distanceSwimming, "distanceSwimming", .cumulative, "m", ios: "10.0", watchOS: "3.0"),
    .quantity(
      .swimmingStrokeCount, "swimmingStrokeCount", .cumulative, "count", ios: "10.0", watchOS: "3.0"
    ),
    .quantity(
      .heartRate, "heartRate", .discrete, "count/s", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .bodyTemperature, "bodyTemperature", .discrete, "degC", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .basalBodyTemperature, "basalBodyTemperature", .discrete, "degC", ios: "9.0", watchOS: "2.0"),
    .quantity(
      .bloodPressureSystolic, "bloodPressureSystolic", .discrete, "mmHg", ios: "8.0", watchOS: "2.0"
    ),
    .quantity(
      .bloodPressureDiastolic, "bloodPressureDiastolic", .discrete, "mmHg", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .respiratoryRate, "respiratoryRate", .discrete, "count/s", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .oxygenSaturation, "oxygenSaturation", .discrete, "%", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .peripheralPerfusionIndex, "peripheralPerfusionIndex", .discrete, "%", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .bloodGlucose, "bloodGlucose", .discrete, "mg/dL", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .numberOfTimesFallen, "numberOfTimesFallen", .cumulative, "count", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .electrodermalActivity, "electrodermalActivity", .discrete, "S", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .inhalerUsage, "inhalerUsage", .cumulative, "count", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .bloodAlcoholContent, "bloodAlcoholContent", .discrete, "%", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .forcedVitalCapacity, "forcedVitalCapacity", .discrete, "L", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .forcedExpiratoryVolume1, "forcedExpiratoryVolume1", .discrete, "L", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .peakExpiratoryFlowRate, "peakExpiratoryFlowRate", .discrete, "L/min", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .uvExposure, "uvExposure", .discrete, "count", ios: "9.0", watchOS: "2.0"),
  ]
}
