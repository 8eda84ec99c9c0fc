internal import HealthModel
private import Synchronization

/// A kind of data in a health store; there is one object of each.
open class HKObjectType: NSObject, NSSecureCoding, NSCopying, InitializedByFactory,
  @unchecked Sendable
{
  let type: ObjectType

  init(_ type: ObjectType) {
    self.type = type
  }

  /// What a store and an archive call the type.
  open var identifier: String { type.identifier }

  /// Whether the user is asked for objects of the type by `requestPerObjectReadAuthorization`.
  open func requiresPerObjectAuthorization() -> Bool { type == .visionPrescription }

  open override var description: String { identifier }

  open override func isEqual(_ object: Any?) -> Bool { (object as? HKObjectType)?.type == type }

  open override var hash: Int { type.hashValue }

  /// Types are archived as their identifiers.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
      return nil
    }
    type = ObjectType(identifier as String)
  }

  /// Archives the identifier.
  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKObjectType {
  private static let shared = Mutex<[ObjectType: HKObjectType]>([:])

  /// The object of a type of the catalogue; `nil` for a type that it does not have.
  static func of(_ type: ObjectType) -> HKObjectType? {
    shared.withLock { shared in
      if let known = shared[type] { return known }
      // What an import keeps of unknown types HealthKit has no name for.
      guard let description = type.description, type != .foreignRecord else { return nil }
      let made: HKObjectType =
        switch description.kind {
        case .quantity: HKQuantityType(type)
        case .category: HKCategoryType(type)
        case .characteristic: HKCharacteristicType(type)
        case .correlation: HKCorrelationType(type)
        case .document: HKDocumentType(type)
        case .workout: HKWorkoutType(type)
        case .details: detailed(type)
        }
      shared[type] = made
      return made
    }
  }

  private static func detailed(_ type: ObjectType) -> HKObjectType {
    switch type {
    case .activitySummary: HKActivitySummaryType(type)
    case .electrocardiogram: HKElectrocardiogramType(type)
    case .audiogram: HKAudiogramSampleType(type)
    case .stateOfMind: HKStateOfMindType(type)
    case .gad7Assessment, .phq9Assessment: HKScoredAssessmentType(type)
    case .visionPrescription: HKPrescriptionType(type)
    case .workoutRoute, .heartbeatSeries: HKSeriesType(type)
    default: HKClinicalType(type)
    }
  }

  fileprivate static func find<Found: HKObjectType>(_ identifier: String) -> Found? {
    of(ObjectType(identifier)) as? Found
  }

  static func only<Found: HKObjectType>(_ type: ObjectType) -> Found {
    guard let found = of(type) as? Found else {
      preconditionFailure("the catalogue lacks \(type.identifier)")
    }
    return found
  }

  /// The type of quantities of an identifier; `nil` for one that nobody knows.
  public class func quantityType(
    forIdentifier identifier: HKQuantityTypeIdentifier
  ) -> HKQuantityType? { find(identifier.rawValue) }

  /// The type of categories of an identifier; `nil` for one that nobody knows.
  public class func categoryType(
    forIdentifier identifier: HKCategoryTypeIdentifier
  ) -> HKCategoryType? { find(identifier.rawValue) }

  /// The characteristic of an identifier; `nil` for one that nobody knows.
  public class func characteristicType(
    forIdentifier identifier: HKCharacteristicTypeIdentifier
  ) -> HKCharacteristicType? { find(identifier.rawValue) }

  /// The type of correlations of an identifier; `nil` for one that nobody knows.
  public class func correlationType(
    forIdentifier identifier: HKCorrelationTypeIdentifier
  ) -> HKCorrelationType? { find(identifier.rawValue) }

  /// The type of documents of an identifier; `nil` for one that nobody knows.
  public class func documentType(
    forIdentifier identifier: HKDocumentTypeIdentifier
  ) -> HKDocumentType? { find(identifier.rawValue) }

  /// The type of series of an identifier; `nil` for one that nobody knows.
  public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
    find(identifier)
  }

  /// The type of answers of an identifier; `nil` for one that nobody knows.
  public class func scoredAssessmentType(
    forIdentifier identifier: HKScoredAssessmentTypeIdentifier
  ) -> HKScoredAssessmentType? { find(identifier.rawValue) }

  /// The type of clinical records of an identifier; `nil` for one that nobody knows.
  public class func clinicalType(
    forIdentifier identifier: HKClinicalTypeIdentifier
  ) -> HKClinicalType? { find(identifier.rawValue) }

  /// The type of prescriptions for lenses.
  public class func visionPrescriptionType() -> HKPrescriptionType { only(.visionPrescription) }

  /// The type of electrocardiograms.
  public class func electrocardiogramType() -> HKElectrocardiogramType { only(.electrocardiogram) }

  /// The type of audiograms.
  public class func audiogramSampleType() -> HKAudiogramSampleType { only(.audiogram) }

  /// The type of how somebody feels.
  public class func stateOfMindType() -> HKStateOfMindType { only(.stateOfMind) }

  /// The type of workouts.
  public class func workoutType() -> HKWorkoutType { only(.workout) }

  /// The type of activity summaries.
  public class func activitySummaryType() -> HKActivitySummaryType { only(.activitySummary) }
}

extension InitializedByFactory where Self: HKObjectType {
  fileprivate init(identified identifier: String) {
    guard let type: Self = HKObjectType.find(identifier) else {
      stop("there is no type \(identifier.prefix(128)) of this kind")
    }
    self = type
  }
}

extension InitializedByFactory where Self: HKQuantityType {
  /// The type of quantities of an identifier; stops for one that nobody knows.
  public init(_ identifier: HKQuantityTypeIdentifier) {
    self.init(identified: identifier.rawValue)
  }
}

extension InitializedByFactory where Self: HKCategoryType {
  /// The type of categories of an identifier; stops for one that nobody knows.
  public init(_ identifier: HKCategoryTypeIdentifier) {
    self.init(identified: identifier.rawValue)
  }
}

extension InitializedByFactory where Self: HKCharacteristicType {
  /// The characteristic of an identifier; stops for one that nobody knows.
  public init(_ identifier: HKCharacteristicTypeIdentifier) {
    self.init(identified: identifier.rawValue)
  }
}

extension InitializedByFactory where Self: HKCorrelationType {
  /// The type of correlations of an identifier; stops for one that nobody knows.
  public init(_ identifier: HKCorrelationTypeIdentifier) {
    self.init(identified: identifier.rawValue)
  }
}

extension InitializedByFactory where Self: HKDocumentType {
  /// The type of documents of an identifier; stops for one that nobody knows.
  public init(_ identifier: HKDocumentTypeIdentifier) {
    self.init(identified: identifier.rawValue)
  }
}

extension InitializedByFactory where Self: HKClinicalType {
  /// The type of clinical records of an identifier; stops for one that nobody knows.
  public init(_ identifier: HKClinicalTypeIdentifier) {
    self.init(identified: identifier.rawValue)
  }
}

extension InitializedByFactory where Self: HKScoredAssessmentType {
  /// The type of answers of an identifier; stops for one that nobody knows.
  public init(_ identifier: HKScoredAssessmentTypeIdentifier) {
    self.init(identified: identifier.rawValue)
  }
}
