internal import HealthModel
internal import Testing

@Suite struct EnumerationTests {
  /// Each case of an enumeration as its name and value.
  private static func list<Value>(_ type: Value.Type) -> (name: String, cases: [String])
  where Value: CaseIterable & RawRepresentable<Int> {
    ("\(Value.self)", Value.allCases.map { "\($0)=\($0.rawValue)" })
  }

  private static let enumerations = [
    list(SleepAnalysisValue.self), list(AppleStandHourValue.self),
    list(CervicalMucusQualityValue.self), list(OvulationTestResultValue.self),
    list(MenstrualFlowValue.self), list(NotApplicableValue.self), list(BiologicalSex.self),
    list(BloodType.self), list(FitzpatrickSkinType.self), list(WheelchairUse.self),
    list(BodyTemperatureSensorLocation.self), list(HeartRateSensorLocation.self),
    list(WeatherCondition.self), list(SwimmingLocation.self), list(SwimmingStrokeStyle.self),
    list(WorkoutActivityType.self), list(WorkoutEventType.self), list(WorkoutSessionState.self),
    list(WorkoutSessionLocation.self), list(AuthorizationStatus.self), list(UpdateFrequency.self),
    list(MetricPrefix.self), list(SeverityValue.self), list(PresenceValue.self),
    list(AppetiteChangesValue.self), list(EnvironmentalAudioExposureEventValue.self),
    list(HeadphoneAudioExposureEventValue.self), list(ContraceptiveValue.self),
    list(LowCardioFitnessEventValue.self), list(AppleWalkingSteadinessEventValue.self),
    list(PregnancyTestResultValue.self), list(ProgesteroneTestResultValue.self),
    list(VaginalBleedingValue.self),
  ]

  @Test func `every enumeration has HealthKit's cases and values`() {
    var facts: [String: [String]] = [:]
    var name = ""
    for word in EnumerationFacts.table.split(whereSeparator: \.isWhitespace).map(String.init) {
      if word.contains("=") { facts[name, default: []].append(word) } else { name = word }
    }
    #expect(facts.count == Self.enumerations.count)
    for enumeration in Self.enumerations {
      #expect(facts[enumeration.name] == enumeration.cases, "\(enumeration.name)")
    }
  }

  @Test func `a category type permits the values of its enumeration`() throws {
    let values: [(ObjectType, [Int])] = [
      (.sleepAnalysis, SleepAnalysisValue.allCases.map(\.rawValue)),
      (.appleStandHour, AppleStandHourValue.allCases.map(\.rawValue)),
      (.cervicalMucusQuality, CervicalMucusQualityValue.allCases.map(\.rawValue)),
      (.ovulationTestResult, OvulationTestResultValue.allCases.map(\.rawValue)),
      (.menstrualFlow, MenstrualFlowValue.allCases.map(\.rawValue)),
      (.intermenstrualBleeding, NotApplicableValue.allCases.map(\.rawValue)),
      (.sexualActivity, NotApplicableValue.allCases.map(\.rawValue)),
      (.mindfulSession, NotApplicableValue.allCases.map(\.rawValue)),
    ]
    for (type, permitted) in values {
      let range = try #require(type.description?.categoryValues)
      #expect(range.map(Int.init) == permitted, "\(type.identifier)")
    }
    for type in ObjectType.all where type.description?.kind == .category {
      let description = try #require(type.description)
      #expect(description.categoryNames.count == description.categoryValues?.count)
    }
  }

  @Test(arguments: [
    ("HKBodyTemperatureSensorLocation", BodyTemperatureSensorLocation.allCases.map(\.rawValue)),
    ("HKHeartRateSensorLocation", HeartRateSensorLocation.allCases.map(\.rawValue)),
    ("HKWeatherCondition", WeatherCondition.allCases.map(\.rawValue)),
    ("HKSwimmingLocationType", SwimmingLocation.allCases.map(\.rawValue)),
    ("HKSwimmingStrokeStyle", SwimmingStrokeStyle.allCases.map(\.rawValue)),
  ])
  func `a metadata key permits the values of its enumeration`(key: String, values: [Int]) {
    #expect(
      MetadataKey.named(key)?.valueClass
        == .enumeration(Int64(values[0])...Int64(values[values.count - 1])))
  }
}
