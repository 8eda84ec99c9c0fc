internal import CommandLineCore
internal import CommandSupport
internal import TestSupport
internal import Testing

/// What is saved a second time, and a save that did not come to its end.
@Suite struct SaveAgainTests {
  private static let everyKind = """
    {"type":"heartRate","value":61.5,"unit":"count/min","start":"2026-11-21T08:00:00.250Z",\
    "source":{"bundle":"com.example.watch","name":"Watch","version":"2"},\
    "device":{"name":"W"},"metadata":{"HKTimeZone":"UTC","b":true}}
    {"type":"sleepAnalysis","value":"asleep","start":"2026-11-20T22:00:00Z","end":"2026-11-21"}
    {"type":"bloodPressure","start":"2026-11-21T08:00:00Z","members":[\
    {"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},\
    {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    {"type":"workout","activity":"running","start":"2026-11-21T08:00:00Z","duration":1800,\
    "energy":{"value":300,"unit":"kcal"},"events":[{"kind":"lap","date":"2026-11-21T08:10:00Z"}]}

    """

  @Test func `lines of every kind that are there are left out and counted`() throws {
    let dyad = try Dyad()
    try dyad.folder.write(CDASample.bytes(count: 3_000), to: "in.xml")
    let document = """
      {"type":"cda","title":"T","start":"2026-11-21","file":"\(dyad.folder.file("in.xml"))"}

      """
    let lines = Self.everyKind + document
    #expect(try dyad.run("save", input: lines).output == "saved 7 samples\n")
    let bytes = try dyad.folder.read("state/store.db").count
    #expect(try dyad.run("save", input: lines).output == "saved 0 samples, 5 lines there already\n")
    #expect(try dyad.folder.read("state/store.db").count == bytes)
    // Those that say a UUID, too, whatever else is asked.
    for type in ["heartRate", "bloodPressure", "workout"] {
      let stored = try dyad.run("query", type, "--json").output
      let saved = try dyad.run("save", "--again", "--json", input: stored)
      #expect(
        saved.output == #"{"saved":0,"lines":0,"knownLines":1,"refusedLines":0}"# + "\n")
    }
    #expect(try dyad.run("save", "--again", input: lines).output == "saved 7 samples\n")
    // Another document of the same length is another.
    try dyad.folder.write(CDASample.bytes(count: 3_000, mark: 1), to: "in.xml")
    #expect(try dyad.run("save", input: document).output == "saved 1 sample\n")
  }

