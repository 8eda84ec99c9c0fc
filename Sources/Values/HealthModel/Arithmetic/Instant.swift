/// The calendar of the engine.
///
/// Points in time are bare numbers: seconds since 2001-01-01 00:00 UTC, as `Date` counts them.
/// Quarter-hours are counted in UTC from 1970.
package enum Instant {
  /// From 1970-01-01 to 2001-01-01.
  package static let secondsFrom1970: Double = 978_307_200
  /// The bucket of partial aggregates; every time zone's days are whole quarter-hours.
  package static let secondsPerQuarterHour: Double = 900
  package static let secondsPerDay: Double = 86_400

  /// What a sample may carry: years 1 to 9999, so that calendars and texts stay defined.
  ///
  /// The end of year 9999 is the first instant of the next, and no longer in them.
  package static let permitted: Range<Double> = -63_113_904_000..<252_423_993_600
  /// The days of these years, counted from 2001-01-01.
  package static let days = -730_485...2_921_574

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
}
