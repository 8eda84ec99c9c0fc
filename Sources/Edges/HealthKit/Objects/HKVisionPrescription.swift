internal import HealthModel

/// What a prescription for lenses is of.
@nonexhaustive public enum HKVisionPrescriptionType: UInt, Sendable {
  case glasses = 1
  case contacts = 2
}

/// A prescription for lenses.
open class HKVisionPrescription: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    rows.hasDetails(of: .visionPrescription)
  }

  /// Whether the details of rows are a prescription of one kind.
  fileprivate static func canView(_ rows: SampleRows, as kind: HKVisionPrescriptionType) -> Bool {
    guard rows.hasDetails(of: .visionPrescription) else { return false }
    return rows.prescription(0) == kind
  }

  /// What it is of.
  open var prescriptionType: HKVisionPrescriptionType { rows.prescription(row) }

  /// When it was written.
  open var dateIssued: Date { startDate }

  /// Until when it holds.
  open var expirationDate: Date? {
    guard case .date(let seconds) = details.values["expires"] else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  override var valueDescription: String { "\(prescriptionType)" }

  fileprivate func lens(isLeft: Bool) -> LensValues? { LensValues(details, isLeft: isLeft) }

  fileprivate static func sample(
    _ kind: HKVisionPrescriptionType, left: LensValues? = nil, right: LensValues? = nil,
    brand: String? = nil, _ issued: Date, _ expires: Date?, _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    var details = Details(values: ["kind": .integer(Int64(kind.rawValue))])
    details.values["expires"] = expires.map { .date($0.timeIntervalSinceReferenceDate) }
    details.values["brand"] = brand.map { .string($0) }
    for (lens, isLeft) in [(left, true), (right, false)] {
      details.values.merge(lens?.details(isLeft: isLeft) ?? [:]) { $1 }
    }
    return try Sample(
      checking: .visionPrescription, details, start: issued, end: issued, device: device,
      metadata: metadata)
  }
}

extension SampleRows {
  fileprivate func prescription(_ row: Int) -> HKVisionPrescriptionType {
    guard case .object(.details(let details)) = value(row),
      case .integer(let number) = details.values["kind"]
    else { return .glasses }
    return HKVisionPrescriptionType(rawValue: UInt(clamping: number)) ?? .glasses
  }

  /// The object of a row of prescriptions.
  func visionPrescription(_ row: Int) -> HKSample {
    switch prescription(row) {
    case .glasses: HKGlassesPrescription(self, row: row)
    case .contacts: HKContactsPrescription(self, row: row)
    }
  }
}

extension InitializedByFactory where Self: HKVisionPrescription {
  /// A prescription of which nothing but its dates is known.
  public init(
    type: HKVisionPrescriptionType, dateIssued: Date, expirationDate: Date?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKVisionPrescription.sample(type, dateIssued, expirationDate, device, metadata)
      })
  }
}

/// A prescription for glasses.
open class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { canView(rows, as: .glasses) }

  /// What the right lens has to be like.
  open var rightEye: HKGlassesLensSpecification? {
    lens(isLeft: false).map { HKGlassesLensSpecification($0) }
  }
  /// What the left lens has to be like.
  open var leftEye: HKGlassesLensSpecification? {
    lens(isLeft: true).map { HKGlassesLensSpecification($0) }
  }
}

extension InitializedByFactory where Self: HKGlassesPrescription {
  /// A prescription for glasses.
  public init(
    rightEyeSpecification: HKGlassesLensSpecification?,
    leftEyeSpecification: HKGlassesLensSpecification?, dateIssued: Date, expirationDate: Date?,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKVisionPrescription.sample(
          .glasses, left: leftEyeSpecification?.values, right: rightEyeSpecification?.values,
          dateIssued, expirationDate, device, metadata)
      })
  }
}

/// A prescription for contact lenses.
open class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { canView(rows, as: .contacts) }

  /// What the right lens has to be like.
  open var rightEye: HKContactsLensSpecification? {
    lens(isLeft: false).map { HKContactsLensSpecification($0) }
  }
  /// What the left lens has to be like.
  open var leftEye: HKContactsLensSpecification? {
    lens(isLeft: true).map { HKContactsLensSpecification($0) }
  }
  /// What the lenses are called.
  open var brand: String {
    guard case .string(let text) = details.values["brand"] else { return "" }
    return text
  }
}

extension InitializedByFactory where Self: HKContactsPrescription {
  /// A prescription for contact lenses.
  public init(
    rightEyeSpecification: HKContactsLensSpecification?,
    leftEyeSpecification: HKContactsLensSpecification?, brand: String, dateIssued: Date,
    expirationDate: Date?, device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKVisionPrescription.sample(
          .contacts, left: leftEyeSpecification?.values, right: rightEyeSpecification?.values,
          brand: brand, dateIssued, expirationDate, device, metadata)
      })
  }
}