  @Test(arguments: [
    (#""value":61"#, #""value":62"#), ("count/min", "count/s"), ("08:00:00", "08:00:01"),
    ("com.example.watch", "com.example.strap"), (#""version":"2""#, #""version":"3""#),
    (#""name":"W""#, #""name":"V""#), ("true", "false"), ("heartRate", "respiratoryRate"),
  ]) func `a line that says anything else is another`(change: (String, String)) throws {
    let dyad = try Dyad()
    let line = """
      {"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-21T08:00:00Z",\
      "end":"2026-11-21T08:01:00Z","source":{"bundle":"com.example.watch","version":"2"},\
      "device":{"name":"W"},"metadata":{"b":true}}
      """
    let other = line.replacing(change.0, with: change.1)
    #expect(try dyad.run("save", input: line).output == "saved 1 sample\n")
    #expect(try dyad.run("save", "--force", input: other).output == "saved 1 sample\n")
    let both = try dyad.run("save", "--force", input: line + "\n" + other)
    #expect(both.output == "saved 0 samples, 2 lines there already\n")
  }

  @Test func `a line twice in one input is there once, in one group and over many`() throws {
    let dyad = try Dyad()
    let lines = (0..<6_000).map { number in
      let index = number % 4_500
      // Back and forth over the years, so that days come again.
      let date = "20\(10 + index % 7)-0\(1 + index % 9)-1\(index % 10)"
      let time = "0\(index % 10):\(10 + index / 100):\(10 + index % 50)"
      return #"{"type":"stepCount","value":1,"unit":"count","start":"\#(date)T\#(time)Z"}"# + "\n"
    }
    let count = Set(lines).count
    let first = try dyad.run("save", input: lines.joined())
    #expect(first.output == "saved \(count) samples, \(6_000 - count) lines there already\n")
    let second = try dyad.run("save", input: lines.reversed().joined())
    #expect(second.output == "saved 0 samples, 6000 lines there already\n")
    let members = #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"}"#
    let group = #"{"type":"bloodPressure","start":0,"members":[\#(members)]}"# + "\n"
    #expect(try dyad.run("save", input: group + group).output.hasSuffix("1 line there already\n"))
  }

  @Test func `everything before a bad line is saved, and saving again goes on`() throws {
    let dyad = try Dyad()
    var lines = (0..<6_000).map { index in
      #"{"type":"stepCount","value":1,"unit":"count","start":\#(index)}"# + "\n"
    }
    let good = lines[4_999]
    lines[4_999] = #"{"type":"stepCount"}"# + "\n"
    let unreadable = try dyad.run("save", input: lines.joined())
    #expect(unreadable.exitCode == ExitCode.invalidInput.rawValue)
    #expect(unreadable.output == "saved 4999 samples\n")
    #expect(unreadable.errors.contains("cannot read line 5000: "))
    #expect(unreadable.errors.contains("All before it is saved. Correct it and save the same"))

    lines[4_999] = #"{"type":"stepCount","value":1,"unit":"count","start":5,"end":1}"# + "\n"
    let refused = try dyad.run("save", input: lines.joined())
    #expect(refused.exitCode == ExitCode.refused.rawValue)
    #expect(refused.output == "saved 0 samples, 4999 lines there already\n")
    #expect(refused.errors.contains("cannot save line 5000: "))

    lines[4_999] = good
    let rest = try dyad.run("save", input: lines.joined())
    #expect(rest.output == "saved 1001 samples, 4999 lines there already\n")
  }

  @Test func `a byte order mark is no part of the first line`() throws {
    let dyad = try Dyad()
    let line = Dyad.heartRate(1)
    #expect(try dyad.run("save", input: "\u{FEFF}" + line).output == "saved 1 sample\n")
    #expect(try dyad.run("save", input: line + "\u{FEFF}" + line).exitCode != 0)
  }

  @Test func `what a sensor measured is saved as it comes`() throws {
    let dyad = try Dyad()
    let save = try dyad.start("save", "--uuids", "--sensor", "band.heart")
    for number in 1...3 {
      let uuid = "0B5E0F1C-9D4B-4C7E-8E1F-6F3C2A1B0D9\(number)"
      save.send(
        #"{"type":"stepCount","value":2,"unit":"count","start":\#(number),"uuid":"\#(uuid)"}"#
          + "\n")
      try save.waitForLine(uuid)
    }
    save.receive(.interrupt)
    // It would rather come to the end of its input.
    try save.waitForError("Save the same again to go on")
    let ending = try save.finish()
    #expect(ending.errors.hasPrefix("dyad: interrupted: saved 3 samples, all up to line 3\n"))
  }

  @Test func `who interrupts it is told how far it came`() throws {
    let dyad = try Dyad()
    let save = try dyad.start("save", "--uuids")
    let lines = (0..<4_096).map { index in
      #"{"type":"stepCount","value":1,"unit":"count","start":\#(index)}"# + "\n"
    }
    // What has come is saved where no more comes, be it that a line is not at its end.
    let uuid = "0B5E0F1C-9D4B-4C7E-8E1F-6F3C2A1B0D9E"
    let last =
      #"{"type":"stepCount","value":2,"unit":"count","start":1,"uuid":"\#(uuid)"}"# + "\n"
    save.send(lines.joined() + last + #"{"type":"stepCou"#)
    try save.waitForLine(uuid)
    save.receive(.interrupt)
    try save.waitForError("Save the same again to go on")
    let ending = try save.finish()
    #expect(ending.errors.hasPrefix("dyad: interrupted: saved 4097 samples, all up to line 4097\n"))
    #expect(ending.signal != nil)
    let again = try dyad.run("save", input: lines.joined() + Dyad.heartRate(1))
    #expect(again.output == "saved 1 sample, 4096 lines there already\n")
  }
}
