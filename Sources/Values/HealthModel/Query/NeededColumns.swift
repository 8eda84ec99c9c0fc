/// What somebody looks at of samples: the rest may come as if nothing were said of it, with numbers and UUIDs of zero.
package struct NeededColumns: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let dates = Self(rawValue: 1)
  /// Values with their units.
  package static let values = Self(rawValue: 2)
  package static let sources = Self(rawValue: 4)
  /// Places in the log.
  package static let positions = Self(rawValue: 8)
  /// UUIDs, devices, metadata and whatever else there is.
  package static let rest = Self(rawValue: 16)
  package static let all: Self = [.dates, .values, .sources, .positions, .rest]
}

extension Predicate {
  /// What it looks at itself.
  package var needs: NeededColumns {
    switch self {
    case .constant: []
    case .start, .end: .dates
    case .quantity: .values
    case .sources, .revisions: .sources
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.needs) }
    case .not(let part): part.needs
    default: .rest
    }
  }
}
