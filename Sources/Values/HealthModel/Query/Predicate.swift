/// Which objects are meant, as a value that can be checked, sent and evaluated on columns.
package indirect enum Predicate: Hashable, Sendable {
  /// Every object, or none.
  case constant(Bool)
  case uuid(UUIDSet)
  case start(Comparison, Double)
  case end(Comparison, Double)
  /// Compares in the canonical unit; objects of an incompatible unit never match.
  case quantity(Comparison, Quantity)
  case category(Comparison, Int64)
  case hasMetadata(key: String)
  case metadata(key: String, Comparison, MetadataValue)
  case metadataIn(key: String, Set<MetadataValue>)
  case sources(bundleIdentifiers: Set<String>)
  case revisions(Set<SourceRevision>)
  /// The device equals one of these in all eight properties, unset ones included.
  case devices(Set<Device>)
  /// The device's property is one of these; none given means unset.
  case deviceProperty(Device.Property, Set<String>)
  case workout(WorkoutField, Comparison, Double)
  case workoutTotal(Workout.Total, Comparison, Quantity)
  case document(Document.Field, TextMatch, String)
  /// Samples that belong to this workout.
  case memberOf(workout: SampleUUID)
  /// Samples that belong to no correlation.
  case uncorrelated
  case and([Predicate])
  case or([Predicate])
  case not(Predicate)

  package enum WorkoutField: Hashable, Sendable {
    case activity
    case duration
  }

  package enum TextMatch: Hashable, Sendable {
    case equals
    case contains
  }

  /// The strictness of a window, as `HKQueryOptions`.
  package struct WindowOptions: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let strictStartDate = Self(rawValue: 1)
    package static let strictEndDate = Self(rawValue: 2)
  }

  /// The window of `predicateForSamples(withStart:end:options:)`: without options, what overlaps
  /// it (end >= from and start < to); each option asks that date to lie inside.
  package static func window(
    from: Double?, to: Double?, options: WindowOptions = []
  ) -> Predicate {
    var parts: [Predicate] = []
    if let from {
      parts.append(
        options.contains(.strictStartDate)
          ? .start(.greaterOrEqual, from) : .end(.greaterOrEqual, from))
      if options.contains(.strictEndDate) { parts.append(.end(.greaterOrEqual, from)) }
    }
    if let to {
      parts.append(options.contains(.strictEndDate) ? .end(.less, to) : .start(.less, to))
      if options.contains(.strictStartDate) { parts.append(.start(.less, to)) }
    }
    switch parts.count {
    case 0: return .constant(true)
    case 1: return parts[0]
    default: return .and(parts)
    }
  }

  /// How deep a predicate may be nested; each level is one frame of evaluation.
  package static let deepestNesting = 64

  /// How deeply this one is nested.
  package var nesting: Int {
    switch self {
    case .and(let parts), .or(let parts): 1 + (parts.map(\.nesting).max() ?? 0)
    case .not(let part): 1 + part.nesting
    default: 1
    }
  }
}
