package import HealthModel

/// What samples come to, and what is known of the time.
package struct StoreStatistics: Hashable, Sendable {
  /// What is known of the time that was asked for.
  package var coverage: StoreCoverage
  /// One answer, or one for each bucket that has any, in order.
  package var statistics: [Statistics]
}

/// What became different in statistics, or a part of that.
package struct StoreStatisticsUpdate: Hashable, Sendable {
  /// What became different.
  package var update: StatisticsUpdate
  /// Whether the next one belongs to it; what came with several is true only once all of it has come.
  package var hasMore: Bool
  /// What is known of the time; only the first of those that belong together has it.
  package var coverage: StoreCoverage?
}
