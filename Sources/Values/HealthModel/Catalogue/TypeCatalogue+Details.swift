extension TypeCatalogue {
  /// Types of which each object carries values and series of numbers.
  static let detailed: [TypeDescription] = [
    .other(
      .activitySummary, "activitySummary", .details, ios: "9.3", watchOS: "2.2",
      isShareable: false),
    .other(.workoutRoute, "workoutRoute", .details, ios: "11.0", watchOS: "4.0"),
    .other(.heartbeatSeries, "heartbeatSeries", .details, ios: "13.0", watchOS: "6.0"),
    .other(.audiogram, "audiogram", .details, ios: "13.0", watchOS: "6.0"),
    .other(
      .electrocardiogram, "electrocardiogram", .details, ios: "14.0", watchOS: "7.0",
      isShareable: false),
    .other(.visionPrescription, "visionPrescription", .details, ios: "16.0", watchOS: "9.0"),
    .other(.stateOfMind, "stateOfMind", .details, ios: "18.0", watchOS: "11.0"),
    .other(.gad7Assessment, "GAD7", .details, ios: "18.0", watchOS: "11.0"),
    .other(.phq9Assessment, "PHQ9", .details, ios: "18.0", watchOS: "11.0"),
  ]

  /// What an import keeps of types that no version knows.
  static let foreign = [
    TypeDescription.other(
      .foreignRecord, "foreignRecord", .details, ios: "", watchOS: "", isShareable: false)
  ]

  /// Types of what a clinic tells, which no app saves.
  static let clinical: [TypeDescription] = [
    ("AllergyRecord", "12.0", "5.0"), ("ClinicalNoteRecord", "16.4", "9.4"),
    ("ConditionRecord", "12.0", "5.0"), ("CoverageRecord", "14.0", "7.0"),
    ("ImmunizationRecord", "12.0", "5.0"), ("LabResultRecord", "12.0", "5.0"),
    ("MedicationRecord", "12.0", "5.0"), ("ProcedureRecord", "12.0", "5.0"),
    ("VitalSignRecord", "12.0", "5.0"),
  ].map { name, ios, watchOS in
    .other(
      ObjectType("HKClinicalTypeIdentifier" + name),
      name.prefix(1).lowercased() + name.dropFirst(), .details, ios: ios, watchOS: watchOS,
      isShareable: false)
  }
}

extension ObjectType {
  private static let clinical = Set(TypeCatalogue.clinical.map(\.type))

  /// Whether it is one of what clinics tell.
  package var isClinical: Bool { Self.clinical.contains(self) }

  /// A record of a type that the catalogue does not have, as an export had it.
  package static let foreignRecord = Self("dyad.foreignRecord")
  package static let workoutRoute = Self("HKWorkoutRouteTypeIdentifier")
  package static let heartbeatSeries = Self("HKDataTypeIdentifierHeartbeatSeries")
  package static let audiogram = Self("HKDataTypeIdentifierAudiogram")
  package static let electrocardiogram = Self("HKDataTypeIdentifierElectrocardiogram")
  package static let visionPrescription = Self("HKVisionPrescriptionTypeIdentifier")
  package static let stateOfMind = Self("HKDataTypeStateOfMind")
  package static let gad7Assessment = Self("HKScoredAssessmentTypeIdentifierGAD7")
  package static let phq9Assessment = Self("HKScoredAssessmentTypeIdentifierPHQ9")
}
