/// The columns of samples that a reader needs.
///
/// Other columns may come with zeros, no devices and no metadata.
package struct NeededColumns: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let dates = Self(rawValue: 1)
  /// Values with their units.
  package static let values = Self(rawValue: 2)
  package static let sources = Self(rawValue: 4)
  /// Places in the log.
  package static let positions = Self(rawValue: 8)
  /// All other columns: UUIDs, devices, metadata and so on.
  package static let rest = Self(rawValue: 16)
  package static let all: Self = [.dates, .values, .sources, .positions, .rest]
}

extension Predicate {
  /// The columns that the predicate compares.
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
