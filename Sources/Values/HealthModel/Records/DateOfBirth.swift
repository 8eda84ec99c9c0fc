/// The day the user was born: a day of the Gregorian calendar, without a time zone.
package struct DateOfBirth: Hashable, Sendable {
  /// 0 before the common era, 1 in it, as calendars count.
  package let era: Int
  package let year: Int
  package let month: Int
  package let day: Int

  /// The years that instants may have too.
  package static let years = 1...9_999

  /// A day of the calendar; without an era it is in the common one.
  ///
  /// - Throws: `invalidArgument` for a day that the calendar does not have.
  package init(era: Int? = nil, year: Int, month: Int, day: Int) throws(ModelError) {
    let era = era ?? 1
    guard (0...1).contains(era), Self.years.contains(year), (1...12).contains(month),
      day >= 1, day <= Self.days(in: month, ofLeapYear: Self.isLeap(era: era, year: year))
    else {
      throw ModelError(
        .invalidArgument, cannot: "use the date of birth",
        "the Gregorian calendar has no such day")
    }
    self.era = era
    self.year = year
    self.month = month
    self.day = day
  }

  private static func isLeap(era: Int, year: Int) -> Bool {
    // The year before year 1 is the first before the common era: a leap year, counted as zero.
    let astronomical = era == 1 ? year : 1 - year
    return astronomical % 4 == 0 && (astronomical % 100 != 0 || astronomical % 400 == 0)
  }

  private static func days(in month: Int, ofLeapYear isLeap: Bool) -> Int {
    switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
