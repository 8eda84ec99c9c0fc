package import CalendarEdges
package import HealthModel
package import StoreAccess
internal import TextFormats

/// What the summaries of an export say of days, beside what the samples of those days come to in the store.
package struct ToldTotal: Hashable, Sendable {
  package let type: ObjectType
  package let unit: Unit
  /// On how many days something was told.
  package private(set) var days = 0
  /// On how many of them the two differ by more than a hundredth.
  package private(set) var differing = 0
  package private(set) var told = 0.0
  package private(set) var stored = 0.0

  private static let parts: [(ObjectType, Unit, field: String)] = [
    (.activeEnergyBurned, .kilocalorie, "energy"), (.appleExerciseTime, .minute, "exercise"),
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
  /// - Returns: One for each type of which something was told.
  /// - Throws: What reading the store throws.
  package static func all(
    in data: any AppAccess, by zone: TimeZoneRules
  ) async throws -> [ToldTotal] {
    var told: [Int: Details] = [:]
    for try await run in try await data.samples(SampleQuery(.activitySummary)) {
      for row in 0..<run.count {
        guard case .object(.details(let details)) = run.payload[row],
          case .integer(let number) = details.values["day"], let day = Int(exactly: number)
        else { continue }
        told[day] = details
      }
    }
    guard let first = told.keys.min(), let last = told.keys.max() else { return [] }
    var totals: [ToldTotal] = []
    for (type, unit, field) in parts {
      var stored: [Int: Double] = [:]
      for start in stride(from: first, through: last, by: ActivitySummary.mostDays) {
        let days = start...min(start + ActivitySummary.mostDays - 1, last)
        for (day, sum) in try await sums(of: type, on: days, in: data, by: zone) {
          stored[day] = sum
        }
      }
      var total = ToldTotal(type, in: unit)
      for (day, details) in told {
        guard case .quantity(let quantity) = details.values[field] else { continue }
        total.add(
          try quantity.value(in: unit),
          try stored[day].map { try type.canonical($0, in: unit) } ?? 0)
      }
      if total.days > 0 { totals.append(total) }
    }
    return totals
  }

  private mutating func add(_ told: Double, _ stored: Double) {
    days += 1
    self.told += told
    self.stored += stored
    if abs(told - stored) > 0.01 * max(abs(told), abs(stored)) { differing += 1 }
  }

  /// The sums of days, in the canonical unit.
  private static func sums(
    of type: ObjectType, on days: ClosedRange<Int>, in data: any AppAccess, by zone: TimeZoneRules
  ) async throws -> [(day: Int, sum: Double)] {
    var query = StatisticsQuery(type, .cumulativeSum)
    // A zone may have left out a day of the calendar.
    let edges = (days.lowerBound...days.upperBound + 1).map {
      zone.instant(of: LocalTime(CivilDate(dayNumber: $0)))
    }
    query.edges = edges.enumerated().filter { $0.offset == 0 || edges[$0.offset - 1] < $0.element }
      .map(\.element)
    return try await data.statistics(query).statistics.compactMap { bucket in
      bucket.values.sum.map { (zone.localTime(at: bucket.start).date.dayNumber, $0) }
    }
  }
}

extension ObjectType {
  /// A value in the canonical unit of the type, in another one.
  fileprivate func canonical(_ value: Double, in unit: Unit) throws(ModelError) -> Double {
    guard let canonical = description?.canonicalUnit else { return value }
    return try Quantity(value, canonical).value(in: unit)
  }
}
