/// How long a bucket is, as a calendar counts it.
package struct CalendarInterval: Hashable, Sendable {
  /// What is counted.
  package enum Unit: String, Hashable, Sendable, CaseIterable {
    case minute, hour, day, week, month, year

    /// About how long one is; months and years on the average of 400 years.
    package var averageSeconds: Double {
      switch self {
      case .minute: 60
      case .hour: 3_600
      case .day: 86_400
      case .week: 604_800
      case .month: 2_629_746
      case .year: 31_556_952
      }
    }
  }

  package var count: Int
  package var unit: Unit

  /// More of any unit would be longer than anything that is measured.
  package static let mostCount = 1_000_000

  /// About how long it is.
  package var averageSeconds: Double { unit.averageSeconds * Double(count) }

  /// One of them.
  package init(_ unit: Unit) {
    self.init(1, unit)
  }

  package init(_ count: Int, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }
}
