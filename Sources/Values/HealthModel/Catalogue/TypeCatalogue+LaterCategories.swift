extension TypeCatalogue {
  /// The categories that came after iOS 10.
  static let laterCategories: [TypeDescription] = [
    later(
      "highHeartRateEvent", NotApplicableValue.self, ios: "12.2", watchOS: "5.2", isShareable: false
    ),
    later("irregularHeartRhythmEvent", NotApplicableValue.self, ios: "12.2", watchOS: "5.2"),
    later(
      "lowHeartRateEvent", NotApplicableValue.self, ios: "12.2", watchOS: "5.2", isShareable: false),
    later("toothbrushingEvent", NotApplicableValue.self, ios: "13.0", watchOS: "6.0"),
    later("abdominalCramps", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("acne", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("appetiteChanges", AppetiteChangesValue.self, ios: "13.6", watchOS: "7.0"),
    later("bloating", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("breastPain", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("chestTightnessOrPain", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("chills", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("constipation", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("coughing", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("diarrhea", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("dizziness", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("fainting", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("fatigue", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("fever", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("generalizedBodyAche", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("headache", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("heartburn", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("hotFlashes", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("lossOfSmell", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("lossOfTaste", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("lowerBackPain", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("moodChanges", PresenceValue.self, ios: "13.6", watchOS: "7.0"),
    later("nausea", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("pelvicPain", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("rapidPoundingOrFlutteringHeartbeat", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("runnyNose", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("shortnessOfBreath", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("sinusCongestion", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("skippedHeartbeat", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("sleepChanges", PresenceValue.self, ios: "13.6", watchOS: "7.0"),
    later("soreThroat", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("vomiting", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("wheezing", SeverityValue.self, ios: "13.6", watchOS: "7.0"),
    later("bladderIncontinence", SeverityValue.self, ios: "14.0", watchOS: "7.0"),
    later("drySkin", SeverityValue.self, ios: "14.0", watchOS: "7.0"),
    later(
      "environmentalAudioExposureEvent", EnvironmentalAudioExposureEventValue.self, ios: "14.0",
      watchOS: "7.0"),
    later("hairLoss", SeverityValue.self, ios: "14.0", watchOS: "7.0"),
    later("handwashingEvent", NotApplicableValue.self, ios: "14.0", watchOS: "7.0"),
    later("memoryLapse", SeverityValue.self, ios: "14.0", watchOS: "7.0"),
    later("nightSweats", SeverityValue.self, ios: "14.0", watchOS: "7.0"),
    later("vaginalDryness", SeverityValue.self, ios: "14.0", watchOS: "7.0"),
    later(
      "headphoneAudioExposureEvent", HeadphoneAudioExposureEventValue.self, ios: "14.2",
      watchOS: "7.1", isShareable: false),
    later("contraceptive", ContraceptiveValue.self, ios: "14.3", watchOS: "7.2"),
    later("lactation", NotApplicableValue.self, ios: "14.3", watchOS: "7.2"),
    later("lowCardioFitnessEvent", LowCardioFitnessEventValue.self, ios: "14.3", watchOS: "7.2"),
    later("pregnancy", NotApplicableValue.self, ios: "14.3", watchOS: "7.2"),
    later(
      "appleWalkingSteadinessEvent", AppleWalkingSteadinessEventValue.self, ios: "15.0",
      watchOS: "8.0"),
    later("pregnancyTestResult", PregnancyTestResultValue.self, ios: "15.0", watchOS: "8.0"),
    later("progesteroneTestResult", ProgesteroneTestResultValue.self, ios: "15.0", watchOS: "8.0"),
    later("infrequentMenstrualCycles", NotApplicableValue.self, ios: "16.0", watchOS: "9.0"),
    later("irregularMenstrualCycles", NotApplicableValue.self, ios: "16.0", watchOS: "9.0"),
    later("persistentIntermenstrualBleeding", NotApplicableValue.self, ios: "16.0", watchOS: "9.0"),
    later("prolongedMenstrualPeriods", NotApplicableValue.self, ios: "16.0", watchOS: "9.0"),
    later("bleedingAfterPregnancy", VaginalBleedingValue.self, ios: "18.0", watchOS: "11.0"),
    later("bleedingDuringPregnancy", VaginalBleedingValue.self, ios: "18.0", watchOS: "11.0"),
    later("sleepApneaEvent", NotApplicableValue.self, ios: "18.0", watchOS: "11.0"),
  ]

  private static func later(
    _ name: String, _ values: (some CategoryValue).Type, ios: String, watchOS: String,
    isShareable: Bool = true
  ) -> TypeDescription {
    .category(
      ObjectType("HKCategoryTypeIdentifier" + identifierEnd(of: name)), name, values, ios: ios,
      watchOS: watchOS, isShareable: isShareable)
  }
}
