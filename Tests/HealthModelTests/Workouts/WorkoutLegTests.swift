internal import HealthModel
internal import Testing

@Suite struct WorkoutLegTests {
  private static func leg(_ number: UInt64, _ start: Double, _ end: Double) -> Workout.Leg {
    Workout.Leg(SampleUUID(base: 1, counter: number), activity: 46, start: start, end: end)
  }

  private static func check(_ legs: [Workout.Leg]) throws {
    try Workout(activity: 82, duration: 100, legs: legs).check(in: 100...200)
  }

  @Test func `legs follow each other inside their workout`() throws {
    try Self.check([])
    try Self.check([Self.leg(1, 100, 200)])
    try Self.check([Self.leg(1, 100, 150), Self.leg(2, 150, 150), Self.leg(3, 160, 200)])
    let wrong = [
      [Self.leg(1, 99, 150)], [Self.leg(1, 150, 201)], [Self.leg(1, 150, 149)],
      [Self.leg(1, 100, 150), Self.leg(2, 149, 200)],
      [Self.leg(1, 150, 200), Self.leg(2, 100, 150)],
      [Self.leg(1, 100, 150), Self.leg(1, 150, 200)],
      [Self.leg(1, .nan, 150)], [Self.leg(1, 100, .nan)],
      (0...Workout.mostLegs).map { Self.leg(UInt64($0), 100, 100) },
    ]
    for legs in wrong {
      #expect(throws: ModelError.self, "\(legs.count)") { try Self.check(legs) }
    }
  }

  @Test func `the metadata of legs counts with that of events`() throws {
    var legs = [Self.leg(1, 100, 150), Self.leg(2, 150, 200)]
    let text = String(repeating: "x", count: MetadataKey.mostStringBytes)
    let fits = Workout.mostEventBytes / (text.utf8.count + 3)
    for index in 0..<fits { legs[index % 2].metadata["k\(100 + index)"] = .string(text) }
    try? Self.check(legs)
    legs[0].metadata["more"] = .string(text)
    #expect(throws: ModelError.self) { try Self.check(legs) }
    legs[0].metadata = ["": .integer(1)]
    #expect(throws: ModelError.self) { try Self.check(legs) }
  }

  @Test func `a leg is active but for the pauses of its workout`() {
    let kinds: [(WorkoutEventType, Double)] = [
      (.pause, 110), (.resume, 120), (.pause, 140), (.lap, 145), (.resume, 160), (.pause, 190),
    ]
    let workout = Workout(
      activity: 82, duration: 0,
      events: kinds.map { Workout.Event(kind: Int64($0.0.rawValue), date: $0.1) })
    let expected: [(Double, Double, Double)] = [
      (100, 200, 60), (100, 130, 20), (100, 150, 30), (145, 200, 30), (141, 150, 0),
      (120, 140, 20), (112, 118, 0), (195, 200, 0), (160, 160, 0),
    ]
    for (start, end, seconds) in expected {
      #expect(
        workout.activeSeconds(of: Self.leg(1, start, end)) == seconds, "from \(start) to \(end)")
    }
    #expect(workout.events(of: Self.leg(1, 115, 145)).map(\.date) == [120, 140, 145])
  }
}
