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
