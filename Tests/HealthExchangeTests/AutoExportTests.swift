internal import HealthExchange
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// JSON as the app Health Auto Export writes it.
@Suite struct AutoExportTests {
  private static func metric(_ name: String, _ unit: String, _ points: [String]) -> String {
    // Its keys come in any order.
    #"{"units":"\#(unit)","data":[\#(points.joined(separator: ","))],"name":"\#(name)"}"#
  }

  private static func point(_ time: String, _ further: String) -> String {
    #"{"date":"2024-01-02 \#(time) +0100","source":"Ann's Watch",\#(further)}"#
  }

  private static func document(_ metrics: [String], _ further: String = "") -> String {
    #"{ "data" : {"metrics":[\#(metrics.joined(separator: ","))]\#(further)}}"#
  }

  private func take(
    _ text: String, into export: AppleExport, isOne: Bool = true
  ) async throws -> ImportSummary {
    try export.folder.write(Array(text.utf8), to: "HealthAutoExport.json")
    let path = export.folder.file("HealthAutoExport.json")
    #expect(try AutoExportImporter.takes(path) == isOne)
    var entropy = Entropy()
    var importer = try await AutoExportImporter(
      path, into: export.data, uuids: UUIDSequence(using: &entropy))
    return try await importer.run { _ in true }
  }

  private func quantities(_ type: ObjectType, _ export: AppleExport) async throws -> [Quantity] {
    try await export.samples(type).compactMap { sample in
      if case .quantity(let quantity) = sample.value { quantity } else { nil }
    }
  }

  /// 2024-01-02 00:00 by clocks that are an hour ahead.
  private static let midnight = 725_842_800.0

