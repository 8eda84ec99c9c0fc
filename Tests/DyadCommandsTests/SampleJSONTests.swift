internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import HealthModel
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct SampleJSONTests {
  private func reader() -> SampleReader {
    var generator = SeededGenerator(seed: 1)
    return SampleReader(uuids: UUIDSequence(using: &generator), isForced: true)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `what is written reads back the same to the last bit`(seed: UInt64) throws {
    var samples = RandomSamples(seed: seed)
    for _ in 0..<50 {
      let (sample, members) = samples.next()
      var writer = SampleWriter()
      for member in members { writer.members[member.uuid] = member }
      let text = try writer.json(sample).text
      var reader = reader()
      let entry = try reader.entry(from: JSONValue(parsing: text), at: "line 1")
      #expect(entry.samples == members + [sample], "seed \(seed)")
      // Equality of doubles takes 0 for -0, so the texts are compared, too.
      if let last = entry.samples.last {
        #expect(try writer.json(last).text == text, "seed \(seed)")
      }
    }
  }

  @Test func `members that are not at hand are written as type and UUID`() throws {
    var members = Members()
    let uuid = SampleUUID(high: 1, low: 2)
    members.append(uuid, of: .bloodPressureSystolic)
    let sample = Sample(
      uuid: SampleUUID(high: 3, low: 4), type: .bloodPressure, start: 0, end: 0,
      value: .object(.correlation(members)), source: .unsaid)
    let json = try SampleWriter().json(sample)
    let list = try #require(json["members"]?.arrayValue)
    #expect(
      list.map(\.text) == [#"{"type":"bloodPressureSystolic","uuid":"\#(uuid)"}"#])
    var reader = reader()
    #expect(try reader.entry(from: json, at: "line 1").samples == [sample])
  }

  @Test func `a unit converts the values and nothing else`() throws {
    let sample = Sample(
      uuid: SampleUUID(high: 1, low: 1), type: .bodyMass, start: 0, end: 0,
      value: .quantity(Quantity(2, try Unit(parsing: "kg"))), source: .unsaid)
    let json = try SampleWriter(unit: try Unit(parsing: "g")).json(sample)
    #expect(json["value"] == .number(2_000))
    #expect(json["unit"] == .string("g"))
  }

  @Test func `what a line leaves out has a sensible value`() throws {
    var reader = reader()
    let line = #"{"type":"HeartRate","value":61,"unit":"count/min","start":"2001-01-01"}"#
    let first = try reader.entry(from: JSONValue(parsing: line), at: "line 1").samples
    let second = try reader.entry(from: JSONValue(parsing: line), at: "line 2").samples
    let sample = try #require(first.first)
    #expect(sample.type == .heartRate)
    #expect(sample.start == 0 && sample.end == 0)
    #expect(sample.source == .unsaid)
    #expect(sample.device == nil && sample.metadata.isEmpty)
    #expect(sample.uuid != second.first?.uuid)
  }

  @Test(arguments: [
    (#","end":1800"#, 1_200.0, 1_800.0), (#","end":900"#, 600, 900),
    (#","duration":1800"#, 1_800, 2_400), (#","end":1800,"duration":7"#, 7, 1_800),
  ]) func `a workout is active but for its pauses`(
    fields: String, duration: Double, end: Double
  ) throws {
    var reader = reader()
    let line = """
      {"type":"workout","activity":"running","start":0\(fields),"events":[\
      {"kind":"pause","date":600},{"kind":"lap","date":700}\(
        end > 1_000 ? #",{"kind":"resume","date":1200}"# : "")]}
      """
    let sample = try #require(
      try reader.entry(from: JSONValue(parsing: line), at: "line 1").samples.last)
    guard case .object(.workout(let workout)) = sample.value else { throw CancellationError() }
    #expect(workout.duration == duration && sample.end - sample.start == end)
  }

  @Test(arguments: ["resume", "pause pause", "pause resume resume", "pause lap pause"])
  func `what is paused is resumed before it is paused again`(kinds: String) throws {
    let kinds = kinds.split(separator: " ").map(String.init)
    let names = NamedNumbers.workoutEvents
    let events = try kinds.map { kind in
      Workout.Event(kind: try #require(names.number(named: kind)), date: 1)
    }
    let workout = Workout(activity: 37, duration: 1, events: events)
    #expect(throws: ModelError.self) { try workout.check(in: 0...2) }
  }

  @Test(arguments: [
    ("heartRate", "-61", "count/min", "heartRate is never negative"),
    ("heartRate", "1e300", "count/min", "nobody has such a heartRate"),
    ("heartRate", "61", "count/s", "nobody has such a heartRate"),
    ("stepCount", "-1", "count", "stepCount is never negative"),
    ("bodyTemperature", "-300", "degC", "nothing is that cold"),
    ("bodyTemperature", "98.6", "degC", "nobody has such a bodyTemperature"),
    ("oxygenSaturation", "98", "%", "oxygenSaturation is at most 1, which is 100 percent"),
    ("dietaryIron", "1e13", "g", "nobody has such a dietaryIron"),
  ]) func `what nobody measures is refused, and what cannot be at all even if forced`(
    type: String, value: String, unit: String, message: String
  ) throws {
    var generator = SeededGenerator(seed: 1)
    let line = #"{"type":"\#(type)","value":\#(value),"unit":"\#(unit)","start":0}"#
    let json = try JSONValue(parsing: line)
    var reader = SampleReader(uuids: UUIDSequence(using: &generator))
    let error = #expect(throws: CommandLineError.self) {
      try reader.entry(from: json, at: "line 1")
    }
    #expect(error?.detail == "value: \(message)")
    var forced = self.reader()
    let isForgiven = (try? forced.entry(from: json, at: "line 1")) != nil
    #expect(isForgiven == message.hasPrefix("nobody"))
  }

  @Test func `a number is an instant of Unix, and what cannot be one is refused`() throws {
    var reader = reader()
    let line = { (start: String) in
      #"{"type":"stepCount","value":1,"unit":"count","start":\#(start)}"#
    }
    for (start, seconds) in [
      ("1763625600", 785_318_400.0), (#""2025-11-20T08:00:00Z""#, 785_318_400),
      (#"{"since2001":0.1}"#, 0.1), ("978307200.5", 0.5),
    ] {
      let json = try JSONValue(parsing: line(start))
      #expect(try reader.entry(from: json, at: "line 1").samples[0].start == seconds)
    }
    for start in ["1763625600000", #"{"since1970":0}"#, "true"] {
      let json = try JSONValue(parsing: line(start))
      #expect(throws: CommandLineError.self) { try reader.entry(from: json, at: "line 1") }
    }
  }

  @Test func `members take dates and source from their correlation`() throws {
    var reader = reader()
    let line = """
      {"type":"bloodPressure","start":"2001-01-01","end":"2001-01-02","source":{"bundle":"b"},\
      "members":[{"type":"bloodPressureSystolic","value":1,"unit":"mmHg"},\
      {"type":"bloodPressureDiastolic","value":1,"unit":"mmHg","start":978307205,"end":978307206}]}
      """
    let samples = try reader.entry(from: JSONValue(parsing: line), at: "line 1").samples
    #expect(samples.map(\.start) == [0, 5, 0])
    #expect(samples.map(\.end) == [86_400, 6, 86_400])
    #expect(samples.allSatisfy { $0.source.source.bundleIdentifier == "b" })
  }

  @Test func `names stand for the numbers of enumerations`() throws {
    for type in ObjectType.all where type.description?.kind == .category {
      let range = try #require(type.description?.categoryValues)
      let names = try #require(NamedNumbers.values(of: type))
      #expect(names.all.count == range.count)
      for value in range {
        let name = try #require(names.name(of: value))
        #expect(names.number(named: name.uppercased()) == value)
      }
    }
    #expect(NamedNumbers.workoutActivities.number(named: "running") == 37)
    #expect(NamedNumbers.workoutActivities.number(named: "wheelchairRunPace") == 71)
    #expect(NamedNumbers.workoutActivities.number(named: "other") == 3_000)
    #expect(NamedNumbers.workoutEvents.number(named: "motionResumed") == 6)
  }
}
