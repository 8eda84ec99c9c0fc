internal import CommandLineCore
internal import DyadCommands
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct FieldErrorTests {
  @Test(arguments: [
    (#"{"type":"hartRate"}"#, "Did you mean heartRate?"),
    (#"{"type":"heartRate","valeu":61234}"#, "Was it written \"valeu\"?"),
    (#"{"type":"heartRate","value":61234,"units":"count/min"}"#, "Was it written \"units\"?"),
    (
      #"{"type":"heartRate","value":61,"unit":"count/min","strat":"2026-11-21"}"#,
      "Was it written \"strat\"?"
    ),
  ]) func `a slip of the finger is named`(line: String, advice: String) throws {
    var entropy = Entropy()
    var reader = SampleReader(uuids: UUIDSequence(using: &entropy))
    let value = try JSONValue(parsing: line)
    let error = #expect(throws: CommandLineError.self) {
      try reader.entry(from: value, at: "line 1")
    }
    #expect(error?.advice == advice)
  }

  /// A quantity with one more field, or with one field replaced.
  private static func heartRate(_ fields: String) -> String {
    #"{"type":"heartRate","value":61234,"unit":"count/min","start":"2026-11-21",\#(fields)}"#
  }

  private static let lines: [(line: String, message: String)] = [
    ("61234", "the line: it is no object"),
    ("{}", "type: it is missing"),
    (#"{"type":"hartRate"}"#, "type: there is no such type of sample"),
    (#"{"type":"bloodType"}"#, "type: there is no such type of sample"),
    (#"{"type":61234}"#, "type: it is no text"),
    (#"{"type":"heartRate"}"#, "value: it is missing"),
    (#"{"type":"heartRate","value":"61234"}"#, "value: it is no number"),
    (#"{"type":"heartRate","value":61234}"#, "unit: it is missing"),
    (#"{"type":"heartRate","value":61234,"unit":"bananas"}"#, "unit: unknown unit"),
    (#"{"type":"heartRate","value":61234,"unit":"kg"}"#, "unit: heartRate has another dimension"),
    (#"{"type":"heartRate","value":61234,"unit":"count/min"}"#, "start: it is missing"),
    (
      #"{"type":"heartRate","value":61234,"unit":"count/min","start":"2026-13-01"}"#,
      "start: the month must be 01 to 12"
    ),
    (heartRate(#""end":true"#), "end: it is no date"),
    (heartRate(#""colour":61234"#), "colour: there is no such field"),
    (heartRate(#""uuid":"61234""#), "uuid: it is no UUID"),
    (heartRate(#""source":"61234""#), "source: it is no object"),
    (heartRate(#""source":{"name":"61234"}"#), "source.bundle: it is missing"),
    (heartRate(#""source":{"bundle":"b","id":61234}"#), "source.id: there is no such field"),
    (heartRate(#""device":{"name":61234}"#), "device.name: it is no text"),
    (heartRate(#""device":{"maker":"61234"}"#), "device.maker: there is no such field"),
    (heartRate(#""metadata":[61234]"#), "metadata: it is no object"),
    (heartRate(#""metadata":{"k":[61234]}"#), "metadata.k: it is no metadata value"),
    (heartRate(#""metadata":{"k":{"value":61234}}"#), "metadata.k.unit: it is missing"),
    (
      heartRate(#""metadata":{"k":{"date":"61234"}}"#),
      "metadata.k.date: '-' must follow the year"
    ),
    (
      #"{"type":"sleepAnalysis","value":"61234","start":0}"#,
      "value: it is none of the values it may have"
    ),
    (
      #"{"type":"sleepAnalysis","value":61234,"start":0}"#,
      "value: it is none of the values that sleepAnalysis can have"
    ),
    (#"{"type":"bloodPressure","start":0}"#, "members: it is missing"),
    (#"{"type":"bloodPressure","start":0,"members":61234}"#, "members: it is no list"),
    (
      #"{"type":"bloodPressure","start":0,"members":[]}"#, "members: it has none or more than 4096"
    ),
    (
      #"{"type":"bloodPressure","start":0,"members":[{"type":"heartRate","value":61234}]}"#,
      "members[0].unit: it is missing"
    ),
    (
      #"{"type":"bloodPressure","start":0,"members":[{"type":"mindfulSession","value":0}]}"#,
      "members[0].type: a correlation holds quantities only"
    ),
    (#"{"type":"workout","start":0}"#, "activity: it is missing"),
    (
      #"{"type":"workout","start":0,"activity":"runing"}"#,
      "duration: it is missing, and so is the end"
    ),
    (
      #"{"type":"workout","start":0,"activity":"runing","duration":61234}"#,
      "activity: it is none of the values it may have"
    ),
    (
      #"{"type":"workout","start":0,"activity":1,"duration":1,"energy":61234}"#,
      "energy: it is no object"
    ),
    (
      #"{"type":"workout","start":0,"activity":1,"duration":1,"events":[{"kind":"pause"}]}"#,
      "events[0].date: it is missing"
    ),
    (
      #"{"type":"workout","start":0,"activity":1,"duration":1,"distance":{"value":-61234,"unit":"m"}}"#,
      "distance: total distance is never negative"
    ),
    (
      #"{"type":"workout","start":0,"activity":1,"duration":1,"strokes":-61234}"#,
      "strokes: total strokes is never negative"
    ),
    (#"{"type":"cda","start":0,"title":"61234"}"#, "file: it is missing"),
    (
      #"{"type":"cda","start":0,"file":"/nowhere/61234.xml"}"#,
      "file: the file cannot be read: no such file or folder (ENOENT)"
    ),
  ]

  @Test(arguments: [
    (#""end":"2026-11-21T01:00:00Z","duration":7200"#, "duration: it is longer than"),
    (#""duration":60,"distance":{"value":1e9,"unit":"km"}"#, "distance: nobody has such a"),
    (#""duration":60,"energy":{"value":1e7,"unit":"kcal"}"#, "energy: nobody has such a"),
    (#""duration":60,"strokes":1e9"#, "strokes: nobody has such a"),
  ]) func `what is improbable of a workout is refused unless it is forced`(
    fields: String, message: String
  ) throws {
    let line =
      #"{"type":"workout","activity":"running","start":"2026-11-21T00:00:00Z",\#(fields)}"#
    for isForced in [false, true] {
      var generator = SeededGenerator(seed: 1)
      var reader = SampleReader(uuids: UUIDSequence(using: &generator), isForced: isForced)
      let value = try JSONValue(parsing: line)
      do {
        _ = try reader.entry(from: value, at: "line 1")
        #expect(isForced)
      } catch {
        #expect(!isForced && "\(error)".contains(message), "\(error)")
        #expect(error.advice?.contains("--force saves it anyhow") == true)
      }
    }
  }

  @Test(arguments: lines.indices)
  func `an error names the line and the field, and never what it holds`(index: Int) throws {
    let (line, message) = Self.lines[index]
    var generator = SeededGenerator(seed: 1)
    var reader = SampleReader(uuids: UUIDSequence(using: &generator), isForced: true)
    let value = try JSONValue(parsing: line)
    let error = try #require(throws: CommandLineError.self) {
      try reader.entry(from: value, at: "line 7 of FILE")
    }
    #expect(error.code == .invalidInput)
    #expect(error.description == "cannot read line 7 of FILE: \(message)")
    #expect(!(error.description + (error.advice ?? "")).contains("61234"))
    #expect(error.advice != nil || message.hasSuffix("only"))
  }
}
