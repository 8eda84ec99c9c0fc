package import HealthModel

extension OwnerSession {
  /// What was reached on successive days.
  ///
  /// Energy, exercise, distance and steps are sums in which time that several sources cover counts once. An hour
  /// counts as stood where any source says so. Of what nothing was measured counts what an import told, and its goals
  /// hold on days before any were set here; where none did, exercise is the time of workouts, and hours are those of
  /// steps.
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
      summary.usesWheelchair =
        wheelchair.value(at: edges[index + 1].nextDown) == WheelchairHistory.yes
      return summary
    }
    // Each is read for itself, at once.
    async let move = sums(of: .activeEnergyBurned, in: .kilocalorie, edges)
    async let exercise = sums(of: .appleExerciseTime, in: .minute, edges)
    async let steps = sums(of: .stepCount, in: .count, edges)
    async let pushes = sums(of: .pushCount, in: .count, edges)
    async let walked = sums(of: .distanceWalkingRunning, in: .meter(), edges)
    async let rolled = sums(of: .distanceWheelchair, in: .meter(), edges)
    async let stood = stoodHours(edges: edges)
    async let told = toldDays(first...(first + edges.count - 2))
    for (index, sum) in try await move { days[index].move = sum }
    for (index, sum) in try await exercise { days[index].exercise = sum }
    for (index, sum) in try await steps where !days[index].usesWheelchair {
      days[index].steps = sum
    }
    for (index, sum) in try await pushes where days[index].usesWheelchair {
      days[index].steps = sum
    }
    for (index, sum) in try await walked where !days[index].usesWheelchair {
      days[index].distance = sum
    }
    for (index, sum) in try await rolled where days[index].usesWheelchair {
      days[index].distance = sum
    }
    for (index, hours) in try await stood { days[index].stand = hours.count }
    for (day, details) in try await told {
      days[day - first].fill(
        from: details, withGoals: !goals.changes.contains { $0.day <= day })
    }
    try await derive(&days, edges)
    return days
  }

  /// Works out from workouts and steps what nothing measured.
  private func derive(_ days: inout [ActivitySummary], _ edges: [Double]) async throws {
    if days.contains(where: { $0.exercise == 0 }) {
      let minutes = ActivitySummary.exerciseMinutes(
        of: try await activeSpans(from: edges[0], to: edges[edges.count - 1]), edges: edges)
      for index in days.indices where days[index].exercise == 0 {
        days[index].exercise = minutes[index]
      }
    }
    let without = days.indices.filter { days[$0].stand == 0 && days[$0].steps > 0 }
    guard let first = without.first, let last = without.last else { return }
    // An app may ask for a day that lasts for years.
    let hours = (first...last).flatMap { day in
      stride(
        from: edges[day], to: min(edges[day + 1], edges[day] + Self.longestDay), by: Self.hour)
    }
    for isRolled in [false, true] {
      let wanted = Set(without.filter { days[$0].usesWheelchair == isRolled })
      guard !wanted.isEmpty else { continue }
      let found = try await sums(
        of: isRolled ? .pushCount : .stepCount, in: .count, hours + [edges[last + 1]])
      var day = first
      for (hour, sum) in found where sum >= ActivitySummary.stepsOfAnHour {
        while edges[day + 1] <= hours[hour] { day += 1 }
        if wanted.contains(day) { days[day].stand += 1 }
      }
    }
  }

  /// When workouts were active.
  private func activeSpans(
    from start: Double, to end: Double
  ) async throws -> [(start: Double, end: Double)] {
    var spans: [(start: Double, end: Double)] = []
    let query = SampleQuery(.workout, where: .window(from: start, to: end))
    for try await run in try await samples(query) {
      for row in 0..<run.count {
        guard case .object(.workout(let workout)) = run.payload[row] else { continue }
        spans += Workout.activeSpans(from: run.starts[row], to: run.ends[row], workout.events)
      }
    }
    return spans
  }

  /// The sum of each day that has one, by its place.
  private func sums(
    of type: ObjectType, in unit: Unit, _ edges: [Double]
  ) async throws -> [(index: Int, sum: Double)] {
    let query = StatisticsQuery(type, .cumulativeSum, edges: edges)
    let conversion = type.description?.canonicalUnit.flatMap {
      UnitConversion.remembered(from: $0, to: unit)
    }
    var index = 0
    var sums: [(index: Int, sum: Double)] = []
    for statistics in try await statistics(query) {
      while index < edges.count - 1, edges[index] < statistics.start { index += 1 }
      guard index < edges.count - 1, let sum = statistics.values.sum else { continue }
      sums.append((index, conversion.map { $0(sum) } ?? sum))
    }
    return sums
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
  /// One on which the clocks are set back.
  private static var longestDay: Double { 26 * hour }
}
