/// How long a bucket is, as a calendar counts it.
package struct CalendarInterval: Hashable, Sendable {
  /// What is counted.
  package enum Unit: String, Hashable, Sendable, CaseIterable {
    case minute, hour, day, week, month, year
  }

  package var count: Int
  package var unit: Unit

  package init(_ count: Int = 1, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }
}
