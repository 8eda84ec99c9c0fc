internal import HealthModel
internal import TestSupport
internal import Testing

/// What hours come to, beside a slow definition of it: second by second.
@Suite struct MeasuredHoursTests {
  private static let start = 800_000_000.0 - 800_000_000.0.truncatingRemainder(dividingBy: 3_600)
  private static let never = WheelchairHistory()

  private static func quantity(
    _ type: ObjectType, _ value: Double, _ unit: Unit, by source: String = "a", from start: Double,
    to end: Double
  ) -> SampleRun {
    SampleRun(
      Sample(
        uuid: SampleUUID(high: 1, low: 1), type: type, start: Self.start + start,
        end: Self.start + end, value: .quantity(Quantity(value, unit)),
        source: SourceRevision(source: Source(bundleIdentifier: source, name: source))))
  }

  private static func workout(
    from start: Double, to end: Double, _ events: [Workout.Event] = []
  ) -> SampleRun {
    SampleRun(
      Sample(
        uuid: SampleUUID(high: 1, low: 1), type: .workout, start: Self.start + start,
        end: Self.start + end,
        value: .object(.workout(Workout(activity: 37, duration: end - start, events: events))),
        source: .unsaid))
  }

  private static func hours(_ count: Int, _ runs: SampleRun...) -> MeasuredHours {
    var hours = MeasuredHours(
      edges: (0...count).map { start + Double($0) * 3_600 },
      briskPulse: MeasuredHours.briskPulse(rest: nil, age: nil))
    for run in runs { hours.add(run, by: never) }
    return hours
  }

  @Test func `a brisk walk is two fifths of the way from rest to the most`() {
    #expect(MeasuredHours.briskPulse(rest: nil, age: nil) == 65 + 0.4 * (180 - 65))
    #expect(MeasuredHours.briskPulse(rest: 50, age: 20) == 50 + 0.4 * (194 - 50))
    // Somebody may be 4 years old by a mistake in typing, or 400.
    #expect(MeasuredHours.briskPulse(rest: 90, age: 400) >= 90)
  }

  @Test func `steps are spread over their time, and those of two sources are not added`() throws {
    let perMinute = try #require(Unit.remembered("count/min"))
    let perSecond = try #require(Unit.remembered("count/s"))
    let hours = Self.hours(
      1, Self.quantity(.stepCount, 250, .count, from: 30, to: 180),
      Self.quantity(.stepCount, 60, .count, by: "b", from: 60, to: 180),
      Self.quantity(.stepCount, 60, .count, by: "b", from: 600, to: 660),
      Self.quantity(.stepCount, 60, .count, by: "a", from: 600, to: 660),
      // A calm heart, and a fast one in beats a second.
      Self.quantity(.heartRate, 2, perMinute, from: 700, to: 700),
      Self.quantity(.heartRate, 2.4, perSecond, from: 1_220, to: 1_220))
    let found = hours.exercise(before: Self.start + 3_600)
    #expect(found.map { ($0.start - Self.start) / 60 } == [1, 2, 20])
    #expect(found.allSatisfy { $0.value == 1 })
    // A minute that is not over may become more.
    #expect(hours.exercise(before: Self.start + 179).map(\.start) == [Self.start + 60])
  }

  @Test func `workouts count by the seconds, once, and without their pauses`() {
    let pause = Workout.Event(kind: 1, date: Self.start + 90)
    let resume = Workout.Event(kind: 2, date: Self.start + 105)
    let hours = Self.hours(
      1, Self.workout(from: 30, to: 150, [pause, resume]), Self.workout(from: 40, to: 60),
      Self.workout(from: -600, to: 0), Self.workout(from: 3_600, to: 4_000))
    let found = hours.exercise(before: Self.start + 3_600)
    #expect(found.map(\.value) == [0.5, 0.75, 0.5])
  }

  @Test func `an hour is stood as soon as that is so, and idle when it is over`() throws {
    let perMinute = try #require(Unit.remembered("count/min"))
    let hours = Self.hours(
      4, Self.quantity(.stepCount, 59, .count, from: 0, to: 600),
      // A day's count says nothing of its hours, nor an average of its minutes.
      Self.quantity(.stepCount, 9_000, .count, from: 0, to: 4 * 3_600),
      Self.quantity(.heartRate, 190, perMinute, from: 0, to: 3_601),
      Self.quantity(.heartRate, 60, perMinute, from: 3_700, to: 3_700),
      Self.quantity(.stepCount, 120, .count, from: 3 * 3_600 - 60, to: 3 * 3_600 + 60))
    // Nobody wore it between: nothing is said of the third hour before its end.
    let told = hours.hours(before: Self.start + 3 * 3_600 + 1)
    #expect(told.map { ($0.start - Self.start) / 3_600 } == [0, 1, 2, 3])
    #expect(told.map(\.isStood) == [false, false, true, true])
    #expect(hours.hours(before: Self.start + 3_599).isEmpty)
    #expect(hours.exercise(before: Self.start + 3_600).isEmpty)
  }

  @Test func `in a wheelchair pushes count, and steps do not`() throws {
    var wheelchair = WheelchairHistory()
    try wheelchair.set(WheelchairHistory.yes, since: Self.start + 3_600)
    var hours = Self.hours(2)
    for hour in [0.0, 3_600] {
      hours.add(
        Self.quantity(
          hour == 0 ? .pushCount : .stepCount, 500, .count, from: hour, to: hour + 600),
        by: wheelchair)
    }
    #expect(hours.hours(before: Self.start + 7_200).isEmpty)
    hours.add(Self.quantity(.pushCount, 60, .count, from: 4_000, to: 4_600), by: wheelchair)
    #expect(hours.hours(before: Self.start + 7_200).map(\.isStood) == [true])
  }

  @Test func `random times are as they are second by second`() {
    var random = SeededGenerator(seed: 20_261_128)
    for _ in 0..<200 {
      var hours = Self.hours(2)
      var active = [Bool](repeating: false, count: 7_200)
      var steps = [[Double]](repeating: [Double](repeating: 0, count: 7_200), count: 2)
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        let start = Int.random(in: -900..<7_000, using: &random)
        let end = start + Int.random(in: 1..<2_000, using: &random)
        let seconds = max(start, 0)..<max(0, min(end, 7_200))
        if Bool.random(using: &random) {
          hours.add(Self.workout(from: Double(start), to: Double(end)), by: Self.never)
          for second in seconds { active[second] = true }
        } else {
          let source = Int.random(in: 0..<2, using: &random)
          let count = Double(Int.random(in: 1..<4_000, using: &random))
          hours.add(
            Self.quantity(
              .stepCount, count, .count, by: "\(source)", from: Double(start), to: Double(end)),
            by: Self.never)
          for second in seconds { steps[source][second] += count / Double(end - start) }
        }
      }
      let found = Dictionary(
        uniqueKeysWithValues: hours.exercise(before: Self.start + 7_200).map {
          (Int($0.start - Self.start) / 60, $0.value)
        })
      for minute in 0..<120 {
        let seconds = minute * 60..<minute * 60 + 60
        let pace = steps.map { $0[seconds].reduce(0, +) }.max() ?? 0
        // Sums in another order differ in their last digits.
        if abs(pace - MeasuredHours.briskSteps) < 1e-6 { continue }
        let slow =
          pace > MeasuredHours.briskSteps ? 1 : Double(active[seconds].count { $0 }) / 60
        #expect(abs((found[minute] ?? 0) - slow) < 1e-9)
      }
    }
  }
}
