internal import HealthModel

extension EnginePredicate {
  /// Whether an object matches, as the engine has it.
  ///
  /// What only a store can tell is answered for an object by itself: it belongs to no workout and to no
  /// correlation.
  func matches(_ object: HKObject) -> Bool { matches(object.rows, object.row) }

  func matches(_ rows: SampleRows, _ row: Int) -> Bool {
    switch self {
    case .constant(let flag): return flag
    case .uuid(let set): return set.contains(rows.uuid(row))
    case .start(let comparison, let date): return comparison.holds(rows.start(row), date)
    case .end(let comparison, let date): return comparison.holds(rows.end(row), date)
    case .quantity(let comparison, let bound):
      guard case .quantity(let quantity) = rows.value(row) else { return false }
      return quantity.stands(comparison, to: bound)
    case .category(let comparison, let bound):
      guard case .category(let value) = rows.value(row) else { return false }
      return comparison.holds(value, bound)
    case .hasMetadata(let key): return rows.metadata(row, key) != nil
    case .metadata(let key, let comparison, let bound):
      return rows.metadata(row, key).map { $0.stands(comparison, to: bound) } ?? false
    case .metadataIn(let key, let bounds):
      guard let value = rows.metadata(row, key) else { return false }
      return bounds.contains { value.stands(.equal, to: $0) }
    case .sources(let bundles):
      return bundles.contains(rows.source(row).source.bundleIdentifier)
    case .revisions(let revisions): return revisions.contains(rows.source(row))
    case .devices(let devices): return rows.device(row).map(devices.contains) ?? false
    case .deviceProperty(let property, let values):
      guard let device = rows.device(row) else { return false }
      return device[property].map(values.contains) ?? values.isEmpty
    case .workout, .workoutTotal, .document:
      guard case .object(let body) = rows.value(row) else { return false }
      return matches(body)
    case .memberOf: return false
    case .uncorrelated: return true
    case .and(let parts): return parts.allSatisfy { $0.matches(rows, row) }
    case .or(let parts): return parts.contains { $0.matches(rows, row) }
    case .not(let part): return !part.matches(rows, row)
    }
  }

  private func matches(_ body: ObjectBody) -> Bool {
    switch (self, body) {
    case (.workout(.activity, let comparison, let value), .workout(let workout)):
      return comparison.holds(Double(workout.activity), value)
    case (.workout(.duration, let comparison, let value), .workout(let workout)):
      return comparison.holds(workout.duration, value)
    case (.workoutTotal(let total, let comparison, let bound), .workout(let workout)):
      return workout[total]?.stands(comparison, to: bound) ?? false
    case (.document(let field, .equals, let text), .document(let document)):
      return document[field] == text
    case (.document(let field, .contains, let text), .document(let document)):
      return text.isEmpty || document[field].contains(text)
    default: return false
    }
  }
}

extension EngineQuantity {
  /// Whether the quantity stands so to another; never where they measure different things.
  func stands(_ comparison: Comparison, to other: EngineQuantity) -> Bool {
    guard let conversion = UnitConversion.remembered(from: unit, to: other.unit) else {
      return false
    }
    return comparison.holds(conversion(value), other.value)
  }
}

extension MetadataValue {
  /// Whether the value stands so to another; numbers of different kinds compare as numbers, anything else
  /// of different kinds never does.
  func stands(_ comparison: Comparison, to other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let two)): return comparison.holds(one, two)
    case (.date(let one), .date(let two)): return comparison.holds(one, two)
    case (.quantity(let one), .quantity(let two)): return one.stands(comparison, to: two)
    case (.integer(let one), .integer(let two)): return comparison.holds(one, two)
    default:
      guard let one = number, let two = other.number else { return false }
      return comparison.holds(one, two)
    }
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    case .string, .date, .quantity: nil
    }
  }
}