  @Test func `symptoms, moods and electrocardiograms become what they are, once`() async throws {
    let export = try await AppleExport()
    func event(
      _ further: String, from start: String = "10:00:00", to end: String = "12:00:00"
    ) -> String {
      #"{"start":"2024-01-02 \#(start) +0100","end":"2024-01-02 \#(end) +0100","source":"Ann's Watch",\#(further)}"#
    }
    let symptoms = [
      event(#""name":"Headache","severity":"Moderate","userEntered":true"#),
      event(#""name":"Mood Changes","severity":"Not Present""#),
      event(#""name":"Appetite Changes","severity":"Increased""#),
      event(#""name":"Body and Muscle Ache","severity":"Mild","userEntered":false"#),
      event(#""name":"Headache","severity":"Awful""#),
      event(#""name":"Envy","severity":"Mild""#),
      #"{"name":"Headache","severity":"Mild"}"#,
    ]
    let moods = [
      event(
        #""kind":"dailyMood","valence":-0.25,"labels":["sad","Worried","zen"],"associations":["currentEvents"]"#
      ),
      event(#""kind":"momentary_emotion","valence":0.5,"labels":[],"associations":[]"#),
      event(#""kind":"dailyMood","valence":7"#),
    ]
    let beats = (0..<8).map { #"{"date":725869800.\#($0),"voltage":\#($0 * 10),"units":"mcV"}"# }
    let hearts = [
      event(
        #""classification":"Sinus Rhythm","samplingFrequency":4,"averageHeartRate":61,"voltageMeasurements":[\#(beats.joined(separator: ","))]"#,
        to: "10:00:02"),
      event(#""classification":"Sinus Rhythm","samplingFrequency":512"#),
      event(#""samplingFrequency":4,"voltageMeasurements":[{"voltage":"high"}]"#),
      // It would have no end, and another one ends within a second.
      event(#""samplingFrequency":1e-300,"voltageMeasurements":[{"voltage":1}]"#),
      event(
        #""samplingFrequency":16,"voltageMeasurements":[\#(beats.joined(separator: ","))]"#,
        from: "11:00:00", to: "11:00:00"),
      #"{"start":"9999-12-31 23:59:59 +0000","end":"9999-12-31 23:59:59 +0000","samplingFrequency":1,"voltageMeasurements":[\#(beats.joined(separator: ","))]}"#,
    ]
    let text = Self.document(
      [],
      #","symptoms":[\#(symptoms.joined(separator: ","))],"stateOfMind":[\#(moods.joined(separator: ","))],"ecg":[\#(hearts.joined(separator: ","))]"#
    )
    let summary = try await take(text, into: export)
    #expect(summary.isComplete && summary.total.saved == 8, "\(summary.losses)")
    #expect(summary.lossCount == 6 && summary.unknownTypes == ["Envy": 1])
    #expect(summary.notTaken == ["electrocardiograms without their voltages": 1])
    func categories(_ name: String) async throws -> [Int64] {
      let type = try #require(ObjectType(named: name))
      return try await export.samples(type).compactMap { sample in
        if case .category(let value) = sample.value { value } else { nil }
      }
    }
    #expect(try await categories("headache") == [3])
    #expect(try await categories("moodChanges") == [1])
    #expect(try await categories("appetiteChanges") == [3])
    #expect(try await categories("generalizedBodyAche") == [2])
    let headache = try #require(
      await export.samples(ObjectType("HKCategoryTypeIdentifierHeadache")).first)
    #expect(headache.metadata == ["HKWasUserEntered": .bool(true)])
    #expect(headache.start == Self.midnight + 36_000 && headache.end == headache.start + 7_200)
    func details(_ type: ObjectType) async throws -> [Details] {
      try await export.samples(type).compactMap { sample in
        if case .object(.details(let details)) = sample.value { details } else { nil }
      }
    }
    let states = try await details(.stateOfMind)
    #expect(states.map { $0.values["kind"] } == [.integer(2), .integer(1)])
    #expect(states.first?.series == ["labels": [27, 31], "associations": [2]])
    let heart = try #require(await details(.electrocardiogram).first)
    #expect(heart.values["classification"] == .integer(1))
    let ends = try await export.samples(.electrocardiogram).map { $0.end - $0.start }
    #expect(ends == [2, 0.5])
    #expect(heart.series["microvolts"] == (0..<8).map { Double($0 * 10) })
    let again = try await take(text, into: export)
    #expect(again.total.saved == 0 && again.lossCount == 6, "\(again.total)")
  }

  @Test func `what was measured becomes samples, once`() async throws {
    let export = try await AppleExport()
    let text = Self.document(
      [
        Self.metric(
          "heart_rate", "bpm",
          [
            Self.point("08:00:01", #""Min":61,"Avg":61,"Max":61"#),
            Self.point("08:05:00", #""Min":62,"Avg":62.5,"Max":63"#),
          ]),
        Self.metric("weight_body_mass", "kg", [Self.point("07:30:00", #""qty":70.5"#)]),
        Self.metric("blood_oxygen_saturation", "%", [Self.point("07:31:00", #""qty":97"#)]),
        Self.metric("protein", "g", [Self.point("12:30:00", #""qty":20"#)]),
        Self.metric("vo2_max", "ml/(kg·min)", [Self.point("12:31:00", #""qty":41.5"#)]),
        Self.metric(
          "blood_pressure", "mmHg", [Self.point("07:32:00", #""systolic":118,"diastolic":76"#)]),
        Self.metric(
          "mindful_minutes", "min", [Self.point("21:15:00", #""qty":10"#)]),
        Self.metric(
          "sleep_analysis", "hr",
          [
            #"{"startDate":"2024-01-02 01:00:00 +0100","endDate":"2024-01-02 02:30:00 +0100","value":"Core","qty":1.5,"source":"Ann's Watch"}"#,
            #"{"startDate":"2024-01-02 02:30:00 +0100","endDate":"2024-01-02 03:00:00 +0100","value":"REM","qty":0.5,"source":"Ann's Watch"}"#,
          ]),
        Self.metric("moon_phase", "count", [Self.point("08:00:01", #""qty":1"#)]),
      ], #","medications":[{"name":"Aspirin"}]"#)
    let summary = try await take(text, into: export)
    #expect(summary.isComplete && summary.lossCount == 0, "\(summary.losses)")
    #expect(summary.unknownTypes == ["moon_phase": 1] && summary.notTaken == ["medications": 1])
    let bpm = try Unit(parsing: "count/min")
    #expect(try await quantities(.heartRate, export) == [Quantity(61, bpm), Quantity(62.5, bpm)])
    let rate = try #require(try await export.samples(.heartRate).first)
    #expect(rate.start == Self.midnight + 8 * 3_600 + 1 && rate.end == rate.start)
    #expect(rate.source.source.name == "Ann's Watch" && rate.metadata.isEmpty)
    #expect(try await quantities(.oxygenSaturation, export).map(\.value) == [0.97])
    #expect(
      try await quantities(ObjectType("HKQuantityTypeIdentifierDietaryProtein"), export).count == 1)
    #expect(try await quantities(ObjectType("HKQuantityTypeIdentifierVO2Max"), export).count == 1)
    #expect(try await export.samples(.bloodPressure).count == 1)
    #expect(try await quantities(.bloodPressureSystolic, export).map(\.value) == [118])
    let mindful = try #require(try await export.samples(.mindfulSession).first)
    #expect(mindful.end - mindful.start == 600)
    #expect(try await export.samples(.sleepAnalysis).map(\.value) == [.category(3), .category(5)])
    let again = try await take(text, into: export)
    #expect(again.total.saved == 0 && again.total.known == again.total.read, "\(again.total)")
  }

  @Test func `what was added up by the hour or the day says so`() async throws {
    let export = try await AppleExport()
    let hours = ["08:00:00", "09:00:00", "00:00:00"].map { Self.point($0, #""qty":100"#) }
    let days = [Self.point("00:00:00", #""qty":300.5"#)]
    let halves = ["8:00:00\u{202F}PM", "12:00:00 AM"].map { Self.point($0, #""qty":2"#) }
    let night =
      #"{"date":"2024-01-02 00:00:00 +0100","core":5,"deep":1,"rem":1,"totalSleep":7,"sleepStart":"2024-01-01 23:00:00 +0100","sleepEnd":"2024-01-02 06:30:00 +0100","inBedStart":"","source":"Ann's Watch|iPhone"}"#
    let open = hours.map { $0.replacing("2024-", with: "2099-") }
    let mindful = [Self.point("00:00:00", #""qty":10"#)]
    let summary = try await take(
      Self.document([
        Self.metric("distance_cycling", "km", open), Self.metric("mindful_minutes", "min", mindful),
        Self.metric("step_count", "count", hours), Self.metric("active_energy", "kJ", days),
        Self.metric("flights_climbed", "count", halves),
        Self.metric("sleep_analysis", "hr", [night]),
      ]), into: export)
    #expect(summary.lossCount == 0, "\(summary.losses)")
    #expect(summary.notTaken == ["distance_cycling of an hour or a day that is not over": 3])
    let session = try #require(try await export.samples(.mindfulSession).first)
    #expect(session.end - session.start == 600)
    #expect(session.metadata["dyad.summaryOf"] == .string("day"))
    let steps = try await export.samples(.stepCount)
    #expect(steps.allSatisfy { $0.end - $0.start == 3_600 } && steps.count == 3)
    #expect(steps.allSatisfy { $0.metadata["dyad.summaryOf"] == .string("hour") })
    let energy = try #require(try await export.samples(.activeEnergyBurned).first)
    #expect(energy.start == Self.midnight && energy.end == Self.midnight + 86_400)
    #expect(energy.metadata["dyad.summaryOf"] == .string("day"))
    let flights = try await export.samples(.flightsClimbed)
    #expect(flights.map(\.start) == [Self.midnight, Self.midnight + 20 * 3_600])
    let sleep = try #require(try await export.samples(.sleepAnalysis).first)
    #expect(sleep.value == .category(1) && sleep.end - sleep.start == 7.5 * 3_600)
    #expect(sleep.metadata["dyad.summaryOf"] == .string("night"))
  }

  @Test func `a day that went on takes the place of what was written of it`() async throws {
    let export = try await AppleExport()
    func day(_ energy: Double, _ rate: Double) -> String {
      Self.document([
        Self.metric("active_energy", "kJ", [Self.point("00:00:00", "\"qty\":\(energy)")]),
        Self.metric("heart_rate", "bpm", [Self.point("00:00:00", "\"Avg\":\(rate)")]),
      ])
    }
    func held() async throws -> [Double] {
      try await quantities(.activeEnergyBurned, export).map(\.value)
        + quantities(.heartRate, export).map(\.value)
    }
    #expect(try await take(day(300, 70), into: export).total.saved == 2)
    #expect(try await take(day(500, 68), into: export).total.saved == 2)
    #expect(try await held() == [500, 68])
    // The earlier file once more: a sum only grows, so the larger one stays; of two averages the last imported does.
    let again = try await take(day(300, 70), into: export)
    #expect(again.types[.activeEnergyBurned] == .init(read: 1, known: 1))
    #expect(try await held() == [500, 70])
    #expect(try await take(day(500, 70), into: export).total == .init(read: 2, known: 2))
    // What is deleted here comes back with none of the files.
    for type in [ObjectType.activeEnergyBurned, .heartRate] {
      try await export.data.delete(type, where: .constant(true))
    }
    for file in [day(300, 68), day(500, 70)] {
      #expect(try await take(file, into: export).total == .init(read: 2, deleted: 2))
    }
  }

  @Test func `workouts have their energy and their distance`() async throws {
    let export = try await AppleExport()
    let workout =
      #"{"id":"1","name":"Outdoor Run","start":"2024-01-02 18:00:00 +0100","end":"2024-01-02 18:40:00 +0100","duration":2400,"isIndoor":false,"activeEnergyBurned":{"qty":1255.2,"units":"kJ"},"distance":{"qty":5,"units":"km"},"avgHeartRate":null,"route":[{"latitude":48.1,"longitude":11.5,"altitude":500,"timestamp":"2024-01-02 18:00:01 +0100"},{"lat":48.2,"lon":11.6,"timestamp":"2024-01-02 18:20:00 +0100"},{"latitude":48.1,"longitude":11.5},{"latitude":48.3,"longitude":11.5,"timestamp":"2024-01-02 19:20:00 +0100"}]}"#
    let odd =
      #"{"name":"Quidditch","start":"2024-01-02 20:00:00 +0100","end":"2024-01-02 19:00:00 +0100"}"#
    let text = #"{"data":{"workouts":[\#(workout),\#(odd)]}}"#
    let summary = try await take(text, into: export)
    #expect(summary.types[.workout] == .init(read: 1, saved: 1, lost: 1))
    #expect(summary.notTaken.isEmpty)
    let route = try #require(try await export.samples(.workoutRoute).first)
    guard case .object(.details(let places)) = route.value else {
      Issue.record("no route")
      return
    }
    #expect(
      places.series["latitude"] == [48.1, 48.2] && places.series["longitude"] == [11.5, 11.6])
    let sample = try #require(try await export.samples(.workout).first)
    guard case .object(.workout(let found)) = sample.value else { return }
    #expect(found.activity == Int64(WorkoutActivityType.running.rawValue))
    #expect(found.totalDistance == Quantity(5_000, .meter()))
    #expect(abs((found.totalEnergyBurned?.value ?? 0) - 300) < 1e-9)
    #expect(sample.metadata == ["HKIndoorWorkout": .bool(false)])
    #expect(try await take(text, into: export).types[.workout]?.known == 1)
  }

  @Test func `a file that is cut after any byte gives what comes before`() async throws {
    let text = Self.document([
      Self.metric("heart_rate", "count/min", [Self.point("08:00:01", #""Avg":61"#)]),
      #"{"name":"step_count","units":"count","data":[\#(Self.point("08:01:00", #""qty":5"#)),\#(Self.point("08:02:00", #""qty":6"#))]}"#,
    ])
    let bytes = Array(text.utf8)
    var most = 0
    for count in stride(from: 24, to: bytes.count, by: 7) {
      let export = try await AppleExport()
      let cut = String(decoding: bytes.prefix(count), as: UTF8.self)
      let summary = try await take(cut, into: export)
      #expect(!summary.isComplete && summary.ending != nil, "\(count)")
      #expect(summary.total.saved >= most && summary.total.saved <= 3, "\(count)")
      most = max(most, summary.total.saved)
    }
    #expect(most == 3)
  }

  @Test func `what is no metric is told`() async throws {
    let export = try await AppleExport()
    let summary = try await take(
      #"{"data":{"metrics":[0,{"name":"step_count","units":"count"},{"name":"step_count","data":[]}]}}"#,
      into: export)
    #expect(summary.total.saved == 0 && summary.lossCount == 2, "\(summary.losses)")
  }

  @Test func `no byte that is another one stops it`() async throws {
    let text = Self.document([
      Self.metric("heart_rate", "count/min", [Self.point("08:00:01", #""Avg":61"#)]),
      Self.metric(
        "blood_pressure", "mmHg", [Self.point("07:32:00", #""systolic":118,"diastolic":76"#)]),
    ])
    var generator = SeededGenerator(seed: .random(in: 0...(.max)))
    for _ in 0..<150 {
      var bytes = Array(text.utf8)
      for _ in 0..<3 {
        // What it begins with tells what it is.
        let place = Int.random(in: 24..<bytes.count, using: &generator)
        bytes[place] = Array(#"{}[]",:\0e-"#.utf8).randomElement(using: &generator) ?? 0
      }
      let export = try await AppleExport()
      let summary = try await take(String(decoding: bytes, as: UTF8.self), into: export)
      #expect(summary.total.saved <= 4, "seed \(generator.seed)")
    }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"data":[]}"#, #"{"data":{"others":[]}}"#, #"{"type":"heartRate","value":1}"#,
  ])
  func `other files are none`(text: String) async throws {
    let export = try await AppleExport()
    try export.folder.write(Array(text.utf8), to: "a.json")
    #expect(try !AutoExportImporter.takes(export.folder.file("a.json")))
  }

  @Test(arguments: [
    #"{"data":{"metrics":7}}"#, #"{"data":{"metrics":[7,"a",null,{"data":7},{"data":[7,{}]}]}}"#,
    #"{"data":{"metrics":[{"name":"step_count","units":"kg","data":[{"date":"2024-01-02 08:00:00 +0100","qty":1}]}]}}"#,
    #"{"data":{"workouts":[[],{"start":7}]}}"#, #"{"data":{"metrics":[{"name":"heart_rate" "#,
  ])
  func `nonsense is counted and stops nothing`(text: String) async throws {
    let export = try await AppleExport()
    let summary = try await take(text, into: export)
    #expect(summary.total.saved == 0)
  }
}
