package import TextFormats

/// A moment as the clocks of a place show it.
package struct LocalTime: Hashable, Sendable {
  package var date: CivilDate
  /// 0 to 86,399.
  package var secondOfDay: Int

  package init(_ date: CivilDate, secondOfDay: Int = 0) {
    self.date = date
    self.secondOfDay = secondOfDay
  }

  init(seconds: Int) {
    let day = seconds.flooredQuotient(by: 86_400)
    self.init(CivilDate(dayNumber: day), secondOfDay: seconds - day * 86_400)
  }

  /// Seconds since 2001-01-01T00:00 on the same clocks, had they never been changed.
  var seconds: Int { date.dayNumber * 86_400 + secondOfDay }
}

extension TimeZoneRules {
  /// Offsets reach from a day and an hour behind UTC to a day and two hours ahead of it.
  private static let mostOffset = 93_600

  /// What clocks show at an instant, without its part of a second.
  package func localTime(at instant: Double) -> LocalTime {
    let second = Self.second(of: instant)
    return LocalTime(seconds: second + offset(at: second))
  }

  /// When clocks show a time.
  ///
  /// - Parameter time: A time that they show twice is the first of the two. A time that they skip moves
  ///   forward by as much as they skip.
  /// - Returns: The instant.
  package func instant(of time: LocalTime) -> Double {
    Double(instant(ofLocal: time.seconds))
  }

  /// When clocks show a number of seconds.
  package func instant(ofLocal local: Int) -> Int {
    let end = local + Self.mostOffset
    var offset = offset(at: local - Self.mostOffset)
    for next in transitions(from: local - Self.mostOffset + 1, through: end) {
      if local - offset < next { break }
      let after = self.offset(at: next)
      // Clocks skip it.
      if local < next + after { break }
      offset = after
    }
    return local - offset
  }

  /// When the minute, hour, day, week, month or year began in which an instant lies.
  ///
  /// Weeks begin on Monday.
  package func start(of unit: CalendarInterval.Unit, at instant: Double) -> Double {
    let second = Self.second(of: instant)
    var time = LocalTime(seconds: second + offset(at: second))
    let date = time.date
    switch unit {
    // Elapsed time, so that an hour that clocks show twice has two beginnings.
    case .minute: return Double(second - time.secondOfDay % 60)
    case .hour: return Double(second - time.secondOfDay % 3_600)
    case .day: break
    case .week: time.date = CivilDate(dayNumber: date.dayNumber - date.daysSinceMonday)
    case .month: time.date = CivilDate(date.year, date.month, 1)
    case .year: time.date = CivilDate(date.year, 1, 1)
    }
    time.secondOfDay = 0
    return self.instant(of: time)
  }
}
