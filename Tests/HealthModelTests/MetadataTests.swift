internal import HealthModel
internal import Testing

@Suite struct MetadataTests {
  /// Key, class (with the greatest value of an enumeration, or a unit of a quantity).
  private static let facts = """
    HKDeviceSerialNumber string
    HKBodyTemperatureSensorLocation enum:11
    HKHeartRateSensorLocation enum:6
    HKFoodType string
    HKUDIDeviceIdentifier string
    HKUDIProductionIdentifier string
    HKDigitalSignature string
    HKExternalUUID string
    HKTimeZone string
    HKDeviceName string
    HKDeviceManufacturerName string
    HKWasTakenInLab bool
    HKReferenceRangeLowerLimit number
    HKReferenceRangeUpperLimit number
    HKWasUserEntered bool
    HKWorkoutBrandName string
    HKGroupFitness bool
    HKIndoorWorkout bool
    HKCoachedWorkout bool
    HKWeatherCondition enum:27
    HKWeatherTemperature quantity:degF
    HKWeatherHumidity quantity:%
    HKSexualActivityProtectionUsed bool
    HKMenstrualCycleStart bool
    HKLapLength quantity:yd
    HKSwimmingLocationType enum:2
    HKSwimmingStrokeStyle enum:6
    HKMetadataKeySyncIdentifier string
    HKMetadataKeySyncVersion number
    HKInsulinDeliveryReason enum:1-2
    HKBloodGlucoseMealTime enum:1-2
    HKVO2MaxTestType enum:1-3
    HKMetadataKeyHeartRateMotionContext enum:0-2
    HKAverageSpeed quantity:m/s
    HKMaximumSpeed quantity:m/s
    HKAlpineSlopeGrade quantity:%
    HKElevationAscended quantity:m
    HKElevationDescended quantity:m
    HKFitnessMachineDuration quantity:s
    HKIndoorBikeDistance quantity:m
    HKCrossTrainerDistance quantity:m
    HKHeartRateEventThreshold quantity:count/s
    HKAverageMETs quantity:kcal/(kg*hr)
    HKMetadataKeyAudioExposureLevel quantity:dBASPL
    HKMetadataKeyAudioExposureDuration quantity:s
    HKMetadataKeyAppleECGAlgorithmVersion enum:1-2
    HKMetadataKeyDevicePlacementSide enum:0-3
    HKMetadataKeyBarometricPressure quantity:Pa
    HKMetadataKeyAppleDeviceCalibrated bool
    HKVO2MaxValue quantity:mL/(kg*min)
    HKLowCardioFitnessEventThreshold quantity:mL/(kg*min)
    HKDateOfEarliestDataUsedForEstimate date
    HKAlgorithmVersion number
    HKMetadataKeyUserMotionContext enum:0-2
    HKMetadataKeyHeartRateRecoveryTestType enum:1-3
    HKMetadataKeyHeartRateRecoveryActivityType number
    HKMetadataKeyHeartRateRecoveryActivityDuration quantity:s
    HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate quantity:count/s
    HKSWOLFScore number
    HKMetadataKeyQuantityClampedToLowerBound bool
    HKMetadataKeyQuantityClampedToUpperBound bool
    HKMetadataKeyGlassesPrescriptionDescription string
    HKMetadataKeyHeadphoneGain quantity:dBASPL
    HKMetadataKeyAppleFitnessPlusSession bool
    HKCyclingCyclingFunctionalThresholdPowerTestType enum:1-4
    HKActivityType number
    HKPhysicalEffortEstimationType enum:1-2
    HKMetadataKeyMaximumLightIntensity quantity:lx
    HKMetadataKeyWaterSalinity enum:1-2
    HKMetadataKeyAppleFitnessPlusCatalogIdentifier string
    """

