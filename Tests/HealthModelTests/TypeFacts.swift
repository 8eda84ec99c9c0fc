/// The catalogue as HealthKit's documentation has it, written down apart from the code.
enum TypeFacts {
  /// Identifier without its kind's prefix, aggregation, unit, version of iOS and whether it can be
  /// shared.
  static let quantities = """
    BodyMassIndex discrete count 8.0 2.0 yes
    BodyFatPercentage discrete % 8.0 2.0 yes
    Height discrete m 8.0 2.0 yes
    BodyMass discrete kg 8.0 2.0 yes
    LeanBodyMass discrete kg 8.0 2.0 yes
    StepCount cumulative count 8.0 2.0 yes
    DistanceWalkingRunning cumulative m 8.0 2.0 yes
    DistanceCycling cumulative m 8.0 2.0 yes
    DistanceWheelchair cumulative m 10.0 3.0 yes
    BasalEnergyBurned cumulative kcal 8.0 2.0 yes
    ActiveEnergyBurned cumulative kcal 8.0 2.0 yes
    FlightsClimbed cumulative count 8.0 2.0 yes
    NikeFuel cumulative count 8.0 2.0 no
    AppleExerciseTime cumulative min 9.3 2.2 no
    PushCount cumulative count 10.0 3.0 yes
    DistanceSwimming cumulative m 10.0 3.0 yes
    SwimmingStrokeCount cumulative count 10.0 3.0 yes
    HeartRate discrete count/s 8.0 2.0 yes
    BodyTemperature discrete degC 8.0 2.0 yes
    BasalBodyTemperature discrete degC 9.0 2.0 yes
    BloodPressureSystolic discrete mmHg 8.0 2.0 yes
    BloodPressureDiastolic discrete mmHg 8.0 2.0 yes
    RespiratoryRate discrete count/s 8.0 2.0 yes
    OxygenSaturation discrete % 8.0 2.0 yes
    PeripheralPerfusionIndex discrete % 8.0 2.0 yes
    BloodGlucose discrete mg/dL 8.0 2.0 yes
    NumberOfTimesFallen cumulative count 8.0 2.0 yes
    ElectrodermalActivity discrete S 8.0 2.0 yes
    InhalerUsage cumulative count 8.0 2.0 yes
    BloodAlcoholContent discrete % 8.0 2.0 yes
    ForcedVitalCapacity discrete L 8.0 2.0 yes
    ForcedExpiratoryVolume1 discrete L 8.0 2.0 yes
    PeakExpiratoryFlowRate discrete L/min 8.0 2.0 yes
    DietaryFatTotal cumulative g 8.0 2.0 yes
    DietaryFatPolyunsaturated cumulative g 8.0 2.0 yes
    DietaryFatMonounsaturated cumulative g 8.0 2.0 yes
    DietaryFatSaturated cumulative g 8.0 2.0 yes
    DietaryCholesterol cumulative g 8.0 2.0 yes
    DietarySodium cumulative g 8.0 2.0 yes
    DietaryCarbohydrates cumulative g 8.0 2.0 yes
    DietaryFiber cumulative g 8.0 2.0 yes
    DietarySugar cumulative g 8.0 2.0 yes
    DietaryEnergyConsumed cumulative kcal 8.0 2.0 yes
    DietaryProtein cumulative g 8.0 2.0 yes
    DietaryVitaminA cumulative g 8.0 2.0 yes
    DietaryVitaminB6 cumulative g 8.0 2.0 yes
    DietaryVitaminB12 cumulative g 8.0 2.0 yes
    DietaryVitaminC cumulative g 8.0 2.0 yes
    DietaryVitaminD cumulative g 8.0 2.0 yes
    DietaryVitaminE cumulative g 8.0 2.0 yes
    DietaryVitaminK cumulative g 8.0 2.0 yes
    DietaryCalcium cumulative g 8.0 2.0 yes
    DietaryIron cumulative g 8.0 2.0 yes
    DietaryThiamin cumulative g 8.0 2.0 yes
    DietaryRiboflavin cumulative g 8.0 2.0 yes
    DietaryNiacin cumulative g 8.0 2.0 yes
    DietaryFolate cumulative g 8.0 2.0 yes
    DietaryBiotin cumulative g 8.0 2.0 yes
    DietaryPantothenicAcid cumulative g 8.0 2.0 yes
    DietaryPhosphorus cumulative g 8.0 2.0 yes
    DietaryIodine cumulative g 8.0 2.0 yes
    DietaryMagnesium cumulative g 8.0 2.0 yes
    DietaryZinc cumulative g 8.0 2.0 yes
    DietarySelenium cumulative g 8.0 2.0 yes
    DietaryCopper cumulative g 8.0 2.0 yes
    DietaryManganese cumulative g 8.0 2.0 yes
    DietaryChromium cumulative g 8.0 2.0 yes
    DietaryMolybdenum cumulative g 8.0 2.0 yes
    DietaryChloride cumulative g 8.0 2.0 yes
    DietaryPotassium cumulative g 8.0 2.0 yes
    DietaryCaffeine cumulative g 8.0 2.0 yes
    DietaryWater cumulative mL 9.0 2.0 yes
    UVExposure discrete count 9.0 2.0 yes
    """

  /// Identifier without its kind's prefix, least and greatest value, versions and whether it can be
  /// shared.
  static let categories = """
    SleepAnalysis 0 2 8.0 2.0 yes
    AppleStandHour 0 1 9.0 2.0 no
    CervicalMucusQuality 1 5 9.0 2.0 yes
    OvulationTestResult 1 3 9.0 2.0 yes
    MenstrualFlow 1 4 9.0 2.0 yes
    IntermenstrualBleeding 0 0 9.0 2.0 yes
    SexualActivity 0 0 9.0 2.0 yes
    MindfulSession 0 0 10.0 3.0 yes
    """

  /// Identifier, kind, short name, versions and whether it can be shared.
  static let others = """
    HKCharacteristicTypeIdentifierBiologicalSex characteristic biologicalSex 8.0 2.0 no
    HKCharacteristicTypeIdentifierBloodType characteristic bloodType 8.0 2.0 no
    HKCharacteristicTypeIdentifierDateOfBirth characteristic dateOfBirth 8.0 2.0 no
    HKCharacteristicTypeIdentifierFitzpatrickSkinType characteristic fitzpatrickSkinType 9.0 2.0 no
    HKCharacteristicTypeIdentifierWheelchairUse characteristic wheelchairUse 10.0 3.0 no
    HKCorrelationTypeIdentifierBloodPressure correlation bloodPressure 8.0 2.0 no
    HKCorrelationTypeIdentifierFood correlation food 8.0 2.0 no
    HKDocumentTypeIdentifierCDA document CDA 10.0 3.0 yes
    HKWorkoutTypeIdentifier workout workout 8.0 2.0 yes
    HKActivitySummaryTypeIdentifier activitySummary activitySummary 9.3 2.2 no
    """

  /// The table's rows as words.
  static func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }
}
