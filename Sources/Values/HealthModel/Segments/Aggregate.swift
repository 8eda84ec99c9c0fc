/// What is known of one source's quantities that begin in one quarter-hour, in the type's canonical
/// unit.
package struct Aggregate: Hashable, Sendable {
  package var source: Source
  /// Quarter-hours since 1970, in UTC.
  package var quarterHour: Int64
  package var count: Int
  /// The exact sum, as `ExactSum` stores it.
  package var sum: [Double]
  package var min: Double
  package var max: Double
  /// How many quarter-hours further the longest sample reaches; 0 where none crosses the edge.
  package var reach: Int64

  package init(
    source: Source, quarterHour: Int64, count: Int, sum: [Double], min: Double, max: Double,
    reach: Int64
  ) {
    self.source = source
    self.quarterHour = quarterHour
    self.count = count
    self.sum = sum
    self.min = min
    self.max = max
    self.reach = reach
  }
}
