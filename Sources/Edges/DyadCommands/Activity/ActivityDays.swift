internal import CalendarEdges
internal import HealthModel
internal import StoreAccess
internal import TextFormats

/// Successive days and what was reached on them.
struct ActivityDays {
  /// Which days.
  enum Period: String, CaseIterable {
    case today
    case week
    case month
  }

  private(set) var summaries: [ActivitySummary]
  let period: Period

  /// Reads the days that end with the one of an instant.
  ///
  /// A week has seven days, a month those of the calendar's month until then.
  init(
    _ data: any OwnerAccess, _ period: Period, endingAt instant: Double, in zone: TimeZoneRules
  ) async throws {
    self.period = period
    let last = zone.localTime(at: instant).date
    let first =
      switch period {
      case .today: last.dayNumber
      case .week: last.dayNumber - 6
      case .month: CivilDate(last.year, last.month, 1).dayNumber
      }
    let edges = (first...(last.dayNumber + 1)).map {
      zone.instant(of: LocalTime(CivilDate(dayNumber: $0)))
    }
    summaries = try await data.activitySummaries(from: first, edges: edges)
  }

  /// Whether nothing was measured on any of them.
  var isEmpty: Bool { summaries.allSatisfy(\.isEmpty) }

  /// "2026-11-26".
  static func date(_ day: Int) -> String { CivilDate(dayNumber: day).text }

  /// "Mon".
  static func weekday(_ day: Int) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][CivilDate(dayNumber: day).daysSinceMonday]
  }
}
