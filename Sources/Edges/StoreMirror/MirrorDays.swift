internal import CalendarEdges
internal import HealthModel
internal import PostgresCore
internal import StoreAccess
internal import TextFormats

/// The summaries of days, as one transaction of a mirror puts them in place of others.
struct MirrorDays: Sendable {
  /// Those days that are told anew.
  let stale: StaleDays
  /// What they come to; days on which nothing was measured have no row.
  private(set) var summaries: [(date: CivilDate, summary: ActivitySummary)] = []

  /// Works them out.
  ///
  /// - Parameters:
  ///   - stale: Which ones.
  ///   - data: The store.
  ///   - zone: Whose clocks say what a day is.
  /// - Throws: What the store says.
  init(_ stale: StaleDays, of data: any OwnerAccess, in zone: TimeZoneRules) async throws {
    self.stale = stale
    guard stale.areAll else {
      for days in stale.stretches {
        let dates = [days.lowerBound, days.upperBound + 1].map {
          zone.instant(of: LocalTime(CivilDate(dayNumber: $0)))
        }
        try await add(from: dates[0], to: dates[1].nextDown, of: data, in: zone)
      }
      return
    }
    let types = ActivitySummary.types.intersection(try await data.counts().keys)
    guard let span = try await data.span(of: types) else { return }
    try await add(from: span.from, to: span.to, of: data, in: zone)
  }

  private mutating func add(
    from: Double, to: Double, of data: any OwnerAccess, in zone: TimeZoneRules
  ) async throws {
    let first = zone.instant(of: LocalTime(zone.localTime(at: from).date))
    let edges = try BucketEdges(every: CalendarInterval(1, .day), from: first, in: zone)
      .edges(from: first, to: max(first, to), atMost: Self.mostEdges)
    for start in stride(from: 0, to: edges.count - 1, by: ActivitySummary.mostDays) {
      let end = min(start + ActivitySummary.mostDays, edges.count - 1)
      let piece = Array(edges[start...end])
      let days = try await data.activitySummaries(
        from: zone.localTime(at: piece[0]).date.dayNumber, edges: piece)
      for (summary, edge) in zip(days, piece) where !summary.isEmpty {
        // A zone may have left out a day of the calendar.
        summaries.append((zone.localTime(at: edge).date, summary))
      }
    }
  }

  private static let mostEdges = 100_000

  /// The rows of the table of summaries.
  func rows(of subject: SampleUUID) -> CopyRows {
    var rows = CopyRows()
    for (date, day) in summaries {
      rows.begin(11)
      rows.add(subject.bytes)
      rows.add(day: date.dayNumber)
      for number in [day.move, day.goal.move, day.exercise, day.goal.exercise] { rows.add(number) }
      rows.add(Int32(clamping: day.stand))
      for number in [day.goal.stand, day.steps, day.distance] { rows.add(number) }
      rows.add([day.usesWheelchair ? 1 : 0])
    }
    return rows
  }

  /// What summaries are made of beside samples, as text that is the same only where all of it is: the zone, goals
  /// and the use of a wheelchair.
  static func basis(
    of data: any OwnerAccess, in zone: TimeZoneRules
  ) async throws -> String {
    // FNV-1a.
    var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ numbers: UInt64...) {
      for number in numbers { mixed = (mixed ^ number) &* 0x100_0000_01B3 }
    }
    if case .activityGoals(let goals) = try await data.characteristic(.activityGoals) {
      for change in goals.changes {
        let goal = change.goal
        mix(
          UInt64(bitPattern: Int64(change.day)), goal.move.bitPattern, goal.exercise.bitPattern,
          goal.stand.bitPattern)
      }
    }
    mix(0)
    if case .wheelchairUse(let uses) = try await data.characteristic(.wheelchairUse) {
      for change in uses.changes {
        mix(change.since.bitPattern, UInt64(bitPattern: change.value))
      }
    }
    return "\(zone.name) \(String(mixed, radix: 16))"
  }
}
