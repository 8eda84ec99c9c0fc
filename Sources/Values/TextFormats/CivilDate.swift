/// A day of the proleptic Gregorian calendar, in any year.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to the length of the month.
  package let day: Int

  // Years are counted from March, so that the leap day comes last; 400 of them have 146,097 days.
  private static let daysPerEra = 146_097
  private static let daysFromMarch0To2001 = 730_791

  /// The day of that date.
  ///
  /// - Parameters:
  ///   - year: Any year within a million of ours.
  ///   - month: 1 to 12.
  ///   - day: A later day than the month's last becomes its last.
  package init(_ year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = min(day, Self.dayCount(ofMonth: month, inYear: year))
  }

  /// The day of that number.
  ///
  /// - Parameter number: Days since 2001-01-01, negative before.
  package init(dayNumber number: Int) {
    let shifted = number + Self.daysFromMarch0To2001
    let era = shifted.flooredQuotient(by: Self.daysPerEra)
    let dayOfEra = shifted - era * Self.daysPerEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (Self.daysPerEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Days since 2001-01-01, negative before.
  package var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysFromMarch0To2001
  }

  /// The day of the same number so many months later, or the month's last where it has none.
  package func adding(months: Int) -> Self {
    let count = year * 12 + month - 1 + months
    let year = count.flooredQuotient(by: 12)
    return Self(year, count - year * 12 + 1, day)
  }

  /// Days since the last Monday: 0 to 6.
  package var daysSinceMonday: Int {
    // 2001-01-01 was one.
    dayNumber - dayNumber.flooredQuotient(by: 7) * 7
  }

  /// Whether the year has a February 29.
  package static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
  }

  /// How many days a month has.
  package static func dayCount(ofMonth month: Int, inYear year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// The quotient rounded down, where `/` rounds towards zero; `divisor` is positive.
  package func flooredQuotient(by divisor: Int) -> Int {
    let quotient = self / divisor
    return quotient * divisor > self ? quotient - 1 : quotient
  }
}
