package import HealthModel

/// What was reached on days, and then the days that become different, for as long as somebody goes on.
///
/// It can be gone through once. Permission that goes makes it silent, until it comes back.
package struct LiveActivity: AsyncSequence, Sendable {
  package typealias Element = [ActivitySummary]

  let access: any LocalAccess
  let first: Int
  let edges: [Double]
  let wakeups: AsyncStream<Void>

  package struct AsyncIterator: AsyncIteratorProtocol {
    let activity: LiveActivity
    var wakeups: AsyncStream<Void>.AsyncIterator
    /// What was told of each day; `nil` before the first answer.
    var told: [Int: ActivitySummary]?

    package mutating func next() async throws -> [ActivitySummary]? {
      while true {
        if told != nil, await wakeups.next(isolation: #isolation) == nil { return nil }
        guard let all = try await summaries() else {
          // Nothing is told, and there being nothing looks alike.
          guard told == nil else { continue }
          told = [:]
          return []
        }
        let now = Dictionary(uniqueKeysWithValues: all.map { ($0.day, $0) })
        let isFirst = told == nil
        let gone = (told ?? [:]).values.filter { now[$0.day] == nil }.map {
          ActivitySummary(day: $0.day, goal: $0.goal)
        }
        let changed = all.filter { told?[$0.day] != $0 } + gone.sorted { $0.day < $1.day }
        told = now
        if isFirst || !changed.isEmpty { return changed }
      }
    }

    /// All days; `nil` where the app may not know, or may no more.
    private func summaries() async throws -> [ActivitySummary]? {
      do {
        return try await activity.access.activitySummaries(
          from: activity.first, edges: activity.edges)
      } catch let error as ModelError where told != nil && error.isAboutPermission {
        return nil
      }
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(activity: self, wakeups: wakeups.makeAsyncIterator())
  }
}

extension LocalAccess {
  /// What was reached on successive days, and then the days that become different.
  ///
  /// - Parameters:
  ///   - first: The first day, as days since 2001-01-01.
  ///   - edges: Where the days begin, and the last one ends.
  /// - Returns: First all of the days, as `activitySummaries` has them. One of which there is nothing any more comes as
  ///   one on which nothing was measured.
  /// - Throws: Where the edges are none.
  package func liveActivity(from first: Int, edges: [Double]) throws(ModelError) -> LiveActivity {
    try ActivitySummary.check(edges, from: first)
    let records = [Characteristic.Kind.activityGoals, .wheelchairUse].map {
      RecordKey.characteristic($0).text
    }
    return LiveActivity(
      access: self, first: first, edges: edges,
      wakeups: store.published.wakeups(for: ActivitySummary.types, records: Set(records)))
  }
}
