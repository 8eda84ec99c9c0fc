/// The summaries of some days.
final class ActivityPredicate: NSPredicate {
  /// Which days; `nil` for none.
  let days: ClosedRange<Int>?

  init(_ days: ClosedRange<Int>?) {
    self.days = days
    super.init(value: true)
  }

  required init?(coder: NSCoder) { nil }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool
  {
    guard let day = (object as? HKActivitySummary)?.day else { return false }
    return days?.contains(day) ?? false
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? ActivityPredicate).map { $0.days == days } ?? false
  }

  override var hash: Int { days.hashValue }

  override var description: String {
    days.map { "\(CalendarDay.text($0.lowerBound))...\(CalendarDay.text($0.upperBound))" }
      ?? "no day"
  }
}

extension HKQuery {
  /// The summary of a day; stops for components with an hour, and without a calendar.
  ///
  /// It is named by era, year, month and day and the calendar that they are of.
  public class func predicateForActivitySummary(
    with dateComponents: DateComponents
  ) -> NSPredicate {
    ActivityPredicate(day(dateComponents).map { $0...$0 })
  }

  /// The summaries from one day to another, both of them with it; see `predicateForActivitySummary(with:)`.
  public class func predicate(
    forActivitySummariesBetweenStart startDateComponents: DateComponents,
    end endDateComponents: DateComponents
  ) -> NSPredicate {
    guard let first = day(startDateComponents), let last = day(endDateComponents), first <= last
    else { return ActivityPredicate(nil) }
    return ActivityPredicate(first...last)
  }

  private class func day(_ components: DateComponents) -> Int? {
    if components.hour != nil {
      stop("Activity Summary Date Components Require Hour to not be set")
    }
    guard components.calendar != nil else {
      stop("Activity Summary Date Components Require a calendar")
    }
    return CalendarDay.number(of: components)
  }
}

/// Which days a predicate may match.
enum DaySpan: Hashable {
  case every
  case none
  case days(ClosedRange<Int>)

  init(of predicate: NSPredicate?) {
    switch predicate {
    case let predicate as ActivityPredicate: self = predicate.days.map { .days($0) } ?? .none
    case let predicate as NSCompoundPredicate where predicate.compoundPredicateType == .and:
      self = predicate.subpredicates.reduce(DaySpan.every) { span, part in
        span.intersection(DaySpan(of: part))
      }
    default: self = .every
    }
  }

  private func intersection(_ other: Self) -> Self {
    switch (self, other) {
    case (.every, let span), (let span, .every): span
    case (.days(let one), .days(let two)) where one.overlaps(two): .days(one.clamped(to: two))
    default: .none
    }
  }
}
