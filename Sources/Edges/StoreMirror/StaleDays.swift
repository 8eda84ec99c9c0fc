internal import CalendarEdges
internal import HealthModel
internal import TextFormats

/// The days whose summaries in a database may be others than those of the store.
struct StaleDays: Hashable, Sendable {
  /// As many as are told one by one.
  private static let most = 366

  private(set) var areAll = false
  /// By the calendar where somebody is, counted from 2001-01-01.
  private(set) var days: Set<Int> = []

  var isEmpty: Bool { !areAll && days.isEmpty }

  /// Any day may be.
  mutating func addAll() {
    areAll = true
    days = []
  }

  /// Those of others as well.
  mutating func formUnion(_ other: StaleDays) {
    if other.areAll { return addAll() }
    guard !areAll else { return }
    days.formUnion(other.days)
    if days.count > Self.most { addAll() }
  }

  /// The days of samples, where those count there.
  mutating func add(_ run: SampleRun, in zone: TimeZoneRules) {
    guard !areAll, ActivitySummary.types.contains(run.type) else { return }
    // Most samples lie in the day of the one before.
    var known = 0.0..<0.0
    for row in 0..<run.count {
      let (start, end) = (run.starts[row], run.ends[row])
      if known.contains(start), known.contains(end) { continue }
      let day = zone.localTime(at: start).date.dayNumber
      add(from: start, to: end, in: zone)
      if areAll { return }
      let dates = [day, day + 1].map { zone.instant(of: LocalTime(CivilDate(dayNumber: $0))) }
      known = dates[0]..<max(dates[0], dates[1])
    }
  }

  /// The days of something that lasted.
  mutating func add(from start: Double, to end: Double, in zone: TimeZoneRules) {
    guard !areAll else { return }
    let first = zone.localTime(at: start).date.dayNumber
    let last = zone.localTime(at: max(start, end)).date.dayNumber
    guard last - first < Self.most else { return addAll() }
    days.formUnion(first...last)
    if days.count > Self.most { addAll() }
  }

  /// Days that follow each other, together.
  var stretches: [ClosedRange<Int>] {
    days.sorted().reduce(into: []) { stretches, day in
      if let last = stretches.last, last.upperBound == day - 1 {
        stretches[stretches.count - 1] = last.lowerBound...day
      } else {
        stretches.append(day...day)
      }
    }
  }
}
