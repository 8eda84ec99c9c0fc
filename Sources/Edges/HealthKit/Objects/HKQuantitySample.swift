internal import HealthModel

/// A sample that measures something.
open class HKQuantitySample: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    guard rows.type.description?.kind == .quantity, case .quantity = rows.value(0) else {
      return false
    }
    return true
  }

  /// The type of the sample.
  open var quantityType: HKQuantityType {
    guard let type = sampleType as? HKQuantityType else {
      preconditionFailure("a quantity of a type of quantities")
    }
    return type
  }

  /// What was measured.
  open var quantity: HKQuantity {
    guard case .quantity(let quantity) = rows.value(row) else {
      preconditionFailure("a row of quantities")
    }
    return HKQuantity(quantity)
  }

  /// How many values the sample stands for: one.
  open var count: Int { 1 }

  override var valueDescription: String { quantity.description }

  /// A sample of data from outside.
  ///
  /// - Throws: `errorInvalidArgument` where the initialiser stops.
  public static func checked(
    type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice? = nil,
    metadata: [String: Any]? = nil
  ) throws -> HKQuantitySample {
    HKQuantitySample(
      viewing: try sample(type, quantity, start: start, end: end, device, metadata))
  }

  fileprivate static func sample(
    _ type: HKQuantityType, _ quantity: HKQuantity, start: Date, end: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    guard let canonical = type.type.description?.canonicalUnit else {
      throw .invalid("\(type.identifier) is no type of quantities")
    }
    guard quantity.quantity.isCompatible(with: canonical) else {
      throw .invalid(
        "\(type.identifier) requires unit of type \(canonical.dimension). "
          + "Incompatible unit: \(quantity.quantity.unit.unitString)")
    }
    return try Sample(
      checking: type.type, value: .quantity(quantity.quantity), start: start, end: end,
      device: device, metadata: metadata)
  }
}

/// A sample of a type whose quantities add up.
open class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// All of it: the same as `quantity`.
  open var sumQuantity: HKQuantity { quantity }
}

/// A sample of a type whose quantities each stand for themselves.
open class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The least value.
  open var minimumQuantity: HKQuantity { quantity }
  /// The average value.
  open var averageQuantity: HKQuantity { quantity }
  /// The greatest value.
  open var maximumQuantity: HKQuantity { quantity }
  /// The last value.
  open var mostRecentQuantity: HKQuantity { quantity }
  /// When the last value was taken.
  open var mostRecentQuantityDateInterval: DateInterval {
    DateInterval(start: startDate, end: endDate)
  }
}

extension InitializedByFactory where Self: HKQuantitySample {
  /// A sample; stops for a unit, dates or metadata that it cannot have.
  public init(type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date) {
    self.init(type: quantityType, quantity: quantity, start: start, end: end, metadata: nil)
  }

  /// A sample; stops for a unit, dates or metadata that it cannot have.
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date,
    metadata: [String: Any]?
  ) {
    self.init(
      type: quantityType, quantity: quantity, start: start, end: end, device: nil,
      metadata: metadata)
  }

  /// A sample; stops for a unit, dates or metadata that it cannot have.
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start: Date, end: Date,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKQuantitySample.sample(
          quantityType, quantity, start: start, end: end, device, metadata)
      })
  }
}
