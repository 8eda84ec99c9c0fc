extension MetadataKey {
  /// Those that came after iOS 10.
  ///
  /// What a session is estimated as has the unit of its sample, so it is not here.
  static let later: [MetadataKey] = [
    MetadataKey(name: "HKMetadataKeySyncIdentifier", valueClass: .string),
    MetadataKey(name: "HKMetadataKeySyncVersion", valueClass: .number),
    MetadataKey(name: "HKInsulinDeliveryReason", valueClass: .enumeration(1...2)),
    MetadataKey(name: "HKBloodGlucoseMealTime", valueClass: .enumeration(1...2)),
    MetadataKey(name: "HKVO2MaxTestType", valueClass: .enumeration(1...3)),
    MetadataKey(name: "HKMetadataKeyHeartRateMotionContext", valueClass: .enumeration(0...2)),
    MetadataKey(name: "HKAverageSpeed", valueClass: quantity("m/s")),
    MetadataKey(name: "HKMaximumSpeed", valueClass: quantity("m/s")),
    MetadataKey(name: "HKAlpineSlopeGrade", valueClass: quantity("%")),
    MetadataKey(name: "HKElevationAscended", valueClass: quantity("m")),
    MetadataKey(name: "HKElevationDescended", valueClass: quantity("m")),
    MetadataKey(name: "HKFitnessMachineDuration", valueClass: quantity("s")),
    MetadataKey(name: "HKIndoorBikeDistance", valueClass: quantity("m")),
    MetadataKey(name: "HKCrossTrainerDistance", valueClass: quantity("m")),
    MetadataKey(name: "HKHeartRateEventThreshold", valueClass: quantity("count/s")),
    MetadataKey(name: "HKAverageMETs", valueClass: quantity("kcal/(kg*hr)")),
    MetadataKey(name: "HKMetadataKeyAudioExposureLevel", valueClass: quantity("dBASPL")),
    MetadataKey(name: "HKMetadataKeyAudioExposureDuration", valueClass: quantity("s")),
    MetadataKey(name: "HKMetadataKeyAppleECGAlgorithmVersion", valueClass: .enumeration(1...2)),
    MetadataKey(name: "HKMetadataKeyDevicePlacementSide", valueClass: .enumeration(0...3)),
    MetadataKey(name: "HKMetadataKeyBarometricPressure", valueClass: quantity("Pa")),
    MetadataKey(name: "HKMetadataKeyAppleDeviceCalibrated", valueClass: .bool),
    MetadataKey(name: "HKVO2MaxValue", valueClass: quantity("mL/(kg*min)")),
    MetadataKey(name: "HKLowCardioFitnessEventThreshold", valueClass: quantity("mL/(kg*min)")),
    MetadataKey(name: "HKDateOfEarliestDataUsedForEstimate", valueClass: .date),
    MetadataKey(name: "HKAlgorithmVersion", valueClass: .number),
    MetadataKey(name: "HKMetadataKeyUserMotionContext", valueClass: .enumeration(0...2)),
    MetadataKey(name: "HKMetadataKeyHeartRateRecoveryTestType", valueClass: .enumeration(1...3)),
    MetadataKey(name: "HKMetadataKeyHeartRateRecoveryActivityType", valueClass: .number),
    MetadataKey(name: "HKMetadataKeyHeartRateRecoveryActivityDuration", valueClass: quantity("s")),
    MetadataKey(
      name: "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate",
      valueClass: quantity("count/s")),
    MetadataKey(name: "HKSWOLFScore", valueClass: .number),
    MetadataKey(name: "HKMetadataKeyQuantityClampedToLowerBound", valueClass: .bool),
    MetadataKey(name: "HKMetadataKeyQuantityClampedToUpperBound", valueClass: .bool),
    MetadataKey(name: "HKMetadataKeyGlassesPrescriptionDescription", valueClass: .string),
    MetadataKey(name: "HKMetadataKeyHeadphoneGain", valueClass: quantity("dBASPL")),
    MetadataKey(name: "HKMetadataKeyAppleFitnessPlusSession", valueClass: .bool),
    MetadataKey(
      name: "HKCyclingCyclingFunctionalThresholdPowerTestType", valueClass: .enumeration(1...4)),
    MetadataKey(name: "HKActivityType", valueClass: .number),
    MetadataKey(name: "HKPhysicalEffortEstimationType", valueClass: .enumeration(1...2)),
    MetadataKey(name: "HKMetadataKeyMaximumLightIntensity", valueClass: quantity("lx")),
    MetadataKey(name: "HKMetadataKeyWaterSalinity", valueClass: .enumeration(1...2)),
    MetadataKey(name: "HKMetadataKeyAppleFitnessPlusCatalogIdentifier", valueClass: .string),
  ]

  private static func quantity(_ unit: String) -> Class {
    guard let unit = Unit.remembered(unit) else {
      preconditionFailure("the list of keys names a unit that does not exist: \(unit)")
    }
    return .quantity(unit)
  }
}
