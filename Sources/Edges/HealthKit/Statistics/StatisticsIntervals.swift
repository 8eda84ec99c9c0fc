internal import HealthModel

/// The buckets of a collection: intervals of a calendar's units, in both directions from an anchor.
struct StatisticsIntervals: Sendable {
  let anchor: Date
  let components: DateComponents
  let calendar: Calendar
  /// How long all of them are, where that is the same everywhere.
  private let length: TimeInterval?

  /// - Parameters:
  ///   - anchor: Where one bucket begins.
  ///   - components: How long each is.
  /// - Throws: Where the components are no length of time.
  init(anchor: Date, components: DateComponents) throws(HKError) {
    self.anchor = anchor
    self.components = components
    var calendar = components.calendar ?? .current
    if let zone = components.timeZone { calendar.timeZone = zone }
    self.calendar = calendar
    guard let next = calendar.date(byAdding: components, to: anchor), next > anchor else {
      throw .invalid("the interval components are no length of time")
    }
    let isSteady = [
      components.year, components.quarter, components.month, components.weekOfYear,
      components.weekOfMonth, components.weekday, components.day, components.nanosecond,
    ].allSatisfy { $0 == nil || $0 == 0 }
    length = isSteady ? next.timeIntervalSince(anchor) : nil
  }

  /// Where the bucket of a number begins; the one at the anchor is number 0.
  func start(_ number: Int) -> Date {
    if let length { return anchor + Double(number) * length }
    return calendar.date(byAdding: components.multiplied(by: number), to: anchor) ?? anchor
  }

  /// The number of the bucket that a date is in.
  func number(of date: Date) -> Int {
    let length = start(1).timeIntervalSince(anchor)
    var number = Int((date.timeIntervalSince(anchor) / length).rounded(.down))
    // The lengths of days, months and years differ, so that the guess may be some off; what is left to
    // go shrinks with each step.
    for _ in 0..<64 {
      let begin = start(number)
      let off = Int((date.timeIntervalSince(begin) / length).rounded(.down))
      if off == 0 || abs(off) == 1 { break }
      number += off
    }
    while start(number) > date { number -= 1 }
    while start(number + 1) <= date { number += 1 }
    return number
  }

  /// Where the buckets begin and end that two dates and all between them are in.
  ///
  /// - Throws: Where there are more of them than an answer can have.
  func edges(from start: Date, to end: Date) throws(HKError) -> [Double] {
    let (first, last) = (number(of: start), number(of: end))
    guard last - first < StatisticsQuery.mostEdges - 2 else {
      throw .invalid(
        "the samples reach over more than \(StatisticsQuery.mostEdges) intervals: narrow the predicate, or "
          + "take longer intervals")
    }
    return (first...last + 1).map { self.start($0).timeIntervalSinceReferenceDate }
  }

  /// The bucket that a date is in.
  func interval(containing date: Date) -> DateInterval {
    let number = number(of: date)
    return DateInterval(start: start(number), end: start(number + 1))
  }
}

extension DateComponents {
  fileprivate func multiplied(by factor: Int) -> DateComponents {
    var result = DateComponents()
    result.year = year.map { $0 * factor }
    result.quarter = quarter.map { $0 * factor }
    result.month = month.map { $0 * factor }
    result.weekOfYear = weekOfYear.map { $0 * factor }
    result.weekOfMonth = weekOfMonth.map { $0 * factor }
    result.weekday = weekday.map { $0 * factor }
    result.day = day.map { $0 * factor }
    result.hour = hour.map { $0 * factor }
    result.minute = minute.map { $0 * factor }
    result.second = second.map { $0 * factor }
    result.nanosecond = nanosecond.map { $0 * factor }
    return result
  }
}
