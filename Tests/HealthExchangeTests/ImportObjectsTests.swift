internal import HealthExchange
internal import HealthModel
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct ImportObjectsTests {
  private typealias Export = AppleExport

  private static let systolic = Export.record(
    "HKQuantityTypeIdentifierBloodPressureSystolic", "121", unit: "mmHg")
  private static let diastolic = Export.record(
    "HKQuantityTypeIdentifierBloodPressureDiastolic", "77", unit: "mmHg")

  private static func pressure(_ members: [String] = [systolic, diastolic]) -> String {
    """
     <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Watch" \
    startDate="2024-01-02 08:00:00 +0100" endDate="2024-01-02 08:00:00 +0100">
    <MetadataEntry key="HKWasUserEntered" value="1"/>
    \(members.joined(separator: "\n"))
     </Correlation>
    """
  }

  static let orders: [[String]] = [
    [pressure()], [systolic, diastolic, pressure()], [pressure(), diastolic, systolic],
    [systolic, pressure(), diastolic], [diastolic, pressure([diastolic, systolic])],
  ]

  @Test(arguments: orders)
  func `a member that stands there as a record, too, is there once`(elements: [String]) async throws
  {
    let export = try await Export()
    let text = Export.document(elements.joined(separator: "\n"))
    for round in 0..<3 {
      let summary = try await export.take(text)
      #expect(summary.lossCount == 0 && (round == 0) == (summary.total.saved > 0), "\(summary)")
      let found = try await export.samples(.bloodPressure)
      let members = [
        try await export.samples(.bloodPressureSystolic),
        try await export.samples(.bloodPressureDiastolic),
      ]
      #expect(members.map(\.count) == [1, 1])
      guard case .object(.correlation(let list)) = try #require(found.first).value else {
        Issue.record("no correlation")
        return
      }
      #expect(found.count == 1 && Set(list.uuids) == Set(members.flatMap { $0.map(\.uuid) }))
      #expect(found[0].metadata == ["HKWasUserEntered": .bool(true)])
    }
  }

  @Test func `foods of one minute that differ are two, and stay two`() async throws {
    let export = try await Export()
    let food = { (energy: String) in
      """
       <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Meals" \
      startDate="2024-01-02 08:00:00 +0100" endDate="2024-01-02 08:00:00 +0100">
      \(Export.record("HKQuantityTypeIdentifierDietaryEnergyConsumed", energy, unit: "kcal", source: "Meals"))
       </Correlation>
      """
    }
    let text = Export.document(food("100") + food("100") + food("200"))
    #expect(try await export.take(text).types[.food]?.saved == 3)
    #expect(try await export.take(text).types[.food]?.known == 3)
    #expect(try await export.samples(.dietaryEnergyConsumed).count == 3)
    #expect(try await export.samples(.food).count == 3)
  }

  @Test func `a correlation that lacks a member is told`() async throws {
    let export = try await Export()
    let summary = try await export.take(Export.document(Self.pressure([Self.systolic])))
    #expect(summary.losses.map(\.problem) == [.incomplete])
    #expect(try await export.samples(.bloodPressure).isEmpty)
  }

  private static func workout(_ attributes: String = "", _ inside: String = "") -> String {
    """
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="25.5" durationUnit="min" \
    \(attributes) sourceName="Watch" startDate="2024-01-02 08:00:00 +0100" \
    endDate="2024-01-02 08:30:00 +0100">\(inside)</Workout>
    """
  }

  private func imported(_ element: String) async throws -> (Sample, Workout, ImportSummary) {
    let export = try await Export()
    let text = Export.document(element)
    let summary = try await export.take(text)
    #expect(try await export.take(text).types[.workout] == .init(read: 1, known: 1))
    let sample = try #require(try await export.samples(.workout).first, "\(summary.losses)")
    guard case .object(.workout(let workout)) = sample.value else { throw CancellationError() }
    return (sample, workout, summary)
  }

  @Test func `totals stand in attributes of older exports`() async throws {
    let (_, workout, _) = try await imported(
      Self.workout(
        #"totalDistance="5.1" totalDistanceUnit="km" totalEnergyBurned="310" totalEnergyBurnedUnit="kcal""#
      ))
    #expect(workout.activity == Int64(WorkoutActivityType.running.rawValue))
    #expect(workout.duration == 25.5 * 60)
    #expect(workout.totalDistance == Quantity(5.1, try Unit(parsing: "km")))
    #expect(workout.totalEnergyBurned == Quantity(310, .kilocalorie))
  }

  @Test func `totals stand in statistics of newer exports`() async throws {
    let statistics = { (type: String, rest: String) in
      #"<WorkoutStatistics type="HKQuantityTypeIdentifier\#(type)" \#(rest)/>"#
    }
    let (_, workout, summary) = try await imported(
      Self.workout(
        "",
        statistics("DistanceWalkingRunning", #"sum="3.2" unit="mi""#)
          + statistics("ActiveEnergyBurned", #"sum="1200" unit="kJ""#)
          + statistics("HeartRate", #"average="140" unit="count/min""#)
          + "<WorkoutRoute><FileReference path='/a.gpx'/></WorkoutRoute>"))
    #expect(workout.totalDistance == Quantity(3.2, try Unit(parsing: "mi")))
    #expect(workout.totalEnergyBurned == Quantity(1_200, try Unit(parsing: "kJ")))
    #expect(summary.notTaken == ["WorkoutStatistics without a sum": 1])
    #expect(summary.losses.map(\.problem.text) == ["its file is not in the export"])
  }

  @Test func `what an export's statistics say of workouts is told beside what is here`()
    async throws
  {
    let export = try await AppleExport()
    func workout(_ from: String, _ to: String, _ sums: [(String, String)]) -> String {
      let inside = sums.map { type, rest in
        "<WorkoutStatistics type='HKQuantityTypeIdentifier\(type)' \(rest)/>"
      }.joined()
      return "<Workout workoutActivityType='HKWorkoutActivityTypeRunning' duration='30' "
        + "durationUnit='min' sourceName='Watch' startDate='2024-01-02 \(from):00 +0100' "
        + "endDate='2024-01-02 \(to):00 +0100'>\(inside)</Workout>"
    }
    func energy(_ value: String, _ from: String, _ to: String) -> String {
      AppleExport.record(
        "HKQuantityTypeIdentifierActiveEnergyBurned", value, unit: "kcal",
        start: "2024-01-02 \(from):00 +0100", end: "2024-01-02 \(to):00 +0100")
    }
    let summary = try await export.take(
      AppleExport.document(
        [
          workout(
            "08:00", "08:30",
            [
              ("ActiveEnergyBurned", "sum='418.4' unit='kJ'"),
              ("StepCount", "sum='3000' unit='count'"),
            ]),
          // The next one begins where this ends.
          workout("08:30", "09:00", [("ActiveEnergyBurned", "sum='50' unit='kcal'")]),
          workout("18:00", "18:30", [("ActiveEnergyBurned", "sum='70' unit='kcal'")]),
          // Who tells the same again is not heard twice.
          workout("18:10", "18:20", [("ActiveEnergyBurned", "sum='20' unit='kcal'")]),
          energy("60", "08:00", "08:10"), energy("40", "08:10", "08:30"),
          energy("49.9", "08:30", "09:00"), energy("500", "10:00", "11:00"),
        ].joined(separator: "\n")))
    let totals = try await ToldTotal.ofWorkouts(summary.workoutSums, in: export.data)
    #expect(totals.map(\.type) == [.activeEnergyBurned, .stepCount])
    #expect(totals.map(\.count) == [3, 1] && totals.map(\.differing) == [1, 1])
    #expect(totals.map { $0.told.rounded() } == [220, 3_000])
    #expect(totals.map { ($0.stored * 10).rounded() } == [1_499, 0])
  }

  @Test func `events are put in order, and what does not fit is left out`() async throws {
    let event = { (kind: String, minute: String, rest: String) in
      "<WorkoutEvent type=\"HKWorkoutEventType\(kind)\" date=\"2024-01-02 08:\(minute):00 +0100\"\(rest)"
    }
    let (sample, workout, summary) = try await imported(
      Self.workout(
        "",
        "<MetadataEntry key='HKIndoorWorkout' value='1'/>" + event("Resume", "12", "/>")
          + event("Pause", "10", "/>")
          + event(
            "Segment", "05",
            " duration='5' durationUnit='min'><MetadataEntry key='a' value='b'/></WorkoutEvent>")
          + event("Pause", "45", "/>") + event("Resume", "20", "/>") + event("Pause", "25", "/>")
          + "<MetadataEntry key='HKIndoorWorkout' value='1'/>"))
    #expect(workout.events.map(\.kind) == [7, 1, 2, 1])
    #expect(
      workout.events[0].metadata == [
        "a": .string("b"), "dyad.duration": .quantity(Quantity(5, try Unit(parsing: "min"))),
      ])
    #expect(summary.mended == ["an event that does not fit its workout was left out": 2])
    #expect(sample.metadata == ["HKIndoorWorkout": .bool(true)])
  }

  @Test func `activities follow each other, and what they repeat is taken once`() async throws {
    func activity(_ number: Int, _ from: String, _ to: String, _ inside: String = "") -> String {
      "<WorkoutActivity uuid='00000000-0000-4000-8000-00000000000\(number)' "
        + "startDate='2024-01-02 08:\(from):00 +0100' endDate='2024-01-02 08:\(to):00 +0100' "
        + "duration='8' durationUnit='min'>\(inside)</WorkoutActivity>"
    }
    let lap = "<WorkoutEvent type='HKWorkoutEventTypeLap' date='2024-01-02 08:05:00 +0100'/>"
    let sum =
      "<WorkoutStatistics type='HKQuantityTypeIdentifierActiveEnergyBurned' sum='9' unit='kcal'/>"
    let step = "<MetadataEntry key='WOIntervalStepKeyPath' value='0.0.0'/>"
    let (sample, workout, summary) = try await imported(
      Self.workout(
        "",
        lap + activity(2, "10", "20") + activity(1, "00", "10", lap + sum + step)
          + activity(1, "20", "22") + activity(3, "19", "21") + activity(4, "20", "45")
          + sum.replacing("'9'", with: "'30'")))
    #expect(workout.legs.map { String($0.uuid.description.suffix(1)) } == ["1", "2"])
    #expect(workout.legs.map { ($0.end - sample.start) / 60 } == [10, 20])
    #expect(workout.legs.allSatisfy { $0.activity == workout.activity })
    #expect(
      workout.legs.map(\.metadata) == [["WOIntervalStepKeyPath": .string("0.0.0")], [:]])
    #expect(workout.events.count == 1)
    #expect(workout.totalEnergyBurned == Quantity(30, .kilocalorie))
    #expect(
      summary.mended == [
        "an activity of a workout that has no place in it was left out": 3
      ])
    // One that is all of the workout says nothing that the workout does not.
    let (_, plain, _) = try await imported(Self.workout("", activity(1, "00", "30")))
    #expect(plain.legs.isEmpty)
    let (_, step1, _) = try await imported(Self.workout("", activity(1, "00", "30", step)))
    #expect(step1.legs.count == 1)
  }

  @Test func `a rating in a workout is a sample, and an activity nobody knows is another one`()
    async throws
  {
    let export = try await Export()
    let rating = Export.record(
      "HKQuantityTypeIdentifierWorkoutEffortScore", "6", unit: "appleEffortScore")
    let odd = Self.workout("", rating).replacing("Running", with: "Quidditch")
    let summary = try await export.take(Export.document(odd))
    #expect(summary.total.saved == 2, "\(summary)")
    guard case .object(.workout(let workout)) = try await export.samples(.workout)[0].value else {
      return
    }
    #expect(workout.activity == Int64(WorkoutActivityType.other.rawValue))
  }
}
