internal import HealthKit
internal import Testing

@Suite struct ConstantTests {
  @Test func `metadata keys have Apple's texts`() {
    let constants: [(String, String)] = [
      (HKMetadataKeyDeviceSerialNumber, "HKDeviceSerialNumber"),
      (HKMetadataKeyBodyTemperatureSensorLocation, "HKBodyTemperatureSensorLocation"),
      (HKMetadataKeyHeartRateSensorLocation, "HKHeartRateSensorLocation"),
      (HKMetadataKeyFoodType, "HKFoodType"),
      (HKMetadataKeyUDIDeviceIdentifier, "HKUDIDeviceIdentifier"),
      (HKMetadataKeyUDIProductionIdentifier, "HKUDIProductionIdentifier"),
      (HKMetadataKeyDigitalSignature, "HKDigitalSignature"),
      (HKMetadataKeyExternalUUID, "HKExternalUUID"),
      (HKMetadataKeyTimeZone, "HKTimeZone"),
      (HKMetadataKeyDeviceName, "HKDeviceName"),
      (HKMetadataKeyDeviceManufacturerName, "HKDeviceManufacturerName"),
      (HKMetadataKeyWasTakenInLab, "HKWasTakenInLab"),
      (HKMetadataKeyReferenceRangeLowerLimit, "HKReferenceRangeLowerLimit"),
      (HKMetadataKeyReferenceRangeUpperLimit, "HKReferenceRangeUpperLimit"),
      (HKMetadataKeyWasUserEntered, "HKWasUserEntered"),
      (HKMetadataKeyWorkoutBrandName, "HKWorkoutBrandName"),
      (HKMetadataKeyGroupFitness, "HKGroupFitness"),
      (HKMetadataKeyIndoorWorkout, "HKIndoorWorkout"),
      (HKMetadataKeyCoachedWorkout, "HKCoachedWorkout"),
      (HKMetadataKeyWeatherCondition, "HKWeatherCondition"),
      (HKMetadataKeyWeatherTemperature, "HKWeatherTemperature"),
      (HKMetadataKeyWeatherHumidity, "HKWeatherHumidity"),
      (HKMetadataKeySexualActivityProtectionUsed, "HKSexualActivityProtectionUsed"),
      (HKMetadataKeyMenstrualCycleStart, "HKMenstrualCycleStart"),
      (HKMetadataKeyLapLength, "HKLapLength"),
      (HKMetadataKeySwimmingLocationType, "HKSwimmingLocationType"),
      (HKMetadataKeySwimmingStrokeStyle, "HKSwimmingStrokeStyle"),
      (HKMetadataKeySyncIdentifier, "HKMetadataKeySyncIdentifier"),
      (HKMetadataKeySyncVersion, "HKMetadataKeySyncVersion"),
      (HKMetadataKeyInsulinDeliveryReason, "HKInsulinDeliveryReason"),
      (HKMetadataKeyBloodGlucoseMealTime, "HKBloodGlucoseMealTime"),
      (HKMetadataKeyVO2MaxTestType, "HKVO2MaxTestType"),
      (HKMetadataKeyHeartRateMotionContext, "HKMetadataKeyHeartRateMotionContext"),
      (HKMetadataKeyAverageSpeed, "HKAverageSpeed"),
      (HKMetadataKeyMaximumSpeed, "HKMaximumSpeed"),
      (HKMetadataKeyAlpineSlopeGrade, "HKAlpineSlopeGrade"),
      (HKMetadataKeyElevationAscended, "HKElevationAscended"),
      (HKMetadataKeyElevationDescended, "HKElevationDescended"),
      (HKMetadataKeyFitnessMachineDuration, "HKFitnessMachineDuration"),
      (HKMetadataKeyIndoorBikeDistance, "HKIndoorBikeDistance"),
      (HKMetadataKeyCrossTrainerDistance, "HKCrossTrainerDistance"),
      (HKMetadataKeyHeartRateEventThreshold, "HKHeartRateEventThreshold"),
      (HKMetadataKeyAverageMETs, "HKAverageMETs"),
      (HKMetadataKeyAudioExposureLevel, "HKMetadataKeyAudioExposureLevel"),
      (HKMetadataKeyAudioExposureDuration, "HKMetadataKeyAudioExposureDuration"),
      (HKMetadataKeyAppleECGAlgorithmVersion, "HKMetadataKeyAppleECGAlgorithmVersion"),
      (HKMetadataKeyDevicePlacementSide, "HKMetadataKeyDevicePlacementSide"),
      (HKMetadataKeyBarometricPressure, "HKMetadataKeyBarometricPressure"),
      (HKMetadataKeyAppleDeviceCalibrated, "HKMetadataKeyAppleDeviceCalibrated"),
      (HKMetadataKeyVO2MaxValue, "HKVO2MaxValue"),
      (HKMetadataKeyLowCardioFitnessEventThreshold, "HKLowCardioFitnessEventThreshold"),
      (HKMetadataKeyDateOfEarliestDataUsedForEstimate, "HKDateOfEarliestDataUsedForEstimate"),
      (HKMetadataKeyAlgorithmVersion, "HKAlgorithmVersion"),
      (HKMetadataKeyUserMotionContext, "HKMetadataKeyUserMotionContext"),
      (HKMetadataKeySessionEstimate, "HKMetadataKeySessionEstimate"),
      (HKMetadataKeyHeartRateRecoveryTestType, "HKMetadataKeyHeartRateRecoveryTestType"),
      (HKMetadataKeyHeartRateRecoveryActivityType, "HKMetadataKeyHeartRateRecoveryActivityType"),
      (
        HKMetadataKeyHeartRateRecoveryActivityDuration,
        "HKMetadataKeyHeartRateRecoveryActivityDuration"
      ),
      (
        HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate,
        "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
      ),
      (HKMetadataKeySWOLFScore, "HKSWOLFScore"),
      (HKMetadataKeyQuantityClampedToLowerBound, "HKMetadataKeyQuantityClampedToLowerBound"),
      (HKMetadataKeyQuantityClampedToUpperBound, "HKMetadataKeyQuantityClampedToUpperBound"),
      (HKMetadataKeyGlassesPrescriptionDescription, "HKMetadataKeyGlassesPrescriptionDescription"),
      (HKMetadataKeyHeadphoneGain, "HKMetadataKeyHeadphoneGain"),
      (HKMetadataKeyAppleFitnessPlusSession, "HKMetadataKeyAppleFitnessPlusSession"),
      (
        HKMetadataKeyCyclingFunctionalThresholdPowerTestType,
        "HKCyclingCyclingFunctionalThresholdPowerTestType"
      ),
      (HKMetadataKeyActivityType, "HKActivityType"),
      (HKMetadataKeyPhysicalEffortEstimationType, "HKPhysicalEffortEstimationType"),
      (HKMetadataKeyMaximumLightIntensity, "HKMetadataKeyMaximumLightIntensity"),
      (HKMetadataKeyWaterSalinity, "HKMetadataKeyWaterSalinity"),
      (
        HKMetadataKeyAppleFitnessPlusCatalogIdentifier,
        "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"
      ),
    ]
    for (constant, text) in constants { #expect(constant == text) }
  }

  @Test func `key paths, sort identifiers and device properties have Apple's texts`() {
    let constants: [(String, String)] = [
      (HKPredicateKeyPathCategoryValue, "value"),
      (HKPredicateKeyPathCorrelation, "correlation"),
      (HKPredicateKeyPathEndDate, "endDate"),
      (HKPredicateKeyPathStartDate, "startDate"),
      (HKPredicateKeyPathMetadata, "metadata"),
      (HKPredicateKeyPathQuantity, "quantity"),
      (HKPredicateKeyPathSource, "source"),
      (HKPredicateKeyPathUUID, "UUID"),
      (HKPredicateKeyPathWorkout, "workout"),
      (HKPredicateKeyPathWorkoutDuration, "duration"),
      (HKPredicateKeyPathWorkoutTotalDistance, "totalDistance"),
      (HKPredicateKeyPathWorkoutTotalEnergyBurned, "totalEnergyBurned"),
      (HKPredicateKeyPathWorkoutType, "workoutType"),
      (HKPredicateKeyPathSourceRevision, "sourceRevision"),
      (HKPredicateKeyPathDevice, "device"),
      (HKPredicateKeyPathDateComponents, "dateComponents"),
      (HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount, "totalSwimmingStrokeCount"),
      (HKPredicateKeyPathCDATitle, "title"),
      (HKPredicateKeyPathCDAPatientName, "patient_name"),
      (HKPredicateKeyPathCDAAuthorName, "author_name"),
      (HKPredicateKeyPathCDACustodianName, "custodian_name"),
      (HKPredicateKeyPathWorkoutTotalFlightsClimbed, "totalFlightsClimbed"),
      (HKPredicateKeyPathSum, "quantity"),
      (HKPredicateKeyPathMin, "min"),
      (HKPredicateKeyPathAverage, "quantity"),
      (HKPredicateKeyPathMax, "max"),
      (HKPredicateKeyPathMostRecent, "most_recent"),
      (HKPredicateKeyPathMostRecentStartDate, "most_recent_start_date"),
      (HKPredicateKeyPathMostRecentEndDate, "most_recent_end_date"),
      (HKPredicateKeyPathMostRecentDuration, "most_recent_duration"),
      (HKPredicateKeyPathCount, "count"),
      (HKSampleSortIdentifierStartDate, "startDate"),
      (HKSampleSortIdentifierEndDate, "endDate"),
      (HKWorkoutSortIdentifierDuration, "duration"),
      (HKWorkoutSortIdentifierTotalDistance, "totalDistance"),
      (HKWorkoutSortIdentifierTotalEnergyBurned, "totalEnergyBurned"),
      (HKWorkoutSortIdentifierTotalSwimmingStrokeCount, "totalSwimmingStrokeCount"),
      (HKWorkoutSortIdentifierTotalFlightsClimbed, "totalFlightsClimbed"),
      (HKDevicePropertyKeyName, "HKDevicePropertyName"),
      (HKDevicePropertyKeyManufacturer, "HKDevicePropertyManufacturer"),
      (HKDevicePropertyKeyModel, "HKDevicePropertyModel"),
      (HKDevicePropertyKeyHardwareVersion, "HKDevicePropertyHardwareVersion"),
      (HKDevicePropertyKeyFirmwareVersion, "HKDevicePropertyFirmwareVersion"),
      (HKDevicePropertyKeySoftwareVersion, "HKDevicePropertySoftwareVersion"),
      (HKDevicePropertyKeyLocalIdentifier, "HKDevicePropertyLocalIdentifier"),
      (HKDevicePropertyKeyUDIDeviceIdentifier, "HKDevicePropertyUDIDeviceIdentifier"),
    ]
    for (constant, text) in constants { #expect(constant == text) }
  }

  @Test func `other constants have Apple's values`() {
    #expect(HKUnitMolarMassBloodGlucose == 180.15588000005408)
    #expect(HKErrorDomain == "com.apple.healthkit")
    #expect(HKObjectQueryNoLimit == 0 && HKAnchoredObjectQueryNoAnchor == 0)
    #expect(HKWorkoutTypeIdentifier == "HKWorkoutTypeIdentifier")
    #expect(HKDetailedCDAValidationErrorKey == "HKDetailedCDAValidationErrorKey")
    #expect(
      NSNotification.Name.HKUserPreferencesDidChange.rawValue
        == "HKUserPreferencesDidChangeNotification")
  }
}
