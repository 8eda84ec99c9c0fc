/// A day of the proleptic Gregorian calendar, and its number counted from 0000-03-01.
struct GregorianDay: Hashable {
  let year: Int
  let month: Int
  let day: Int

  // Years are counted from March, so that the leap day comes last; 400 of them have 146,097 days.
  private static let daysPerEra = 146_097

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day of that number; `number` counts from 0000-03-01 and is not negative.
  init(number: Int) {
    let era = number / Self.daysPerEra
    let dayOfEra = number % Self.daysPerEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (Self.daysPerEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Days since 0000-03-01.
  var number: Int {
    let shifted = month <= 2 ? year - 1 : year
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return shifted / 400 * Self.daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100
      + dayOfYear
  }

  static func dayCount(ofMonth month: Int, inYear year: Int) -> Int {
    switch month {
    case 2:
      (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
