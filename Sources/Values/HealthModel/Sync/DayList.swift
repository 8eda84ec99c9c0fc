/// All live dots of one UTC day, within what is compared.
package struct DayList: Hashable, Sendable {
  /// Days since 1970-01-01 UTC.
  package var day: Int64
  package var live: VersionVector

  package init(day: Int64, live: VersionVector) {
    self.day = day
    self.live = live
  }

  /// All days on which a sample can end.
  package static let permittedDays =
    day(of: Instant.permitted.lowerBound)...day(of: Instant.permitted.upperBound) - 1

  /// The UTC day on which an instant lies.
  package static func day(of seconds: Double) -> Int64 {
    let day = Int64(((seconds + Instant.secondsFrom1970) / Instant.secondsPerDay).rounded(.down))
    return start(of: day) > seconds ? day - 1 : day
  }

  /// The first instant of a day.
  package static func start(of day: Int64) -> Double {
    Double(day) * Instant.secondsPerDay - Instant.secondsFrom1970
  }
}

/// The root of several adjacent days.
package struct SpanRoot: Hashable, Sendable {
  package var days: ClosedRange<Int64>
  package var root: DayRoot

  package init(days: ClosedRange<Int64>, root: DayRoot) {
    self.days = days
    self.root = root
  }
}
