extension TypeCatalogue {
  /// The quantities that came after iOS 10.
  static let laterQuantities: [TypeDescription] = [
    later("heartRateVariabilitySDNN", .discrete, "ms", ios: "11.0", watchOS: "4.0"),
    later(
      "insulinDelivery", .cumulative, "IU", ios: "11.0", watchOS: "4.0",
      requiring: ["HKInsulinDeliveryReason"]),
    later("restingHeartRate", .discrete, "count/min", ios: "11.0", watchOS: "4.0"),
    later("vo2Max", .discrete, "ml/(kg*min)", ios: "11.0", watchOS: "4.0"),
    later("waistCircumference", .discrete, "m", ios: "11.0", watchOS: "4.0"),
    later(
      "walkingHeartRateAverage", .discrete, "count/min", ios: "11.0", watchOS: "4.0",
      isShareable: false),
    later("distanceDownhillSnowSports", .cumulative, "m", ios: "11.2", watchOS: "4.2"),
    later("appleStandTime", .cumulative, "min", ios: "13.0", watchOS: "6.0", isShareable: false),
    later("environmentalAudioExposure", .discrete, "dBASPL", ios: "13.0", watchOS: "6.0"),
    later("headphoneAudioExposure", .discrete, "dBASPL", ios: "13.0", watchOS: "6.0"),
    later("sixMinuteWalkTestDistance", .discrete, "m", ios: "14.0", watchOS: "7.0"),
    later("stairAscentSpeed", .discrete, "m/s", ios: "14.0", watchOS: "7.0"),
    later("stairDescentSpeed", .discrete, "m/s", ios: "14.0", watchOS: "7.0"),
    later("walkingAsymmetryPercentage", .discrete, "%", ios: "14.0", watchOS: "7.0"),
    later("walkingDoubleSupportPercentage", .discrete, "%", ios: "14.0", watchOS: "7.0"),
    later("walkingSpeed", .discrete, "m/s", ios: "14.0", watchOS: "7.0"),
    later("walkingStepLength", .discrete, "m", ios: "14.0", watchOS: "7.0"),
    later("appleMoveTime", .cumulative, "min", ios: "14.5", watchOS: "7.4", isShareable: false),
    later(
      "appleWalkingSteadiness", .discrete, "%", ios: "15.0", watchOS: "8.0", isShareable: false),
    later("numberOfAlcoholicBeverages", .cumulative, "count", ios: "15.0", watchOS: "8.0"),
    later(
      "appleSleepingWristTemperature", .discrete, "degC", ios: "16.0", watchOS: "9.0",
      isShareable: false),
    later(
      "atrialFibrillationBurden", .discrete, "%", ios: "16.0", watchOS: "9.0", isShareable: false),
    later("environmentalSoundReduction", .discrete, "dBASPL", ios: "16.0", watchOS: "9.0"),
    later("heartRateRecoveryOneMinute", .discrete, "count/min", ios: "16.0", watchOS: "9.0"),
    later("runningGroundContactTime", .discrete, "ms", ios: "16.0", watchOS: "9.0"),
    later("runningPower", .discrete, "W", ios: "16.0", watchOS: "9.0"),
    later("runningSpeed", .discrete, "m/s", ios: "16.0", watchOS: "9.0"),
    later("runningStrideLength", .discrete, "m", ios: "16.0", watchOS: "9.0"),
    later("runningVerticalOscillation", .discrete, "cm", ios: "16.0", watchOS: "9.0"),
    later("underwaterDepth", .discrete, "m", ios: "16.0", watchOS: "9.0"),
    later("waterTemperature", .discrete, "degC", ios: "16.0", watchOS: "9.0"),
    later("cyclingCadence", .discrete, "count/min", ios: "17.0", watchOS: "10.0"),
    later("cyclingFunctionalThresholdPower", .discrete, "W", ios: "17.0", watchOS: "10.0"),
    later("cyclingPower", .discrete, "W", ios: "17.0", watchOS: "10.0"),
    later("cyclingSpeed", .discrete, "m/s", ios: "17.0", watchOS: "10.0"),
    later("physicalEffort", .discrete, "kcal/(kg*hr)", ios: "17.0", watchOS: "10.0"),
    later("timeInDaylight", .cumulative, "min", ios: "17.0", watchOS: "10.0"),
    later("appleSleepingBreathingDisturbances", .discrete, "count", ios: "18.0", watchOS: "11.0"),
    later("crossCountrySkiingSpeed", .discrete, "m/s", ios: "18.0", watchOS: "11.0"),
    later("distanceCrossCountrySkiing", .cumulative, "m", ios: "18.0", watchOS: "11.0"),
    later("distancePaddleSports", .cumulative, "m", ios: "18.0", watchOS: "11.0"),
    later("distanceRowing", .cumulative, "m", ios: "18.0", watchOS: "11.0"),
    later("distanceSkatingSports", .cumulative, "m", ios: "18.0", watchOS: "11.0"),
    later(
      "estimatedWorkoutEffortScore", .discrete, "appleEffortScore", ios: "18.0", watchOS: "11.0"),
    later("paddleSportsSpeed", .discrete, "m/s", ios: "18.0", watchOS: "11.0"),
    later("rowingSpeed", .discrete, "m/s", ios: "18.0", watchOS: "11.0"),
    later("workoutEffortScore", .discrete, "appleEffortScore", ios: "18.0", watchOS: "11.0"),
  ]

  private static func later(
    _ name: String, _ aggregation: TypeDescription.Aggregation, _ unit: String, ios: String,
    watchOS: String, requiring keys: [String] = [], isShareable: Bool = true
  ) -> TypeDescription {
    .quantity(
      ObjectType("HKQuantityTypeIdentifier" + identifierEnd(of: name)), name, aggregation, unit,
      ios: ios, watchOS: watchOS, requiring: keys, isShareable: isShareable)
  }

  /// How an identifier ends that is named so in Swift.
  static func identifierEnd(of name: String) -> String {
    switch name {
    case "vo2Max": "VO2Max"
    // The older name of the same type.
    case "environmentalAudioExposureEvent": "AudioExposureEvent"
    default: name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}
