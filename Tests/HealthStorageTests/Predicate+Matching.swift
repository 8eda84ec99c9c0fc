internal import HealthModel

extension Predicate {
  /// Whether a sample matches, one at a time and as the words say; without the predicates that ask
  /// for other objects.
  func matches(_ sample: Sample) -> Bool {
    switch self {
    case .constant(let flag): return flag
    case .uuid(let set): return set.contains(sample.uuid)
    case .start(let comparison, let date): return comparison.holds(sample.start, date)
    case .end(let comparison, let date): return comparison.holds(sample.end, date)
    case .quantity(let comparison, let bound):
      guard case .quantity(let quantity) = sample.value,
        let value = try? quantity.value(in: bound.unit)
      else { return false }
      return comparison.holds(value, bound.value)
    case .category(let comparison, let bound):
      guard case .category(let value) = sample.value else { return false }
      return comparison.holds(value, bound)
    case .hasMetadata(let key): return sample.metadata[key] != nil
    case .metadata(let key, let comparison, let bound):
      return sample.metadata[key].map { $0.stands(comparison, to: bound) } ?? false
    case .metadataIn(let key, let bounds):
      guard let value = sample.metadata[key] else { return false }
      return bounds.contains { value.stands(.equal, to: $0) }
    case .sources(let bundles): return bundles.contains(sample.source.source.bundleIdentifier)
    case .revisions(let revisions): return revisions.contains(sample.source)
    case .devices(let devices): return sample.device.map(devices.contains) ?? false
    case .deviceProperty(let property, let values):
      guard let device = sample.device else { return false }
      return device[property].map(values.contains) ?? values.isEmpty
    case .workout(let field, let comparison, let bound):
      guard case .object(.workout(let workout)) = sample.value else { return false }
      return comparison.holds(
        field == .duration ? workout.duration : Double(workout.activity), bound)
    case .workoutTotal(let total, let comparison, let bound):
      guard case .object(.workout(let workout)) = sample.value,
        let value = try? workout[total]?.value(in: bound.unit)
      else { return false }
      return comparison.holds(value, bound.value)
    case .and(let parts): return parts.allSatisfy { $0.matches(sample) }
    case .or(let parts): return parts.contains { $0.matches(sample) }
    case .not(let part): return !part.matches(sample)
    case .document, .memberOf, .uncorrelated: return false
    }
  }
}

extension MetadataValue {
  fileprivate func stands(_ comparison: Comparison, to other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let two)): return comparison.holds(one, two)
    case (.date(let one), .date(let two)): return comparison.holds(one, two)
    case (.quantity(let one), .quantity(let two)):
      guard let value = try? one.value(in: two.unit) else { return false }
      return comparison.holds(value, two.value)
    default:
      guard let one = asNumber, let two = other.asNumber else { return false }
      return comparison.holds(one, two)
    }
  }

  private var asNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }
}
