internal import HealthModel
internal import LocalStore
internal import StoreAccess
internal import TestSupport
internal import Testing

/// What is reached on days, beside a slow definition of it.
struct ActivitySummaryTests {
  private static let hour = 3_600.0

  private static func sample(
    _ type: ObjectType, _ uuids: inout UUIDSequence, from start: Double, to end: Double,
    _ value: Sample.Value, by bundle: String
  ) -> Sample {
    Sample(
      uuid: uuids.take(for: type), type: type, start: start, end: end, value: value,
      source: SourceRevision(source: Source(bundleIdentifier: bundle, name: bundle)))
  }

  private static func runs(_ samples: [Sample]) -> [SampleRun] {
    Dictionary(grouping: samples, by: \.type).values.compactMap { samples in
      var run = SampleRun(samples[0])
      for sample in samples.dropFirst() { run.append(sample) }
      return run
    }
  }

  @Test func `random days are what a slow definition makes of them`() async throws {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    let access = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
    // Days of 23, 24 and 25 hours, as clocks make them.
    var edges = [0.0]
    for _ in 0..<12 {
      edges.append(
        (edges.last ?? 0) + Double(Int.random(in: 23...25, using: &generator)) * Self.hour)
    }
    let changes = (0..<3).map { _ in
      WheelchairHistory.Change(
        since: Double.random(in: 0..<(edges.last ?? 1), using: &generator),
        value: Int64.random(in: 1...2, using: &generator))
    }
    let wheelchair = try WheelchairHistory(changes)
    let goals = try GoalHistory(
      (0..<4).map { _ in
        GoalHistory.Change(
          day: 100 + Int.random(in: 0..<12, using: &generator),
          goal: ActivityGoal(
            move: Double.random(in: 1...900, using: &generator), exercise: 30, stand: 12))
      })
    try await access.setCharacteristic(.wheelchairUse(wheelchair))
    try await access.setCharacteristic(.activityGoals(goals))
    var uuids = UUIDSequence(using: &generator)
    var samples: [Sample] = []
    var expected = edges.indices.dropLast().map { index in
      var summary = ActivitySummary(day: 100 + index, goal: goals.goal(on: 100 + index) ?? .usual)
      summary.usesWheelchair = wheelchair.value(at: edges[index + 1].nextDown) == 2
      return summary
    }
    let parts: [(ObjectType, HealthModel.Unit, WritableKeyPath<ActivitySummary, Double>, Bool?)] = [
      (.activeEnergyBurned, .kilocalorie, \.move, nil), (.stepCount, .count, \.steps, false),
      (.appleExerciseTime, .minute, \.exercise, nil), (.pushCount, .count, \.steps, true),
      (.distanceWalkingRunning, .meter(), \.distance, false),
      (.distanceWheelchair, .meter(), \.distance, true),
    ]
    for (type, unit, part, isRolled) in parts {
      // One after the other, so that no time is covered twice; some of them lie in two days.
      var start = -Self.hour
      while start < (edges.last ?? 0) {
        let end = start + Double.random(in: 1...(9 * Self.hour), using: &generator)
        let value = Double.random(in: 0...500, using: &generator)
        samples.append(
          Self.sample(
            type, &uuids, from: start, to: end, .quantity(Quantity(value, unit)),
            by: Bool.random(using: &generator) ? "a" : "b"))
        for index in expected.indices
        where isRolled == nil || isRolled == expected[index].usesWheelchair {
          let inside = min(end, edges[index + 1]) - max(start, edges[index])
          if inside > 0 { expected[index][keyPath: part] += value * inside / (end - start) }
        }
        start = end + Double.random(in: 0...Self.hour, using: &generator)
      }
    }
    for index in expected.indices {
      var hours: Set<Int> = []
      for _ in 0..<20 {
        let hour = Int.random(in: 0..<Int((edges[index + 1] - edges[index]) / Self.hour))
        let isStood = Bool.random(using: &generator)
        let start = edges[index] + Double(hour) * Self.hour
        if isStood { hours.insert(hour) }
        samples.append(
          Self.sample(
            .appleStandHour, &uuids, from: start, to: start + Self.hour,
            .category(isStood ? 0 : 1), by: Bool.random(using: &generator) ? "a" : "b"))
      }
      expected[index].stand = hours.count
    }
    try await access.save(Self.runs(samples))
    let found = try await access.activitySummaries(from: 100, edges: edges)
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) {
      let seed: Comment = "seed \(generator.seed), day \(one.day)"
      #expect(one.day == other.day && one.goal == other.goal, seed)
      #expect(one.stand == other.stand && one.usesWheelchair == other.usesWheelchair, seed)
      for part in [\ActivitySummary.move, \.exercise, \.distance, \.steps] {
        let (left, right) = (one[keyPath: part], other[keyPath: part])
        #expect(abs(left - right) <= 1e-9 * max(1, right), seed)
      }
    }
  }

  @Test func `what two sources measured at once counts once`() async throws {
    let access = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
    var generator = SeededGenerator(seed: 1)
    var uuids = UUIDSequence(using: &generator)
    let samples = ["a", "b"].map { bundle in
      Self.sample(
        .activeEnergyBurned, &uuids, from: 60, to: 120, .quantity(Quantity(9, .kilocalorie)),
        by: bundle)
    }
    try await access.save(Self.runs(samples))
    let found = try await access.activitySummaries(from: 0, edges: [0, 86_400])
    #expect(found.map(\.move) == [9])
    #expect(found[0].progress == [9.0 / 500, 0, 0] && !found[0].isEmpty)
    await #expect(throws: ModelError.self) {
      try await access.activitySummaries(from: 0, edges: [0])
    }
  }

  @Test func `of what nothing was measured counts what was told, even nonsense of a peer`()
    async throws
  {
    var summary = ActivitySummary(day: 1, goal: .usual)
    summary.move = 5
    let told = Details(values: [
      "energy": .quantity(Quantity(418.4, try Unit(parsing: "kJ"))), "stand": .double(99),
      "exercise": .quantity(Quantity(1, .meter())),
      "energyGoal": .quantity(Quantity(0, .kilocalorie)),
      "standGoal": .double(.nan), "exerciseGoal": .quantity(Quantity(0.5, .hour)),
    ])
    summary.fill(from: told, withGoals: true)
    #expect(summary.move == 5 && summary.stand == 24 && summary.exercise == 0)
    #expect(summary.goal == .usual)
    summary.move = 0
    summary.stand = 3
    summary.fill(from: told, withGoals: false)
    #expect(abs(summary.move - 100) < 1e-9 && summary.stand == 3)
  }

  @Test func `workouts and steps move the rings where nothing else measured them`() async throws {
    let access = EmbeddedAccess(OwnerSession(try await LocalStore.openInMemory()))
    var generator = SeededGenerator(seed: 1)
    var uuids = UUIDSequence(using: &generator)
    let edges = [0, 23 * Self.hour, 47 * Self.hour, 71 * Self.hour]
    func workout(_ start: Double, _ end: Double, _ pause: (Double, Double)? = nil) -> Sample {
      let events = pause.map { pause in
        [(WorkoutEventType.pause, pause.0), (.resume, pause.1)].map { kind, date in
          Workout.Event(kind: Int64(kind.rawValue), date: date)
        }
      }
      return Self.sample(
        .workout, &uuids, from: start, to: end,
        .object(.workout(Workout(activity: 37, duration: 0, events: events ?? []))), by: "a")
    }
    func count(_ type: ObjectType, _ value: Double, at start: Double) -> Sample {
      Self.sample(
        type, &uuids, from: start, to: start + 600, .quantity(Quantity(value, .count)), by: "a")
    }
    let minute = 60.0
    try await access.save(
      Self.runs([
        // Half an hour of two that overlap, with ten minutes' pause, and one across midnight.
        workout(Self.hour, Self.hour + 20 * minute),
        workout(
          Self.hour, Self.hour + 40 * minute, (Self.hour + 25 * minute, Self.hour + 35 * minute)),
        workout(edges[1] - 5 * minute, edges[1] + 15 * minute),
        count(.stepCount, 60, at: 2 * Self.hour), count(.stepCount, 59, at: 4 * Self.hour),
        count(.stepCount, 40, at: 5 * Self.hour), count(.stepCount, 40, at: 5.5 * Self.hour),
        count(.stepCount, 500, at: edges[1] + Self.hour), count(.pushCount, 90, at: edges[1]),
        count(.stepCount, 500, at: edges[2] + Self.hour),
      ]))
    try await access.setCharacteristic(
      .wheelchairUse(
        try WheelchairHistory([
          .init(since: edges[1], value: 2), .init(since: edges[2], value: 1),
        ])))
    var found = try await access.activitySummaries(from: 7, edges: edges)
    #expect(found.map(\.exercise) == [35, 15, 0] && found.map(\.stand) == [2, 1, 1])
    // Days that last for thousands of years take no longer than others.
    let ages = [0, 1e9, 1e11]
    #expect(try await access.activitySummaries(from: 7, edges: ages).map(\.stand) == [4, 0])
    // What a watch measured is the whole truth of its day.
    try await access.save(
      Self.runs([
        Self.sample(
          .appleExerciseTime, &uuids, from: minute, to: 2 * minute,
          .quantity(Quantity(1, .minute)), by: "w"),
        Self.sample(
          .appleStandHour, &uuids, from: edges[2], to: edges[2] + Self.hour, .category(0), by: "w"),
        Self.sample(
          .appleStandHour, &uuids, from: edges[2] + 2 * Self.hour, to: edges[2] + 3 * Self.hour,
          .category(0), by: "w"),
      ]))
    found = try await access.activitySummaries(from: 7, edges: edges)
    #expect(found.map(\.exercise) == [1, 15, 0] && found.map(\.stand) == [2, 1, 2])
  }

  // As apps see it.

  private static let first = 9_085
  private static let edges = (0...3).map { Double(first + $0) * 24 * hour }

  private static func energy(_ day: Int, _ kilocalories: Double) -> SampleRun {
    var run = StoreUnderTest.run(.activeEnergyBurned, [kilocalories])
    let start = edges[day] + hour
    run = SampleRun(
      Sample(
        uuid: run.uuids[0], type: .activeEnergyBurned, start: start, end: start + 60,
        value: .quantity(Quantity(kilocalories, .kilocalorie)), source: run.sources[0]))
    return run
  }

  @Test(arguments: StoreKind.allCases)
  func `an app is told what was reached, whatever it may read of samples`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.owner.save([Self.energy(1, 300)])
      await #expect(throws: ModelError.self) {
        try await store.app.activitySummaries(from: Self.first, edges: Self.edges)
      }
      try await store.grant(read: [.activitySummary], denyingRead: [.activeEnergyBurned])
      let seen = try await store.app.activitySummaries(from: Self.first, edges: Self.edges)
      #expect(seen.map(\.day) == [Self.first + 1] && seen.map(\.move) == [300])
      // The same bits, but for the days on which there is nothing.
      let whole = try await store.owner.activitySummaries(from: Self.first, edges: Self.edges)
      #expect(whole.count == 3 && whole.filter { !$0.isEmpty } == seen)
      try await store.grant(denyingRead: [.activitySummary])
      let none = try await store.app.activitySummaries(from: Self.first, edges: Self.edges)
      #expect(none.isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `whoever follows is told the days that become different`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(read: [.activitySummary])
      var feed = try await store.app.followActivity(from: Self.first, edges: Self.edges)
        .makeAsyncIterator()
      #expect(try await feed.next() == [])
      let run = Self.energy(0, 100)
      try await store.owner.save([run])
      #expect(try await feed.next()?.map(\.move) == [100])
      try await store.owner.save([Self.energy(2, 40)])
      #expect(try await feed.next()?.map(\.day) == [Self.first + 2])
      let goal = ActivityGoal(move: 200, exercise: 20, stand: 10)
      var goals = GoalHistory()
      try goals.set(goal, from: Self.first + 1)
      try await store.owner.setCharacteristic(.activityGoals(goals))
      // The first goal holds before it was set, too.
      let changed = try await feed.next()
      #expect(changed?.map(\.day) == [Self.first, Self.first + 2])
      #expect(changed?.allSatisfy { $0.goal == goal } == true)
      try await store.owner.delete(run.uuids)
      let gone = try #require(try await feed.next())
      #expect(gone.map(\.day) == [Self.first] && gone[0].isEmpty)
    }
  }
}
