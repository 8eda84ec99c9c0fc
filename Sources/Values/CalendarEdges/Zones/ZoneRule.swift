private import TextFormats

/// How clocks change each year, as the environment variable TZ and the last line of zone files say it.
struct ZoneRule: Hashable {
  /// A moment of each year by the clocks that it changes.
  struct Change: Hashable {
    /// A day of each year.
    enum Day: Hashable {
      /// 1 to 365; February 29 is not counted.
      case withoutLeapDay(Int)
      /// 0 to 365; February 29 is counted.
      case counted(Int)
      /// A month, a week of it from 1 to 5, of which 5 is the last, and a day from Sunday, 0.
      case weekday(month: Int, week: Int, day: Int)
    }

    var day: Day
    /// From the day's midnight; more than a day in either direction is allowed.
    var seconds = 7_200
  }

  /// The time that differs from the usual, and between which changes it holds.
  struct Summer: Hashable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// Seconds ahead of UTC at the usual time.
  var offset: Int
  var summer: Summer?

  /// Seconds ahead of UTC at an instant, in seconds since 2001.
  func offset(at instant: Int) -> Int {
    guard let summer else { return offset }
    let isSummer = changes(in: years(instant, instant)).last { $0.instant <= instant }?.isStart
    return isSummer ?? false ? summer.offset : offset
  }

  /// The instants between two, both included, at which clocks may change, ascending.
  func changes(from: Int, through: Int) -> [Int] {
    changes(in: years(from, through)).map(\.instant).filter { (from...through).contains($0) }
  }

  // A change may fall on the last days of the year before, or the first ones of the next.
  private func years(_ from: Int, _ through: Int) -> ClosedRange<Int> {
    let first = CivilDate(dayNumber: from.flooredQuotient(by: 86_400)).year
    let last = CivilDate(dayNumber: through.flooredQuotient(by: 86_400)).year
    return first - 2...max(first, last) + 2
  }

  private func changes(in years: ClosedRange<Int>) -> [(instant: Int, isStart: Bool)] {
    guard let summer else { return [] }
    var changes: [(instant: Int, isStart: Bool)] = []
    for year in years {
      changes.append((summer.start.seconds(in: year) - offset, true))
      changes.append((summer.end.seconds(in: year) - summer.offset, false))
    }
    // Where summer lasts all year, one begins as the other ends, and the one that begins holds.
    return changes.sorted { ($0.instant, $0.isStart ? 1 : 0) < ($1.instant, $1.isStart ? 1 : 0) }
  }
}

extension ZoneRule.Change {
  /// Seconds from 2001-01-01T00:00 by the clocks to the moment in that year.
  fileprivate func seconds(in year: Int) -> Int {
    dayNumber(in: year) * 86_400 + seconds
  }

  private func dayNumber(in year: Int) -> Int {
    let first = CivilDate(year, 1, 1).dayNumber
    switch day {
    case .counted(let number): return first + number
    case .withoutLeapDay(let number):
      return first + number - (CivilDate.isLeap(year) && number >= 60 ? 0 : 1)
    case .weekday(let month, let week, let day):
      let date = CivilDate(year, month, 1)
      let wanted = (day + 6) % 7
      var number = date.dayNumber + (wanted - date.daysSinceMonday + 7) % 7 + (week - 1) * 7
      if number >= date.dayNumber + CivilDate.dayCount(ofMonth: month, inYear: year) { number -= 7 }
      return number
    }
  }
}
