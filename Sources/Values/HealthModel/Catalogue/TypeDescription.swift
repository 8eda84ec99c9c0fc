/// What the catalogue says of an object type.
package struct TypeDescription: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case quantity
    case category
    case characteristic
    case correlation
    case document
    case workout
    /// What `DetailsForm` tells.
    case details
  }

  /// How quantities of one type add up.
  package enum Aggregation: Hashable, Sendable {
    case cumulative
    case discrete
  }

  package let type: ObjectType
  /// The name of its constant in Swift.
  package let name: String
  package let kind: Kind
  package let aggregation: Aggregation?
  package let canonicalUnit: Unit?
  /// The raw values a category may have.
  package let categoryValues: ClosedRange<Int64>?
  /// The names of these, in their order.
  package let categoryNames: [String]
  /// Metadata keys without which no sample is valid.
  package let requiredMetadata: [String]
  /// Whether an app may ask to save it.
  package let isShareable: Bool
  /// The versions that brought it.
  package let iOS: String
  package let watchOS: String

  /// Whether objects of the type are samples that a store holds.
  package var isSample: Bool {
    kind != .characteristic
  }

  /// Whether a correlation of this type may hold samples of `member`.
  package func mayHold(_ member: ObjectType) -> Bool {
    switch type {
    case .bloodPressure: member == .bloodPressureSystolic || member == .bloodPressureDiastolic
    case .food: member.name.hasPrefix("dietary")
    case .workoutEffort: member == .workoutEffortScore || member == .estimatedWorkoutEffortScore
    default: false
    }
  }
}

extension TypeDescription {
  static func quantity(
    _ type: ObjectType, _ name: String, _ aggregation: Aggregation, _ unit: String, ios: String,
    watchOS: String, requiring keys: [String] = [], isShareable: Bool = true
  ) -> Self {
    guard let canonicalUnit = try? Unit(parsing: unit) else {
      preconditionFailure("the catalogue names a unit that does not exist: \(unit)")
    }
    return Self(
      type: type, name: name, kind: .quantity, aggregation: aggregation,
      canonicalUnit: canonicalUnit, categoryValues: nil, categoryNames: [],
      requiredMetadata: keys, isShareable: isShareable, iOS: ios, watchOS: watchOS)
  }

  static func category<Value: CategoryValue>(
    _ type: ObjectType, _ name: String, _ values: Value.Type, ios: String, watchOS: String,
    requiring keys: [String] = [], isShareable: Bool = true
  ) -> Self {
    let numbers = Value.allCases.map { Int64($0.rawValue) }
    guard let first = numbers.first, let last = numbers.last, Array(first...last) == numbers else {
      preconditionFailure("the values of \(name) have gaps")
    }
    return Self(
      type: type, name: name, kind: .category, aggregation: nil, canonicalUnit: nil,
      categoryValues: first...last, categoryNames: Value.allCases.map { "\($0)" },
      requiredMetadata: keys, isShareable: isShareable, iOS: ios, watchOS: watchOS)
  }

  static func other(
    _ type: ObjectType, _ name: String, _ kind: Kind, ios: String, watchOS: String,
    isShareable: Bool = true
  ) -> Self {
    Self(
      type: type, name: name, kind: kind, aggregation: nil, canonicalUnit: nil,
      categoryValues: nil, categoryNames: [], requiredMetadata: [], isShareable: isShareable,
      iOS: ios, watchOS: watchOS)
  }
}
