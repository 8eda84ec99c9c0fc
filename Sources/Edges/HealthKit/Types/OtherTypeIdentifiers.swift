// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// The names are Apple's, and say what each is.

/// Names a characteristic of the user.
public struct HKCharacteristicTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier as a store and an archive have it.
  public let rawValue: String

  /// The identifier of this text, whether or not there is such a type.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKCharacteristicTypeIdentifier {
  public static let activityMoveMode = Self(
    rawValue: "HKCharacteristicTypeIdentifierActivityMoveMode")
  public static let biologicalSex = Self(rawValue: "HKCharacteristicTypeIdentifierBiologicalSex")
  public static let bloodType = Self(rawValue: "HKCharacteristicTypeIdentifierBloodType")
  public static let dateOfBirth = Self(rawValue: "HKCharacteristicTypeIdentifierDateOfBirth")
  public static let fitzpatrickSkinType = Self(
    rawValue: "HKCharacteristicTypeIdentifierFitzpatrickSkinType")
  public static let wheelchairUse = Self(rawValue: "HKCharacteristicTypeIdentifierWheelchairUse")
}

/// Names a type of correlations.
public struct HKCorrelationTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier as a store and an archive have it.
  public let rawValue: String

  /// The identifier of this text, whether or not there is such a type.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKCorrelationTypeIdentifier {
  public static let bloodPressure = Self(rawValue: "HKCorrelationTypeIdentifierBloodPressure")
  public static let food = Self(rawValue: "HKCorrelationTypeIdentifierFood")
}

/// Names a type of documents.
public struct HKDocumentTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier as a store and an archive have it.
  public let rawValue: String

  /// The identifier of this text, whether or not there is such a type.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKDocumentTypeIdentifier {
  public static let CDA = Self(rawValue: "HKDocumentTypeIdentifierCDA")
}

/// The name of the type of the routes of workouts.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"
/// The name of the type of series of heartbeats.
public let HKDataTypeIdentifierHeartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"
/// The name of the type of how somebody feels.
public let HKDataTypeIdentifierStateOfMind = "HKDataTypeStateOfMind"

/// The name of the type of prescriptions for lenses.
public let HKVisionPrescriptionTypeIdentifier = "HKVisionPrescriptionTypeIdentifier"

/// Names a type of what clinics tell.
public struct HKClinicalTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier as a store and an archive have it.
  public let rawValue: String

  /// The identifier of this text, whether or not there is such a type.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKClinicalTypeIdentifier {
  public static let allergyRecord = Self(rawValue: "HKClinicalTypeIdentifierAllergyRecord")
  public static let clinicalNoteRecord = Self(
    rawValue: "HKClinicalTypeIdentifierClinicalNoteRecord")
  public static let conditionRecord = Self(rawValue: "HKClinicalTypeIdentifierConditionRecord")
  public static let coverageRecord = Self(rawValue: "HKClinicalTypeIdentifierCoverageRecord")
  public static let immunizationRecord = Self(
    rawValue: "HKClinicalTypeIdentifierImmunizationRecord")
  public static let labResultRecord = Self(rawValue: "HKClinicalTypeIdentifierLabResultRecord")
  public static let medicationRecord = Self(rawValue: "HKClinicalTypeIdentifierMedicationRecord")
  public static let procedureRecord = Self(rawValue: "HKClinicalTypeIdentifierProcedureRecord")
  public static let vitalSignRecord = Self(rawValue: "HKClinicalTypeIdentifierVitalSignRecord")
}

/// Names a list of questions.
public struct HKScoredAssessmentTypeIdentifier: Hashable, RawRepresentable, Sendable {
  /// The identifier as a store and an archive have it.
  public let rawValue: String

  /// The identifier of this text, whether or not there is such a type.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKScoredAssessmentTypeIdentifier {
  public static let GAD7 = Self(rawValue: "HKScoredAssessmentTypeIdentifierGAD7")
  public static let PHQ9 = Self(rawValue: "HKScoredAssessmentTypeIdentifierPHQ9")
}
