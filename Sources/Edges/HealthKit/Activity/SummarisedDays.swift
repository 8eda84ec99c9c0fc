internal import HealthModel
internal import StoreAccess

/// The days of a question for activity summaries.
struct SummarisedDays: @unchecked Sendable {
  /// Days to come for which a question without an end goes on.
  private static let daysAhead = 40

  /// Predicates never change.
  private let predicate: NSPredicate?
  /// The days in parts as large as a store tells at a time, the latest first; that there is no first one is known when
  /// a part has nothing.
  let parts: [ClosedRange<Int>]
  let isOpen: Bool

  init(matching predicate: NSPredicate?) {
    self.predicate = predicate
    let most = ActivitySummary.mostDays
    switch DaySpan(of: predicate) {
    case .none:
      parts = []
      isOpen = false
    case .days(let days):
      let last = min(days.upperBound, GoalHistory.days.upperBound)
      let first = max(days.lowerBound, GoalHistory.days.lowerBound)
      parts = stride(from: last, through: first, by: -most).map { max(first, $0 - most + 1)...$0 }
      isOpen = false
    case .every:
      let last = CalendarDay.number(of: Date()) + Self.daysAhead
      parts = (0..<8).map { part in
        (last - (part + 1) * most + 1)...(last - part * most)
      }
      isOpen = true
    }
  }

  /// Those of the summaries that are asked for, in the order of their days.
  func matching(_ summaries: some Collection<ActivitySummary>) -> [HKActivitySummary] {
    summaries.filter { !$0.isEmpty }.sorted { $0.day < $1.day }.map { HKActivitySummary($0) }
      .filter { predicate?.evaluate(with: $0) ?? true }
  }
}

extension StoreReader {
  /// The summaries of days on which anything was measured.
  func summaries(of days: SummarisedDays) async throws -> [HKActivitySummary] {
    days.matching(try await older(days.parts, isOpen: days.isOpen))
  }

  /// The summaries, and all of them again whenever one of the latest part became different, until the task is cancelled.
  func follow(
    _ days: SummarisedDays, _ tell: ([HKActivitySummary]) async -> Void
  ) async throws {
    guard let latest = days.parts.first else { return await tell([]) }
    let older = try await older(Array(days.parts.dropFirst()), isOpen: days.isOpen)
    var known = Dictionary(uniqueKeysWithValues: older.map { ($0.day, $0) })
    let news = try await access.followActivity(
      from: latest.lowerBound, edges: CalendarDay.edges(latest))
    for try await changed in news {
      for summary in changed { known[summary.day] = summary }
      await tell(days.matching(known.values))
    }
  }

  private func older(
    _ parts: [ClosedRange<Int>], isOpen: Bool
  ) async throws -> [ActivitySummary] {
    var found: [ActivitySummary] = []
    for (index, part) in parts.enumerated() {
      let summaries = try await access.activitySummaries(
        from: part.lowerBound, edges: CalendarDay.edges(part)
      ).filter { !$0.isEmpty }
      found += summaries
      if isOpen, index > 0, summaries.isEmpty { break }
    }
    return found
  }
}
