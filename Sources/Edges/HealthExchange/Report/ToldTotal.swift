package import CalendarEdges
package import HealthModel
package import StoreAccess
internal import TextFormats

/// What the summaries of an export say of days, beside what the samples of those days come to in the store.
package struct ToldTotal: Hashable, Sendable {
  package let type: ObjectType
  package let unit: Unit
  /// How many days the export tells of.
  package private(set) var days = 0
  /// On how many of them the two differ by more than a hundredth.
  package private(set) var differing = 0
  package private(set) var told = 0.0
  package private(set) var stored = 0.0

  private static let parts: [(ObjectType, Unit, any KeyPath<ActivitySummary, Double> & Sendable)] =
    [
      (.activeEnergyBurned, .kilocalorie, \.move), (.appleExerciseTime, .minute, \.exercise),
    ]

  private init(_ type: ObjectType, in unit: Unit) {
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
      var total = ToldTotal(type, in: unit)
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

  private mutating func add(_ told: Double, _ stored: Double) {
    days += 1
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
