package import CalendarEdges
package import HealthModel
package import StoreAccess
internal import TextFormats

/// What the summaries of an export say of days, or its statistics of workouts, beside what the samples of those times come
/// to in the store.
package struct ToldTotal: Hashable, Sendable {
  /// What the total is of.
  package enum Subject: String, Hashable, Sendable, CaseIterable {
    case days, workouts
  }

  /// So many workouts are asked for at a time.
  private static let mostWorkouts = 256

  package let subject: Subject
  package let type: ObjectType
  package let unit: Unit
  /// Of how many the export tells.
  package private(set) var count = 0
  /// In how many of them the two differ by more than a hundredth.
  package private(set) var differing = 0
  package private(set) var told = 0.0
  package private(set) var stored = 0.0

  private static let parts: [(ObjectType, Unit, any KeyPath<ActivitySummary, Double> & Sendable)] =
    [
      (.activeEnergyBurned, .kilocalorie, \.move), (.appleExerciseTime, .minute, \.exercise),
    ]

  private init(of subject: Subject, _ type: ObjectType, in unit: Unit) {
    self.subject = subject
    self.type = type
    self.unit = unit
  }

  /// The totals of a store that has summaries of an import.
  ///
  /// - Parameters:
  ///   - data: The store.
  ///   - zone: By whose clocks the days were counted.
  /// - Returns: One for each type; none where nothing was told.
  /// - Throws: What reading the store throws.
  package static func all(
    in data: any AppAccess, by zone: TimeZoneRules
  ) async throws -> [ToldTotal] {
    var told: [ActivitySummary] = []
    for try await run in try await data.samples(SampleQuery(.activitySummary)) {
      for row in 0..<run.count {
        guard case .object(.details(let details)) = run.payload[row],
          case .integer(let number) = details.values["day"], let day = Int(exactly: number),
          GoalHistory.days.contains(day), Instant.permitted.contains(start(of: day, in: zone)),
          Instant.permitted.contains(start(of: day + 1, in: zone))
        else { continue }
        var summary = ActivitySummary(day: day, goal: .usual)
        summary.fill(from: details, withGoals: false)
        told.append(summary)
      }
    }
    guard !told.isEmpty else { return [] }
    told.sort { $0.day < $1.day }
    var totals: [ToldTotal] = []
    for (type, unit, part) in parts {
      var total = ToldTotal(of: .days, type, in: unit)
      var rest = told[...]
      while let first = rest.first {
        let some = rest.prefix { $0.day < first.day + ActivitySummary.mostDays }
        rest = rest.dropFirst(some.count)
        let sums = try await sums(
          of: type, in: unit, from: first.day, through: some[some.endIndex - 1].day, data, zone)
        for summary in some { total.add(summary[keyPath: part], sums[summary.day] ?? 0) }
      }
      totals.append(total)
    }
    return totals
  }

  /// The totals of workouts, of which an export tells what was done in them.
  ///
  /// - Parameters:
  ///   - told: By type; of workouts that overlap the first counts.
  ///   - data: The store.
  /// - Returns: One for each type.
  /// - Throws: What reading the store throws.
  package static func ofWorkouts(
    _ told: [ObjectType: [WorkoutSum]], in data: any AppAccess
  ) async throws -> [ToldTotal] {
    var totals: [ToldTotal] = []
    for (type, all) in told.sorted(by: { $0.key < $1.key }) {
      guard let canonical = type.description?.canonicalUnit,
        let unit = type.description?.readingUnit(),
        let conversion = UnitConversion.remembered(from: canonical, to: unit)
      else { continue }
      var sums: [WorkoutSum] = []
      for sum in all.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) })
      where sum.start < sum.end && sum.start >= sums.last?.end ?? -.infinity { sums.append(sum) }
      var total = ToldTotal(of: .workouts, type, in: unit)
      for first in stride(from: 0, to: sums.count, by: mostWorkouts) {
        let some = sums[first..<min(first + mostWorkouts, sums.count)]
        var edges: [Double] = []
        for sum in some {
          if edges.last != sum.start { edges.append(sum.start) }
          edges.append(sum.end)
        }
        var query = StatisticsQuery(type, .cumulativeSum)
        query.edges = edges
        var stored: [Double: Double] = [:]
        for bucket in try await data.statistics(query).statistics {
          stored[bucket.start] = bucket.values.sum
        }
        for sum in some { total.add(conversion(sum.sum), conversion(stored[sum.start] ?? 0)) }
      }
      totals.append(total)
    }
    return totals
  }

  private mutating func add(_ told: Double, _ stored: Double) {
    count += 1
    self.told += told
    self.stored += stored
    if abs(told - stored) > 0.01 * max(abs(told), abs(stored)) { differing += 1 }
  }

  private static func start(of day: Int, in zone: TimeZoneRules) -> Double {
    zone.instant(of: LocalTime(CivilDate(dayNumber: day)))
  }

  /// The sum of each day that has one.
  private static func sums(
    of type: ObjectType, in unit: Unit, from first: Int, through last: Int,
    _ data: any AppAccess, _ zone: TimeZoneRules
  ) async throws -> [Int: Double] {
    var query = StatisticsQuery(type, .cumulativeSum)
    let start = start(of: first, in: zone)
    query.edges = try BucketEdges(every: CalendarInterval(.day), from: start, in: zone).edges(
      from: start, to: self.start(of: last + 1, in: zone), atMost: ActivitySummary.mostDays + 2)
    let conversion = try type.description?.canonicalUnit.map {
      try UnitConversion(from: $0, to: unit)
    }
    var sums: [Int: Double] = [:]
    for bucket in try await data.statistics(query).statistics {
      guard let sum = bucket.values.sum else { continue }
      sums[zone.localTime(at: bucket.start).date.dayNumber] = conversion?(sum) ?? sum
    }
    return sums
  }
}
