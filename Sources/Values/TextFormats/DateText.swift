/// An instant as people write it (ISO 8601) and as the store keeps it (seconds since 2001 in UTC).
///
/// Days are counted by the proleptic Gregorian calendar, without leap seconds, in the years 1 to
/// 9999. Text holds microseconds; within 272 years of 2001 a double does too, so that an instant read
/// from text is printed as the same instant.
package struct DateText: Hashable, Sendable {
  /// Seconds since 2001-01-01T00:00:00Z.
  package let secondsSince2001: Double

  private static let secondsPerDay = 86_400
  private static let microsecondsPerSecond = 1_000_000
  private static let range =
    CivilDate(1, 1, 1).dayNumber * secondsPerDay..<CivilDate(10_000, 1, 1).dayNumber
    * secondsPerDay

  /// Makes the instant, or `nil` where it lies outside the years 1 to 9999 or is no number.
  package init?(secondsSince2001: Double) {
    // To the nearest microsecond, the last half of one in the year 9999 is the year 10000.
    guard let clock = Self.clock(secondsSince2001), Self.range.contains(clock.seconds) else {
      return nil
    }
    self.secondsSince2001 = secondsSince2001
  }

  /// Reads `2026-11-21T08:00:00.123Z`, an offset such as `+01:30` instead of `Z`, or a date alone for
  /// midnight in UTC.
  package init(parsing text: String) throws(TextFlaw) {
    var reader = DateReader(text)
    let parts = try reader.parse()
    let seconds =
      parts.day.dayNumber * Self.secondsPerDay + parts.secondsOfDay - parts.offset.seconds
    guard Self.range.contains(seconds) else {
      throw DateReader.failure("the year must be 0001 to 9999 in UTC")
    }
    secondsSince2001 = Self.instant(seconds: seconds, nanoseconds: parts.nanoseconds)
  }

  /// The instant in UTC, with as many fraction digits as it needs: none, three or six.
  package var text: String { text(at: .utc) }

  /// The instant as clocks at `offset` show it; in UTC where that would leave the years 1 to 9999.
  package func text(at offset: UTCOffset) -> String {
    // `init` has seen that the clock exists.
    guard let clock = Self.clock(secondsSince2001) else { return "" }
    let isShown = Self.range.contains(clock.seconds + offset.seconds)
    let shown = isShown ? offset : .utc
    let seconds = clock.seconds + shown.seconds
    return Self.text(seconds: seconds, nanoseconds: clock.microseconds * 1000, at: shown)
  }

  /// The shortest text that is read as exactly this double: with up to nine digits of the second; `nil` where none is.
  package static func text(readAs instant: Double) -> String? {
    guard let clock = clock(instant) else { return nil }
    let whole = instant.rounded(.down)
    let nanoseconds = Int(((instant - whole) * 1e9).rounded())
    for (seconds, nanoseconds) in [
      (clock.seconds, clock.microseconds * 1000), (Int(whole), nanoseconds),
    ] where range.contains(seconds) && nanoseconds < 1_000_000_000 {
      let read = Self.instant(seconds: seconds, nanoseconds: nanoseconds)
      guard read.bitPattern == instant.bitPattern else { continue }
      return text(seconds: seconds, nanoseconds: nanoseconds, at: .utc)
    }
    return nil
  }

  private static func text(seconds: Int, nanoseconds: Int, at offset: UTCOffset) -> String {
    let number = seconds.flooredQuotient(by: secondsPerDay)
    return CivilDate(dayNumber: number).text(
      secondOfDay: seconds - number * secondsPerDay, nanoseconds: nanoseconds, at: offset)
  }

  // The double nearest to the text where that can be had: a quotient of exact numbers is rounded
  // once. Nine digits, or centuries away, the sum of two parts has to do.
  private static func instant(seconds: Int, nanoseconds: Int) -> Double {
    let microseconds = seconds * microsecondsPerSecond + nanoseconds / 1000
    if nanoseconds.isMultiple(of: 1000), let exact = Double(exactly: microseconds) {
      return exact / Double(microsecondsPerSecond)
    }
    return Double(seconds) + Double(nanoseconds) / 1e9
  }

  // Whole seconds and microseconds, rounded to the nearest microsecond.
  private static func clock(_ instant: Double) -> (seconds: Int, microseconds: Int)? {
    let whole = instant.rounded(.down)
    guard let seconds = Int(exactly: whole), abs(whole) < 1e12 else { return nil }
    let microseconds = Int(((instant - whole) * Double(microsecondsPerSecond)).rounded())
    return microseconds == microsecondsPerSecond ? (seconds + 1, 0) : (seconds, microseconds)
  }
}

extension DateText: Comparable {
  /// Whether the first instant comes before the second.
  package static func < (first: DateText, second: DateText) -> Bool {
    first.secondsSince2001 < second.secondsSince2001
  }
}
