package import CalendarEdges
package import CommandLineCore
internal import TextFormats

/// A date as it is typed: ISO 8601, a word, or a span before now.
package struct DateExpression: Hashable, Sendable {
  /// Seconds since 2001-01-01T00:00:00Z.
  package let seconds: Double
  /// Whether it counts days back, so that who cuts time into days means whole ones.
  package let countsDays: Bool

  /// More would leave the years that dates have.
  private static let mostDigits = 9
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Reads `text` when the clock shows `now`, as seconds since 2001 in UTC.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - now: The time.
  ///   - zone: By whose clocks days begin.
  /// - Throws: `invalidInput`, with what can be written.
  package init(
    parsing text: String, at now: Double, in zone: TimeZoneRules
  ) throws(CommandLineError) {
    var countsDays = false
    let today = zone.localTime(at: now).date
    let midnight = { (daysAgo: Int) in
      zone.instant(of: LocalTime(CivilDate(dayNumber: today.dayNumber - daysAgo)))
    }
    let word = text.lowercased()
    switch word {
    case "now": seconds = now
    case "today": seconds = midnight(0)
    case "yesterday": seconds = midnight(1)
    case "tomorrow": seconds = midnight(-1)
    default:
      if let weekday = Self.weekdays.firstIndex(of: word) {
        seconds = midnight((today.daysSinceMonday - weekday + 7) % 7)
      } else if text.hasPrefix("-") {
        seconds = try Self.time(text.dropFirst(), before: now, in: zone)
        countsDays = ["d", "w", "mo", "y"].contains { text.hasSuffix($0) }
      } else {
        seconds = try Self.instant(text, in: zone)
      }
    }
    self.countsDays = countsDays
  }

  /// ISO 8601, in which a day or a month alone is that of the zone.
  private static func instant(
    _ text: String, in zone: TimeZoneRules
  ) throws(CommandLineError) -> Double {
    let isMonth = text.utf8.count == 7 && text.utf8.filter { $0 == UInt8(ascii: "-") }.count == 1
    let instant: Double
    do {
      instant = try DateText(parsing: isMonth ? text + "-01" : text).secondsSince2001
    } catch {
      throw Self.failure(error.detail)
    }
    guard !text.utf8.contains(UInt8(ascii: "T")) else { return instant }
    return zone.instant(of: TimeZoneRules.utc.localTime(at: instant))
  }

  private static func time(
    _ text: Substring, before now: Double, in zone: TimeZoneRules
  ) throws(CommandLineError) -> Double {
    let unit = text.drop { $0.isASCII && $0.isNumber }
    let digits = text.dropLast(unit.count)
    guard (1...mostDigits).contains(digits.utf8.count), let count = Int(digits) else {
      throw failure("a span is a whole number and a unit")
    }
    var (days, months) = (0, 0)
    switch unit {
    case "s": return now - Double(count)
    case "m": return now - Double(count) * 60
    case "h": return now - Double(count) * 3_600
    case "d": days = count
    case "w": days = 7 * count
    case "mo": months = count
    case "y": months = 12 * count
    default: throw failure("the unit of a span is s, m, h, d, w, mo or y")
    }
    // Further back there are no years.
    guard months < 24_000, days < 800_000 else { throw failure("it is too long ago") }
    // A day ago clocks showed the same time, even where the day between had 23 hours.
    var time = zone.localTime(at: now)
    time.date = CivilDate(dayNumber: time.date.adding(months: -months).dayNumber - days)
    guard time.date.year >= 1 else { throw failure("it is too long ago") }
    return zone.instant(of: time)
  }

  private static func failure(_ detail: String) -> CommandLineError {
    CommandLineError(
      .invalidInput, operation: "read a date", detail: detail,
      advice:
        "Write it like 2026-11-21T08:00:00Z, 2026-11-21, 2026-11, now, today, yesterday, tomorrow, monday, "
        + "-30m, -1h, -7d, -2w, -6mo or -1y.")
  }
}

extension ParsedArguments {
  /// The option's value as a date.
  func date(
    _ option: Option, at now: Double, in zone: TimeZoneRules
  ) throws(CommandLineError) -> DateExpression? {
    guard let text = value(option) else { return nil }
    do {
      return try DateExpression(parsing: text, at: now, in: zone)
    } catch {
      var refusal = unusable(option, error.detail)
      refusal.advice = error.advice
      throw refusal
    }
  }
}
