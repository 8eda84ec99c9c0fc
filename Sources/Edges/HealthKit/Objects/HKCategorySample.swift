internal import HealthModel

/// A sample that has one of a few values.
open class HKCategorySample: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    guard rows.type.description?.kind == .category, case .category = rows.value(0) else {
      return false
    }
    return true
  }

  /// The type of the sample.
  open var categoryType: HKCategoryType {
    guard let type = sampleType as? HKCategoryType else {
      preconditionFailure("a category of a type of categories")
    }
    return type
  }

  /// The raw value of the type's enumeration.
  open var value: Int {
    guard case .category(let value) = rows.value(row) else {
      preconditionFailure("a row of categories")
    }
    return Int(value)
  }

  override var valueDescription: String { String(value) }

  /// A sample of data from outside.
  ///
  /// - Throws: `errorInvalidArgument` where the initialiser stops.
  public static func checked(
    type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice? = nil,
    metadata: [String: Any]? = nil
  ) throws -> HKCategorySample {
    HKCategorySample(viewing: try sample(type, value, start: start, end: end, device, metadata))
  }

  fileprivate static func sample(
    _ type: HKCategoryType, _ value: Int, start: Date, end: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    guard type.type.description?.categoryValues?.contains(Int64(value)) ?? false else {
      throw .invalid("the value is not compatible with type \(type.identifier)")
    }
    return try Sample(
      checking: type.type, value: .category(Int64(value)), start: start, end: end, device: device,
      metadata: metadata)
  }
}

extension InitializedByFactory where Self: HKCategorySample {
  /// A sample; stops for a value, dates or metadata that it cannot have.
  public init(type categoryType: HKCategoryType, value: Int, start: Date, end: Date) {
    self.init(type: categoryType, value: value, start: start, end: end, metadata: nil)
  }

  /// A sample; stops for a value, dates or metadata that it cannot have.
  public init(
    type categoryType: HKCategoryType, value: Int, start: Date, end: Date,
    metadata: [String: Any]?
  ) {
    self.init(
      type: categoryType, value: value, start: start, end: end, device: nil, metadata: metadata)
  }

  /// A sample; stops for a value, dates or metadata that it cannot have.
  public init(
    type categoryType: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKCategorySample.sample(categoryType, value, start: start, end: end, device, metadata)
      })
  }
}
