internal import HealthKit
internal import HealthModel
internal import Testing

@Suite struct TypeTests {
  @Test func `every quantity type of an identifier is there, and there is one of each`() throws {
    for (identifier, end) in IdentifierFacts.quantities {
      #expect(identifier.rawValue == "HKQuantityTypeIdentifier" + end)
      let type = try #require(HKObjectType.quantityType(forIdentifier: identifier), "\(end)")
      #expect(type === HKQuantityType(identifier))
      #expect(type.identifier == identifier.rawValue)
      let unit = try #require(ObjectType(identifier.rawValue).description?.canonicalUnit)
      #expect(type.is(compatibleWith: HKUnit(from: unit.unitString)))
      #expect(!type.is(compatibleWith: HKUnit(from: "kg^7")))
    }
    let known = ObjectType.all.filter { $0.description?.kind == .quantity }.map(\.identifier)
    #expect(Set(IdentifierFacts.quantities.map(\.0.rawValue)) == Set(known))
  }

  @Test func `every category type of an identifier is there, and there is one of each`() throws {
    for (identifier, end) in IdentifierFacts.categories {
      #expect(identifier.rawValue == "HKCategoryTypeIdentifier" + end)
      let type = try #require(HKObjectType.categoryType(forIdentifier: identifier), "\(end)")
      #expect(type === HKCategoryType(identifier))
    }
    let known = ObjectType.all.filter { $0.description?.kind == .category }.map(\.identifier)
    #expect(Set(IdentifierFacts.categories.map(\.0.rawValue)) == Set(known))
  }

  @Test func `all other types are there`() {
    let characteristics: [HKCharacteristicTypeIdentifier] = [
      .biologicalSex, .bloodType, .dateOfBirth, .fitzpatrickSkinType, .wheelchairUse,
    ]
    for identifier in characteristics {
      #expect(
        HKObjectType.characteristicType(forIdentifier: identifier)
          === HKCharacteristicType(identifier))
    }
    for identifier in [HKCorrelationTypeIdentifier.bloodPressure, .food] {
      #expect(
        HKObjectType.correlationType(forIdentifier: identifier) === HKCorrelationType(identifier))
    }
    #expect(HKObjectType.documentType(forIdentifier: .CDA) === HKDocumentType(.CDA))
    #expect(HKObjectType.workoutType() === HKSampleType.workoutType())
    #expect(HKObjectType.workoutType().identifier == HKWorkoutTypeIdentifier)
    #expect(HKObjectType.activitySummaryType().identifier == "HKActivitySummaryTypeIdentifier")
    #expect(!(HKObjectType.activitySummaryType() as HKObjectType is HKSampleType))
  }

  @Test func `an identifier that nobody knows has no type`() async {
    #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: "Mood")) == nil)
    // Of another kind.
    let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    #expect(HKObjectType.categoryType(forIdentifier: .init(rawValue: steps)) == nil)
    await #expect(processExitsWith: .failure) {
      _ = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "Mood"))
    }
  }

  @Test(arguments: [
    (HKQuantityTypeIdentifier.stepCount, HKQuantityAggregationStyle.cumulative),
    (.bodyMass, .discreteArithmetic), (.heartRate, .discreteTemporallyWeighted),
    (.headphoneAudioExposure, .discreteEquivalentContinuousLevel),
    (.insulinDelivery, .cumulative), (.vo2Max, .discrete),
  ])
  func `a type says how its quantities come to one`(
    identifier: HKQuantityTypeIdentifier, style: HKQuantityAggregationStyle
  ) { #expect(HKQuantityType(identifier).aggregationStyle == style) }

  @Test func `types are equal by identifier and print it`() {
    #expect(HKQuantityType(.stepCount) != HKQuantityType(.heartRate))
    #expect(Set([HKQuantityType(.stepCount), HKQuantityType(.stepCount)]).count == 1)
    #expect(HKQuantityType(.stepCount).description == "HKQuantityTypeIdentifierStepCount")
    #expect(!HKQuantityType(.stepCount).requiresPerObjectAuthorization())
    let workouts: HKWorkoutType = .workoutType()
    #expect(!workouts.isMaximumDurationRestricted && !workouts.isMinimumDurationRestricted)
    #expect(!workouts.allowsRecalibrationForEstimates)
    let summaries: HKActivitySummaryType = .activitySummaryType()
    #expect((summaries.copy() as? HKActivitySummaryType) === summaries)
    #expect(HKDocumentTypeIdentifier.CDA.rawValue == "HKDocumentTypeIdentifierCDA")
  }

  @Test func `the bound of a type that has none stops`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKObjectType.workoutType().maximumAllowedDuration
    }
    await #expect(processExitsWith: .failure) {
      _ = HKObjectType.workoutType().minimumAllowedDuration
    }
  }

  @Test func `an object is an argument of a format`() {
    #expect(
      String(format: "%@ %d", HKQuantityType(.stepCount), 5)
        == "HKQuantityTypeIdentifierStepCount 5")
    #expect(String(format: "%@", HKUnit.gram()) == "g")
  }
}
