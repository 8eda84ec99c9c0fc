extension TypeCatalogue {
  static let categories: [TypeDescription] = [
    .category(
      .sleepAnalysis, "sleepAnalysis", SleepAnalysisValue.self, ios: "8.0", watchOS: "2.0"),
    .category(
      .appleStandHour, "appleStandHour", AppleStandHourValue.self, ios: "9.0", watchOS: "2.0",
      isShareable: false),
    .category(
      .cervicalMucusQuality, "cervicalMucusQuality", CervicalMucusQualityValue.self, ios: "9.0",
      watchOS: "2.0"),
    .category(
      .ovulationTestResult, "ovulationTestResult", OvulationTestResultValue.self, ios: "9.0",
      watchOS: "2.0"),
    .category(
      .menstrualFlow, "menstrualFlow", MenstrualFlowValue.self, ios: "9.0", watchOS: "2.0",
      requiring: ["HKMenstrualCycleStart"]),
    .category(
      .intermenstrualBleeding, "intermenstrualBleeding", NotApplicableValue.self, ios: "9.0",
      watchOS: "2.0"),
    .category(
      .sexualActivity, "sexualActivity", NotApplicableValue.self, ios: "9.0", watchOS: "2.0"),
    .category(
      .mindfulSession, "mindfulSession", NotApplicableValue.self, ios: "10.0", watchOS: "3.0"),
  ]

  static let others: [TypeDescription] = [
    .other(
      .biologicalSex, "biologicalSex", .characteristic, ios: "8.0", watchOS: "2.0",
      isShareable: false),
    .other(
      .activityMoveMode, "activityMoveMode", .characteristic, ios: "14.0", watchOS: "7.0",
      isShareable: false),
    .other(
      .bloodType, "bloodType", .characteristic, ios: "8.0", watchOS: "2.0", isShareable: false),
    .other(
      .dateOfBirth, "dateOfBirth", .characteristic, ios: "8.0", watchOS: "2.0", isShareable: false),
    .other(
      .fitzpatrickSkinType, "fitzpatrickSkinType", .characteristic, ios: "9.0", watchOS: "2.0",
      isShareable: false),
    .other(
      .wheelchairUse, "wheelchairUse", .characteristic, ios: "10.0", watchOS: "3.0",
      isShareable: false),
    .other(
      .bloodPressure, "bloodPressure", .correlation, ios: "8.0", watchOS: "2.0", isShareable: false),
    .other(
      .food, "food", .correlation, ios: "8.0", watchOS: "2.0", isShareable: false),
    .other(
      .workoutEffort, "workoutEffort", .correlation, ios: "18.0", watchOS: "11.0",
      isShareable: false),
    .other(
      .cda, "CDA", .document, ios: "10.0", watchOS: "3.0"),
    .other(
      .workout, "workout", .workout, ios: "8.0", watchOS: "2.0"),
  ]
}
