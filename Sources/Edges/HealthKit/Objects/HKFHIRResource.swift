// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are those of FHIR, and say what each is.

/// Names a kind of resources of FHIR.
public struct HKFHIRResourceType: Hashable, RawRepresentable, Sendable {
  /// As FHIR spells it.
  public let rawValue: String

  /// The kind of this name, whether or not there is such a one.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKFHIRResourceType {
  public static let allergyIntolerance = Self(rawValue: "AllergyIntolerance")
  public static let condition = Self(rawValue: "Condition")
  public static let coverage = Self(rawValue: "Coverage")
  public static let diagnosticReport = Self(rawValue: "DiagnosticReport")
  public static let documentReference = Self(rawValue: "DocumentReference")
  public static let immunization = Self(rawValue: "Immunization")
  public static let medicationDispense = Self(rawValue: "MedicationDispense")
  public static let medicationOrder = Self(rawValue: "MedicationOrder")
  public static let medicationRequest = Self(rawValue: "MedicationRequest")
  public static let medicationStatement = Self(rawValue: "MedicationStatement")
  public static let observation = Self(rawValue: "Observation")
  public static let procedure = Self(rawValue: "Procedure")
}

/// Names a release of FHIR.
public struct HKFHIRRelease: Hashable, RawRepresentable, Sendable {
  /// As people call it.
  public let rawValue: String

  /// The release of this name, whether or not there is such a one.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension HKFHIRRelease {
  public static let dstu2 = Self(rawValue: "DSTU2")
  public static let r4 = Self(rawValue: "R4")
  public static let unknown = Self(rawValue: "unknown")
}

/// The version of FHIR in which a resource is written.
open class HKFHIRVersion: NSObject, NSCopying, @unchecked Sendable {
  public let majorVersion: Int
  public let minorVersion: Int
  public let patchVersion: Int

  init(_ major: Int, _ minor: Int, _ patch: Int) {
    (majorVersion, minorVersion, patchVersion) = (major, minor, patch)
  }

  /// The version that a text such as 4.0.1 names.
  ///
  /// - Throws: `errorInvalidArgument` for anything but three numbers.
  public convenience init(fromVersionString versionString: String) throws {
    let parts = versionString.split(separator: ".", omittingEmptySubsequences: false).map {
      $0.allSatisfy(\.isNumber) ? Int($0) : nil
    }
    guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else {
      throw HKError.invalid("a version of FHIR is three numbers with points between them")
    }
    self.init(major, minor, patch)
  }

  /// The version that most clinics of DSTU2 speak.
  open class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion(1, 0, 2) }

  /// The version that most clinics of R4 speak.
  open class func primaryR4() -> HKFHIRVersion { HKFHIRVersion(4, 0, 1) }

  /// The release to which it belongs.
  open var fhirRelease: HKFHIRRelease {
    switch (majorVersion, minorVersion) {
    case (1, 0), (0, 4), (0, 5): .dstu2
    case (4, 0): .r4
    default: .unknown
    }
  }

  /// The three numbers with points between them.
  open var stringRepresentation: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

  open override var description: String { stringRepresentation }

  /// Versions are equal where their numbers are.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKFHIRVersion)?.stringRepresentation == stringRepresentation
  }

  open override var hash: Int { stringRepresentation.hashValue }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A record as a clinic tells it.
open class HKFHIRResource: NSObject, NSCopying, @unchecked Sendable {
  public let resourceType: HKFHIRResourceType
  /// What the clinic calls it.
  public let identifier: String
  /// The resource, in JSON.
  public let data: Data
  /// Where it came from.
  public let sourceURL: URL?
  /// In which version it is written; that of DSTU2 where nothing is known.
  public let fhirVersion: HKFHIRVersion

  init(
    type: HKFHIRResourceType, identifier: String, data: Data, source: URL?, version: HKFHIRVersion?
  ) {
    resourceType = type
    self.identifier = identifier
    self.data = data
    sourceURL = source
    fhirVersion = version ?? .primaryDSTU2()
  }

  open override var description: String { "\(resourceType.rawValue) \(identifier)" }

  /// Resources are equal where all that is told of them is.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKFHIRResource else { return false }
    return resourceType == other.resourceType && identifier == other.identifier
      && data == other.data && sourceURL == other.sourceURL && fhirVersion == other.fhirVersion
  }

  open override var hash: Int { identifier.hashValue ^ data.hashValue }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
