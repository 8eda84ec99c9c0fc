internal import CalendarEdges
internal import HealthModel
internal import SQLiteCore
internal import StoreAccess
internal import TextFormats

/// What days come to, as the engine works it out: time that several sources cover counts once.
struct DayTables: Sendable {
  let data: any OwnerAccess
  let zone: TimeZoneRules
  /// Where zones lie.
  let folder: String

  /// `daily(type, zone)`: the days of a type of quantities that have any.
  func daily(_ units: [ObjectType: Unit]) -> ListTable {
    ListTable(
      columns: [
        TableColumn("day", "TEXT"), TableColumn("sum", "REAL"), TableColumn("average", "REAL"),
        TableColumn("minimum", "REAL"), TableColumn("maximum", "REAL"), TableColumn("unit", "TEXT"),
        TableColumn("type", "TEXT", .argument), TableColumn("zone", "TEXT", .argument),
      ], key: ["day", "type", "zone"], arguments: [0, 6, 7]
    ) { request in
      guard let name = request.value(of: 6)?.string else {
        throw TableFailure("daily needs a type: select * from daily('stepCount')")
      }
      guard let type = ObjectType(named: name) else {
        throw TableFailure(
          "there is no type \(name); select * from types lists those that are there")
      }
      guard let unit = units[type], let canonical = type.description?.canonicalUnit else {
        throw TableFailure("\(type.name) has no quantities")
      }
      let zone = try zone(request.value(of: 7))
      let isSum = type.description?.aggregation == .cumulative
      var query = StatisticsQuery(type, isSum ? .cumulativeSum : .discrete)
      guard let edges = try await edges(of: [type], request, in: zone) else { return [] }
      query.edges = edges
      let convert = try UnitConversion(from: canonical, to: unit)
      func cell(_ value: Double?) -> SQLValue { value.map { .number(convert($0)) } ?? .null }
      return try await data.statistics(query).statistics.map { bucket in
        let values = bucket.values
        return [
          .text(zone.localTime(at: bucket.start).date.text), cell(values.sum), cell(values.average),
          cell(values.minimum), cell(values.maximum), .text(unit.unitString), .text(type.name),
          request.value(of: 7) ?? .null,
        ]
      }
    }
  }

  /// `summaries(zone)`: the rings of each day on which anything was measured.
  var summaries: ListTable {
    ListTable(
      columns: [
        TableColumn("day", "TEXT"), TableColumn("move", "REAL"), TableColumn("move_goal", "REAL"),
        TableColumn("exercise", "REAL"), TableColumn("exercise_goal", "REAL"),
        TableColumn("stand", "INTEGER"), TableColumn("stand_goal", "REAL"),
        TableColumn("steps", "REAL"), TableColumn("distance", "REAL"),
        TableColumn("uses_wheelchair", "INTEGER"), TableColumn("zone", "TEXT", .argument),
      ], key: ["day", "zone"], arguments: [0, 10]
    ) { request in
      let zone = try zone(request.value(of: 10))
      let types = ActivitySummary.types.intersection(try await data.counts().keys)
      guard let edges = try await edges(of: types, request, in: zone) else { return [] }
      let first = zone.localTime(at: edges[0]).date.dayNumber
      var rows: [[SQLValue]] = []
      for start in stride(from: 0, to: edges.count - 1, by: ActivitySummary.mostDays) {
        let end = min(start + ActivitySummary.mostDays, edges.count - 1)
        let days = try await data.activitySummaries(
          from: first + start, edges: Array(edges[start...end]))
        // A zone may have left out a day of the calendar.
        rows += zip(days, edges[start...]).filter { !$0.0.isEmpty }.map { day, edge in
          [
            .text(zone.localTime(at: edge).date.text), .number(day.move), .number(day.goal.move),
            .number(day.exercise), .number(day.goal.exercise), .integer(Int64(day.stand)),
            .number(day.goal.stand), .number(day.steps), .number(day.distance),
            .integer(day.usesWheelchair ? 1 : 0), request.value(of: 10) ?? .null,
          ]
        }
      }
      return rows
    }
  }

  /// The days from the first sample of types to the last, as far as the conditions on the day let them through; `nil`
  /// where there is none.
  private func edges(
    of types: Set<ObjectType>, _ request: TableRequest, in zone: TimeZoneRules
  ) async throws -> [Double]? {
    guard var (from, to) = try await data.span(of: types) else { return nil }
    for condition in request.conditions where condition.column == 0 {
      // A day of another zone begins at most a day earlier or later.
      guard let days = SampleConditions.days(condition.value) else { continue }
      let lower = days.lowerBound - Instant.secondsPerDay
      let upper = days.upperBound + Instant.secondsPerDay
      switch condition.comparison {
      case .equal: (from, to) = (max(from, lower), min(to, upper))
      case .greater, .greaterOrEqual: from = max(from, lower)
      case .less, .lessOrEqual: to = min(to, upper)
      case .limit, .offset: break
      }
    }
    guard from <= to else { return nil }
    let first = zone.instant(of: LocalTime(zone.localTime(at: from).date))
    do throws(CalendarError) {
      let interval = CalendarInterval(1, .day)
      return try BucketEdges(every: interval, from: first, in: zone)
        .edges(from: from, to: to, atMost: 100_000)
    } catch {
      throw TableFailure(error.description)
    }
  }

  private func zone(_ value: SQLValue?) throws -> TimeZoneRules {
    guard let name = value?.string else { return zone }
    do throws(CalendarError) {
      return try TimeZoneRules.named(name, in: folder)
    } catch {
      throw TableFailure(error.description)
    }
  }
}

/// Why a table cannot be read, as SQLite tells it.
struct TableFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
