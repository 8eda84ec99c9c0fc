internal import HealthModel

extension MetadataValue {
  /// The value as an app has it in a dictionary.
  var foundation: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .bool(let flag): NSNumber(value: flag)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .quantity(let quantity): HKQuantity(quantity)
    }
  }

  /// What an app put into a dictionary; `nil` for what metadata cannot hold.
  init?(_ value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case let quantity as HKQuantity: self = .quantity(quantity.quantity)
    case let number as NSNumber: self.init(number)
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    // There is one object for each of the Boolean values.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
    } else if let integer = Int64(exactly: number), !number.isFloatingPoint {
      self = .integer(integer)
    } else {
      self = .double(number.doubleValue)
    }
  }
}

extension NSNumber {
  fileprivate var isFloatingPoint: Bool {
    unsafe objCType.pointee == CChar(UInt8(ascii: "d"))
      || objCType.pointee == CChar(UInt8(ascii: "f"))
  }
}

extension Metadata {
  /// The metadata that an app gives to an object.
  ///
  /// - Throws: For what metadata cannot hold, and for values that a key of HealthKit's does not take.
  init(checking values: [String: Any]?) throws(HKError) {
    self = [:]
    for (key, value) in values ?? [:] {
      guard let known = MetadataValue(value) else {
        throw .invalid(
          "Invalid class \(Swift.type(of: value)) for metadata key: \(key). "
            + "Expected NSString, NSNumber, NSDate or HKQuantity.")
      }
      do {
        try MetadataKey.check(key, known)
      } catch {
        throw HKError(error)
      }
      self[key] = known
    }
  }
}
