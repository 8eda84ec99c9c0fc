internal import HealthKit
internal import Testing

@Suite struct EnumerationTests {
  private static let facts: [String: [(name: String, value: Int)]] = {
    var facts: [String: [(name: String, value: Int)]] = [:]
    var name = ""
    for word in EnumerationFacts.table.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=")
      if parts.count == 2, let value = Int(parts[1]) {
        facts[name, default: []].append((String(parts[0]), value))
      } else {
        name = String(word)
      }
    }
    return facts
  }()

  private func check<Value: RawRepresentable>(_ type: Value.Type, _ name: String) throws
  where Value.RawValue: FixedWidthInteger {
    let facts = try #require(Self.facts[name])
    for fact in facts {
      let value = try #require(Value(rawValue: Value.RawValue(fact.value)), "\(name).\(fact.name)")
      #expect("\(value)" == fact.name, "\(name)")
      #expect(Int(value.rawValue) == fact.value)
    }
    let values = Set(facts.map(\.value))
    for value in 0..<200 where !values.contains(value) {
      #expect(Value(rawValue: Value.RawValue(value)) == nil, "\(name) \(value)")
    }
  }

  @Test func `every enumeration has Apple's cases and values`() throws {
    try check(HKError.Code.self, "HKError.Code")
    try check(HKUpdateFrequency.self, "HKUpdateFrequency")
    try check(HKAuthorizationStatus.self, "HKAuthorizationStatus")
    try check(HKBiologicalSex.self, "HKBiologicalSex")
    try check(HKBloodType.self, "HKBloodType")
    try check(HKCategoryValueSleepAnalysis.self, "HKCategoryValueSleepAnalysis")
    try check(HKCategoryValueAppleStandHour.self, "HKCategoryValueAppleStandHour")
    try check(HKFitzpatrickSkinType.self, "HKFitzpatrickSkinType")
    try check(HKWheelchairUse.self, "HKWheelchairUse")
    try check(HKVisionEye.self, "HKVisionEye")
    try check(HKPrismBase.self, "HKPrismBase")
    try check(HKVisionPrescriptionType.self, "HKVisionPrescriptionType")
    try check(HKCategoryValueCervicalMucusQuality.self, "HKCategoryValueCervicalMucusQuality")
    try check(HKCategoryValueOvulationTestResult.self, "HKCategoryValueOvulationTestResult")
    try check(HKCategoryValueMenstrualFlow.self, "HKCategoryValueMenstrualFlow")
    try check(HKCategoryValue.self, "HKCategoryValue")
    try check(HKQuantityAggregationStyle.self, "HKQuantityAggregationStyle")
    try check(HKBodyTemperatureSensorLocation.self, "HKBodyTemperatureSensorLocation")
    try check(HKHeartRateSensorLocation.self, "HKHeartRateSensorLocation")
    try check(HKWeatherCondition.self, "HKWeatherCondition")
    try check(HKWorkoutSwimmingLocationType.self, "HKWorkoutSwimmingLocationType")
    try check(HKSwimmingStrokeStyle.self, "HKSwimmingStrokeStyle")
    try check(HKMetricPrefix.self, "HKMetricPrefix")
    try check(HKWorkoutActivityType.self, "HKWorkoutActivityType")
    try check(HKWorkoutEventType.self, "HKWorkoutEventType")
    try check(HKWorkoutSessionState.self, "HKWorkoutSessionState")
    try check(HKWorkoutSessionLocationType.self, "HKWorkoutSessionLocationType")
    try check(HKAuthorizationRequestStatus.self, "HKAuthorizationRequestStatus")
    try check(HKCategoryValueVaginalBleeding.self, "HKCategoryValueVaginalBleeding")
    try check(HKCategoryValueSeverity.self, "HKCategoryValueSeverity")
    try check(HKCategoryValuePresence.self, "HKCategoryValuePresence")
    try check(HKCategoryValueAppetiteChanges.self, "HKCategoryValueAppetiteChanges")
    try check(HKCategoryValueAudioExposureEvent.self, "HKCategoryValueAudioExposureEvent")
    try check(
      HKCategoryValueEnvironmentalAudioExposureEvent.self,
      "HKCategoryValueEnvironmentalAudioExposureEvent")
    try check(
      HKCategoryValueHeadphoneAudioExposureEvent.self, "HKCategoryValueHeadphoneAudioExposureEvent")
    try check(HKCategoryValueContraceptive.self, "HKCategoryValueContraceptive")
    try check(HKCategoryValueLowCardioFitnessEvent.self, "HKCategoryValueLowCardioFitnessEvent")
    try check(
      HKCategoryValueAppleWalkingSteadinessEvent.self, "HKCategoryValueAppleWalkingSteadinessEvent")
    try check(HKCategoryValuePregnancyTestResult.self, "HKCategoryValuePregnancyTestResult")
    try check(HKCategoryValueProgesteroneTestResult.self, "HKCategoryValueProgesteroneTestResult")
    try check(HKWorkoutSessionType.self, "HKWorkoutSessionType")
    try check(HKHeartRateMotionContext.self, "HKHeartRateMotionContext")
    try check(HKUserMotionContext.self, "HKUserMotionContext")
    try check(HKInsulinDeliveryReason.self, "HKInsulinDeliveryReason")
    try check(HKBloodGlucoseMealTime.self, "HKBloodGlucoseMealTime")
    try check(HKVO2MaxTestType.self, "HKVO2MaxTestType")
    try check(HKHeartRateRecoveryTestType.self, "HKHeartRateRecoveryTestType")
    try check(
      HKCyclingFunctionalThresholdPowerTestType.self, "HKCyclingFunctionalThresholdPowerTestType")
    try check(HKPhysicalEffortEstimationType.self, "HKPhysicalEffortEstimationType")
    try check(HKWaterSalinity.self, "HKWaterSalinity")
    try check(HKDevicePlacementSide.self, "HKDevicePlacementSide")
    try check(HKAppleECGAlgorithmVersion.self, "HKAppleECGAlgorithmVersion")
    try check(
      HKAppleSleepingBreathingDisturbancesClassification.self,
      "HKAppleSleepingBreathingDisturbancesClassification")
    try check(HKElectrocardiogram.Classification.self, "HKElectrocardiogram.Classification")
    try check(HKElectrocardiogram.SymptomsStatus.self, "HKElectrocardiogram.SymptomsStatus")
    try check(HKElectrocardiogram.Lead.self, "HKElectrocardiogram.Lead")
    try check(HKStateOfMind.Kind.self, "HKStateOfMind.Kind")
    try check(HKStateOfMind.Label.self, "HKStateOfMind.Label")
    try check(HKStateOfMind.Association.self, "HKStateOfMind.Association")
    try check(HKStateOfMind.ValenceClassification.self, "HKStateOfMind.ValenceClassification")
    try check(HKGAD7Assessment.Risk.self, "HKGAD7Assessment.Risk")
    try check(HKGAD7Assessment.Answer.self, "HKGAD7Assessment.Answer")
    try check(HKPHQ9Assessment.Risk.self, "HKPHQ9Assessment.Risk")
    try check(HKPHQ9Assessment.Answer.self, "HKPHQ9Assessment.Answer")
    try check(HKAudiogramConductionType.self, "HKAudiogramConductionType")
    try check(HKAudiogramSensitivityTestSide.self, "HKAudiogramSensitivityTestSide")
    #expect(Self.facts.count == 66)
  }

  @Test func `older names of cases are the same cases`() {
    #expect(HKCategoryValueSleepAnalysis.asleep == .asleepUnspecified)
    #expect(HKCategoryValueOvulationTestResult.positive == .luteinizingHormoneSurge)
    #expect(HKQuantityAggregationStyle.discrete == .discreteArithmetic)
    #expect(HKError.Code.noError == .unknownError)
    #expect(HKStatisticsOptions.discreteMostRecent == .mostRecent)
  }

  @Test func `options have Apple's bits`() {
    let statistics: [HKStatisticsOptions] = [
      .separateBySource, .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum, .mostRecent,
    ]
    #expect(statistics.map(\.rawValue) == [1, 2, 4, 8, 16, 32])
    #expect([HKQueryOptions.strictStartDate, .strictEndDate].map(\.rawValue) == [1, 2])
  }
}
