internal import CalendarEdges
internal import TextFormats

/// Instants and zones as tests write them.
enum Clock {
  static let unixTo2001 = 978_307_200.0

  /// When the clocks of a zone show a time.
  static func instant(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0,
    in zone: TimeZoneRules = .utc
  ) -> Double {
    zone.instant(
      of: LocalTime(CivilDate(year, month, day), secondOfDay: hour * 3_600 + minute * 60))
  }

  /// "2026-03-29 23:30" on the clocks of a zone.
  static func text(_ instant: Double, in zone: TimeZoneRules) -> String {
    let time = zone.localTime(at: instant)
    let minute = time.secondOfDay / 60
    return "\(time.date.year)-\(two(time.date.month))-\(two(time.date.day)) "
      + "\(two(minute / 60)):\(two(minute % 60))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
