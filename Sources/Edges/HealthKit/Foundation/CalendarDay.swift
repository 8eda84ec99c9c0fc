/// Days as numbers, counted from 2001-01-01, and as calendars call them.
enum CalendarDay {
  /// The calendar of days that have no clocks.
  private static let plain: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
  private static let length = 86_400.0

  /// The day that an instant lies on, by the clocks where the program runs.
  static func number(of date: Date) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
    return plain.date(from: parts).flatMap(number(ofPlain:)) ?? 0
  }

  /// The day that components name by the calendar that is in them; `nil` without one.
  static func number(of components: DateComponents) -> Int? {
    guard var calendar = components.calendar else { return nil }
    calendar.timeZone = .gmt
    var day = DateComponents(
      era: components.era, year: components.year, month: components.month, day: components.day)
    day.hour = 12
    return calendar.date(from: day).flatMap(number(ofPlain:))
  }

  /// Era, year, month and day, by a calendar.
  static func components(of number: Int, in calendar: Calendar) -> DateComponents {
    var calendar = calendar
    calendar.timeZone = .gmt
    let noon = Date(timeIntervalSinceReferenceDate: (Double(number) + 0.5) * length)
    return calendar.dateComponents([.era, .year, .month, .day], from: noon)
  }

  /// "2026-11-26".
  static func text(_ number: Int) -> String {
    let parts = components(of: number, in: plain)
    func digits(_ value: Int?, _ count: Int) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
  }

  /// Where the days begin by the clocks where the program runs, and the last one ends.
  static func edges(_ days: ClosedRange<Int>) -> [Double] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    return (days.lowerBound...days.upperBound + 1).map { number in
      let parts = components(of: number, in: plain)
      let date = calendar.date(from: parts).map(calendar.startOfDay)
      return date?.timeIntervalSinceReferenceDate ?? Double(number) * length
    }
  }

  /// `nil` for what calendars make of years that no number has.
  private static func number(ofPlain date: Date) -> Int? {
    Int(exactly: (date.timeIntervalSinceReferenceDate / length).rounded(.down))
  }
}
