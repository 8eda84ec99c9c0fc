package import HealthModel

extension OwnerSession {
  /// What was reached on successive days.
  ///
  /// Energy, exercise, distance and steps are sums in which time that several sources cover counts once. An hour
  /// counts as stood where any source says so. Of what nothing was measured counts what an import told, and its goals
  /// hold on days before any were set here.
  ///
  /// - Parameters:
  ///   - first: The first day, as days since 2001-01-01.
  ///   - edges: Where the days begin, and the last one ends.
  /// - Returns: One for each day.
  /// - Throws: Where the edges are none, and what reading the store throws.
  package func activitySummaries(
    from first: Int, edges: [Double]
  ) async throws -> [ActivitySummary]? {
    try ActivitySummary.check(edges, from: first)
    var goals = GoalHistory()
    if case .activityGoals(let known) = try await characteristic(.activityGoals) { goals = known }
    var wheelchair = WheelchairHistory()
    if case .wheelchairUse(let known) = try await characteristic(.wheelchairUse) {
      wheelchair = known
    }
    var days = edges.indices.dropLast().map { index in
      let day = first + index
      var summary = ActivitySummary(day: day, goal: goals.goal(on: day) ?? .usual)
      // What holds in the evening is what the day was lived by.
      summary.usesWheelchair = wheelchair.value(at: edges[index + 1].nextDown) == Self.inWheelchair
      return summary
    }
    func add(
      _ type: ObjectType, _ unit: Unit, to part: WritableKeyPath<ActivitySummary, Double>,
      where isMeant: (ActivitySummary) -> Bool = { _ in true }
    ) async throws {
      let query = StatisticsQuery(
        type, .cumulativeSum, edges: edges)
      let conversion = type.description?.canonicalUnit.flatMap {
        UnitConversion.remembered(from: $0, to: unit)
      }
      var index = 0
      for statistics in try await statistics(query) {
        while index < days.count, edges[index] < statistics.start { index += 1 }
        guard index < days.count, isMeant(days[index]), let sum = statistics.values.sum else {
          continue
        }
        days[index][keyPath: part] = conversion.map { $0(sum) } ?? sum
      }
    }
    try await add(.activeEnergyBurned, .kilocalorie, to: \.move)
    try await add(.appleExerciseTime, .minute, to: \.exercise)
    try await add(.stepCount, .count, to: \.steps) { !$0.usesWheelchair }
    try await add(.pushCount, .count, to: \.steps) { $0.usesWheelchair }
    try await add(.distanceWalkingRunning, .meter(), to: \.distance) { !$0.usesWheelchair }
    try await add(.distanceWheelchair, .meter(), to: \.distance) { $0.usesWheelchair }
    for (index, hours) in try await stoodHours(edges: edges) { days[index].stand = hours.count }
    for (day, details) in try await toldDays(first...(first + days.count - 1)) {
      days[day - first].fill(
        from: details, withGoals: !goals.changes.contains { $0.day <= day })
    }
    return days
  }

  /// What was told of days elsewhere.
  private func toldDays(_ days: ClosedRange<Int>) async throws -> [Int: Details] {
    let (start, end) = (
      ActivitySummary.dates(of: days.lowerBound).start,
      ActivitySummary.dates(of: days.upperBound).end
    )
    let query = SampleQuery(
      .activitySummary, where: .and([.start(.greaterOrEqual, start), .start(.less, end)]))
    var told: [Int: Details] = [:]
    for try await run in try await samples(query) {
      for row in 0..<run.count {
        guard case .object(.details(let details)) = run.payload[row],
          case .integer(let number) = details.values["day"], let day = Int(exactly: number),
          days.contains(day)
        else { continue }
        told[day] = details
      }
    }
    return told
  }

  private static var inWheelchair: Int64 { 2 }

  /// The hours of each day in which somebody stood, by when they began.
  private func stoodHours(edges: [Double]) async throws -> [Int: Set<Double>] {
    let query = SampleQuery(
      .appleStandHour, where: .window(from: edges.first, to: edges.last),
      order: [SortDescriptor(.start)])
    var hours: [Int: Set<Double>] = [:]
    var index = 0
    for try await run in try await samples(query) {
      guard case .category(let values) = run.payload else { continue }
      for (row, value) in values.enumerated() where value == AppleStandHourValue.stood.rawValue {
        let start = run.starts[row]
        while index < edges.count - 1, edges[index + 1] <= start { index += 1 }
        guard index < edges.count - 1, start >= edges[index] else { continue }
        let hour = ((start - edges[index]) / Self.hour).rounded(.down)
        hours[index, default: []].insert(hour)
      }
    }
    return hours
  }

  private static var hour: Double { 3_600 }
}