  private static func expected(_ word: String) throws -> MetadataKey.Class {
    let parts = word.split(separator: ":").map(String.init)
    switch parts[0] {
    case "string": return .string
    case "bool": return .bool
    case "number": return .number
    case "date": return .date
    case "enum":
      let bounds = parts[1].split(separator: "-").compactMap { Int64($0) }
      let (first, last) = (bounds.count == 2 ? bounds[0] : 0, try #require(bounds.last))
      return .enumeration(first...last)
    default: return .quantity(try Unit(parsing: parts[1]))
    }
  }

  @Test func `every key is as HealthKit has it`() throws {
    let rows = TypeFacts.rows(Self.facts)
    for row in rows {
      let key = try #require(MetadataKey.named(row[0]), "\(row)")
      #expect(key.name == row[0])
      let expected = try Self.expected(row[1])
      if case (.quantity(let unit), .quantity(let other)) = (key.valueClass, expected) {
        #expect(unit.isCompatible(with: other), "\(row)")
      } else {
        #expect(key.valueClass == expected, "\(row)")
      }
    }
    #expect(rows.count == 70)
    #expect(MetadataKey.all.count == rows.count)
  }

  @Test(arguments: [
    ("HKFoodType", MetadataValue.string("soup")), ("HKFoodType", .string("")),
    ("HKWasUserEntered", .bool(true)), ("HKWasUserEntered", .integer(0)),
    ("HKWasUserEntered", .integer(1)), ("HKWeatherCondition", .integer(0)),
    ("HKWeatherCondition", .integer(27)), ("HKReferenceRangeLowerLimit", .double(1.5)),
    ("HKReferenceRangeLowerLimit", .integer(-3)),
    ("HKWeatherTemperature", .quantity(Quantity(21, .degreeCelsius))),
    ("HKWeatherHumidity", .quantity(Quantity(0.5, .percent))),
    ("HKLapLength", .quantity(Quantity(25, .yard))), ("org.example.note", .string("own")),
    ("org.example.when", .date(0)), ("org.example.dose", .quantity(Quantity(1, .gram()))),
    ("HKMetadataKeySyncVersion", .integer(1)),
  ])
  func `a value of the right class is accepted`(key: String, value: MetadataValue) throws {
    #expect(throws: Never.self) { try MetadataKey.check(key, value) }
  }

  @Test(arguments: [
    ("HKFoodType", MetadataValue.integer(1)), ("HKFoodType", .bool(true)),
    ("HKWasUserEntered", .string("yes")), ("HKWasUserEntered", .integer(2)),
    ("HKWeatherCondition", .integer(28)), ("HKWeatherCondition", .integer(-1)),
    ("HKWeatherCondition", .string("clear")), ("HKHeartRateSensorLocation", .integer(7)),
    ("HKReferenceRangeLowerLimit", .double(.nan)), ("HKReferenceRangeLowerLimit", .string("1")),
    ("HKWeatherTemperature", .quantity(Quantity(21, .percent))),
    ("HKWeatherTemperature", .double(21)), ("HKWeatherHumidity", .quantity(Quantity(1, .count))),
    ("HKLapLength", .quantity(Quantity(.infinity, .meter()))), ("", .bool(true)),
    ("zero\u{0}byte", .bool(true)), ("org.example.note", .string("zero\u{0}byte")),
    ("org.example.number", .double(.infinity)), ("org.example.when", .date(.nan)),
    ("org.example.when", .date(1e300)), ("org.example.dose", .quantity(Quantity(.nan, .gram()))),
  ])
  func `a value of the wrong class or range is refused`(key: String, value: MetadataValue) throws {
    let error = try #require(throws: ModelError.self) { try MetadataKey.check(key, value) }
    #expect(error.code == .invalidArgument)
    #expect(error.description.hasPrefix("cannot use the metadata: "))
  }

  @Test func `keys and strings have bounds`() {
    let key = String(repeating: "k", count: MetadataKey.mostKeyBytes)
    let text = String(repeating: "t", count: MetadataKey.mostStringBytes)
    #expect(throws: Never.self) { try MetadataKey.check(key, .string(text)) }
    #expect(throws: ModelError.self) { try MetadataKey.check(key + "k", .string(text)) }
    #expect(throws: ModelError.self) { try MetadataKey.check(key, .string(text + "t")) }
  }

  @Test(arguments: [
    (MetadataValue.double(0), MetadataValue.double(-0.0)), (.integer(1), .double(1)),
    (.bool(true), .integer(1)), (.date(1), .double(1)), (.string("é"), .string("e\u{301}")),
    (.quantity(Quantity(1, .gram())), .quantity(Quantity(1, .ounce))),
    (.quantity(Quantity(0, .gram())), .quantity(Quantity(-0.0, .gram()))),
  ])
  func `values that are stored differently differ`(first: MetadataValue, second: MetadataValue) {
    #expect(first == first && second == second)
    #expect(first != second)
    #expect(Set([first, second, first]).count == 2)
  }

  @Test func `a value that is not a number equals itself`() {
    #expect(MetadataValue.double(.nan) == .double(.nan))
    #expect(Set([MetadataValue.double(.nan), .double(.nan)]).count == 1)
  }
}
