/// A point in time: seconds since 2001-01-01 00:00 UTC, as `Date` counts them.
///
/// Columns hold the bare number; this type is for single instants and for the calendar of the
/// engine, which counts days and quarter-hours in UTC from 1970.
package struct Instant: Hashable, Sendable, Comparable {
  package var seconds: Double

  @inlinable
  package init(_ seconds: Double) {
    self.seconds = seconds
  }

  /// Before anything a sample can carry.
  package static let distantPast = Self(-.greatestFiniteMagnitude)
  /// After anything a sample can carry.
  package static let distantFuture = Self(.greatestFiniteMagnitude)

  @inlinable
  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  /// From 1970-01-01 to 2001-01-01.
  package static let secondsFrom1970: Double = 978_307_200
  /// The bucket of partial aggregates; every time zone's days are whole quarter-hours.
  package static let secondsPerQuarterHour: Double = 900
  package static let secondsPerDay: Double = 86_400

  /// What a sample may carry: years 1 to 9999, so that calendars and texts stay defined.
  package static let permitted: ClosedRange<Double> = -63_113_904_000...252_423_993_600

  /// The quarter-hour since 1970 that holds `seconds`, which lies in `permitted`.
  @inlinable
  package static func quarterHour(of seconds: Double) -> Int64 {
    let index = Int64(((seconds + secondsFrom1970) / secondsPerQuarterHour).rounded(.down))
    // The sum is rounded, which can carry an instant just before an edge over it.
    return startOfQuarterHour(index) > seconds ? index - 1 : index
  }

  /// Where quarter-hour `index` begins.
  @inlinable
  package static func startOfQuarterHour(_ index: Int64) -> Double {
    Double(index) * secondsPerQuarterHour - secondsFrom1970
  }

  /// The day since 1970 that holds `seconds`, which lies in `permitted`.
  @inlinable
  package static func day(of seconds: Double) -> Int64 {
    Int64(((seconds + secondsFrom1970) / secondsPerDay).rounded(.down))
  }
}
