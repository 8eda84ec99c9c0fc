internal import HealthModel

extension EnginePredicate {
  /// The engine's predicate for one comparison of a format; `nil` where it has none that says just that.
  init?(_ comparing: Condition.Comparing) {
    guard comparing.modifier == .direct, comparing.options.isEmpty else { return nil }
    switch (comparing.left, comparing.right) {
    case (.path(let path), .value(let value)):
      self.init(path, comparing.type, value)
    case (.path(let path), .list(let parts)):
      var values: [Any] = []
      for part in parts {
        guard case .value(let value?) = part else { return nil }
        values.append(value)
      }
      self.init(path, comparing.type, values)
    case (.value(let value), .path(let path)):
      guard let flipped = comparing.type.flipped, flipped != .in, flipped != .contains else {
        return nil
      }
      self.init(path, flipped, value)
    default: return nil
    }
  }

  private init?(_ path: [String], _ type: NSComparisonPredicate.Operator, _ value: Any?) {
    let value = Member.unwrapped(value)
    switch type {
    // Nothing is unequal to something, which the engine's own operator does not say.
    case .notEqualTo:
      guard let equal = Self.one(path, .equal, value) else { return nil }
      self = .not(equal)
    case .between:
      guard let bounds = Member.elements(value), bounds.count == 2,
        let low = Self.one(path, .greaterOrEqual, bounds[0]),
        let high = Self.one(path, .lessOrEqual, bounds[1])
      else { return nil }
      self = .and([low, high])
    case .in:
      guard let elements = Member.elements(value), !(value is String) else { return nil }
      let parts = elements.compactMap { Self.one(path, .equal, $0) }
      guard parts.count == elements.count else { return nil }
      self = .or(parts)
    default:
      guard let comparison = type.comparison, let one = Self.one(path, comparison, value) else {
        return nil
      }
      self = one
    }
  }

  private static func one(_ path: [String], _ comparison: Comparison, _ value: Any?) -> Self? {
    guard let key = path.first else { return nil }
    if key == HKPredicateKeyPathMetadata, path.count > 1 {
      return metadata(path.dropFirst().joined(separator: "."), comparison, value)
    }
    guard let value else { return nil }
    switch path.joined(separator: ".") {
    case HKPredicateKeyPathStartDate:
      return (value as? Date).map { .start(comparison, $0.timeIntervalSinceReferenceDate) }
    case HKPredicateKeyPathEndDate:
      return (value as? Date).map { .end(comparison, $0.timeIntervalSinceReferenceDate) }
    case HKPredicateKeyPathQuantity:
      return (value as? HKQuantity).map { .quantity(comparison, $0.quantity) }
    case HKPredicateKeyPathCategoryValue:
      guard case .integer(let number)? = MetadataValue(value) else { return nil }
      return .category(comparison, number)
    case HKPredicateKeyPathWorkoutType, "workoutActivityType":
      guard case .integer(let number)? = MetadataValue(value) else { return nil }
      return .workout(.activity, comparison, Double(number))
    case HKPredicateKeyPathWorkoutDuration:
      switch MetadataValue(value) {
      case .integer(let number): return .workout(.duration, comparison, Double(number))
      case .double(let number): return .workout(.duration, comparison, number)
      default: return nil
      }
    case HKPredicateKeyPathWorkoutTotalDistance: return total(.distance, comparison, value)
    case HKPredicateKeyPathWorkoutTotalEnergyBurned:
      return total(.energyBurned, comparison, value)
    case HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount:
      return total(.swimmingStrokeCount, comparison, value)
    default: return comparison == .equal ? equal(path.joined(separator: "."), value) : nil
    }
  }

  private static func total(
    _ total: Workout.Total, _ comparison: Comparison, _ value: Any
  ) -> Self? {
    (value as? HKQuantity).map { .workoutTotal(total, comparison, $0.quantity) }
  }

  private static func equal(_ path: String, _ value: Any) -> Self? {
    switch path {
    case HKPredicateKeyPathUUID, "uuid":
      return (value as? UUID).map { .uuid(UUIDSet([SampleUUID($0)])) }
    case HKPredicateKeyPathSource:
      return (value as? HKSource).map { .sources(bundleIdentifiers: [$0.bundleIdentifier]) }
    case "source.bundleIdentifier", "sourceRevision.source.bundleIdentifier":
      return (value as? String).map { .sources(bundleIdentifiers: [$0]) }
    case HKPredicateKeyPathDevice:
      return (value as? HKDevice).map { .devices([$0.device]) }
    case HKPredicateKeyPathCDATitle: return document(.title, value)
    case HKPredicateKeyPathCDAPatientName: return document(.patientName, value)
    case HKPredicateKeyPathCDAAuthorName: return document(.authorName, value)
    case HKPredicateKeyPathCDACustodianName: return document(.custodianName, value)
    default: return nil
    }
  }

  private static func document(_ field: Document.Field, _ value: Any) -> Self? {
    (value as? String).map { .document(field, .equals, $0) }
  }

  private static func metadata(_ key: String, _ comparison: Comparison, _ value: Any?) -> Self? {
    guard let value else {
      return comparison == .equal ? .not(.hasMetadata(key: key)) : nil
    }
    return MetadataValue(value).map { .metadata(key: key, comparison, $0) }
  }
}
