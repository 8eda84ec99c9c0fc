internal import CommandLineCore
internal import HealthModel
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct SaveProcessTests {
  private static let everyKind = """
    {"type":"heartRate","value":61.5,"unit":"count/min","start":"2026-11-21T08:00:00.250Z",\
    "end":"2026-11-21T08:01:00Z","source":{"bundle":"com.example.watch","name":"Watch"},\
    "device":{"name":"W"},"metadata":{"HKTimeZone":"UTC","b":true,"d":{"date":"2026-01-01"}}}
    {"type":"sleepAnalysis","value":"asleep","start":"2026-11-20T22:00:00Z","end":"2026-11-21"}
    {"type":"bloodPressure","start":"2026-11-21T08:00:00Z","members":[\
    {"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},\
    {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    {"type":"workout","activity":"running","start":"2026-11-21T08:00:00Z","duration":1800,\
    "energy":{"value":300,"unit":"kcal"},"events":[{"kind":"lap","date":"2026-11-21T08:10:00Z"}]}

    """

  @Test func `what was saved and queried can be saved elsewhere and is the same`() throws {
    let dyad = try Dyad()
    let saved = try dyad.run("save", "--json", input: Self.everyKind)
    #expect(saved.exitCode == 0, "\(saved.errors)")
    #expect(saved.output == "{\"saved\":6,\"lines\":4,\"knownLines\":0,\"refusedLines\":0}\n")
    for type in ["heartRate", "sleepAnalysis", "bloodPressure", "workout"] {
      let lines = try dyad.run("query", type, "--json")
      #expect(lines.lines.count == 1)
      #expect(try dyad.run("save", input: lines.output, state: "copy").exitCode == 0)
      #expect(try dyad.run("query", type, "--json", state: "copy").output == lines.output)
    }
    let members = try dyad.run("query", "bloodPressureSystolic", state: "copy")
    #expect(members.lines.count == 2)
  }

  @Test func `a document comes back byte for byte in a file`() throws {
    let dyad = try Dyad()
    // Longer than one piece of what the store keeps.
    let bytes = CDASample.bytes(count: 150_000)
    try dyad.folder.write(bytes, to: "in.xml")
    let file = dyad.folder.file("in.xml")
    let line = #"{"type":"cda","title":"T","start":"2026-11-21","file":"\#(file)"}"#
    #expect(try dyad.run("save", input: line).exitCode == 0)
    let plain = try dyad.run("query", "cda", "--json")
    // It says itself what it is, whatever the line says.
    #expect(plain.output.contains(#""title":"Résumé de soins""#))
    #expect(plain.output.contains("\"bytes\":150000") && !plain.output.contains("\"file\""))
    let out = dyad.folder.file("out")
    let lines = try dyad.run("query", "cda", "--json", "--documents", out)
    let json = try JSONValue(parsing: lines.output)
    let uuid = try #require(json["uuid"]?.stringValue)
    #expect(json["file"]?.stringValue == "\(out)/\(uuid).xml")
    #expect(try dyad.folder.read("out/\(uuid).xml") == bytes)
    #expect(try dyad.run("save", input: lines.output, state: "copy").exitCode == 0)
  }

  @Test func `a file that is no clinical document is named with its line`() throws {
    let dyad = try Dyad()
    try dyad.folder.write(Array("not xml at all".utf8), to: "in.xml")
    let file = dyad.folder.file("in.xml")
    let saved = try dyad.run("save", input: #"{"type":"cda","file":"\#(file)"}"# + "\n")
    #expect(saved.exitCode == ExitCode.invalidInput.rawValue)
    #expect(saved.errors.hasPrefix("dyad: cannot read line 1: file: line 1 of the document: "))
    #expect(saved.errors.contains("Name a file that holds a clinical document"))
  }

  @Test func `what stands before a line that cannot be read is saved`() throws {
    let dyad = try Dyad()
    let lines = Dyad.heartRate(1) + "\n" + Dyad.heartRate(2) + #"{"type":"heartRate"}"# + "\n"
    let saved = try dyad.run("save", input: lines)
    #expect(saved.exitCode == ExitCode.invalidInput.rawValue)
    #expect(saved.output == "saved 2 samples\n")
    #expect(saved.errors.hasPrefix("dyad: cannot read line 4: value: it is missing\n"))
  }

  @Test func `lines that cannot be saved can be set aside`() throws {
    let dyad = try Dyad()
    let early = #"{"type":"heartRate","value":61,"unit":"count/min","start":5,"end":1}"# + "\n"
    let lines = Dyad.heartRate(1) + "{\n" + Dyad.heartRate(2) + early + Dyad.heartRate(3)
    let saved = try dyad.run("save", "--keep-going", input: lines)
    #expect(saved.exitCode == ExitCode.invalidInput.rawValue)
    #expect(saved.output == "saved 3 samples, 2 lines refused\n")
    #expect(saved.errors.contains("dyad: cannot read line 2: "))
    #expect(
      saved.errors.contains(
        "dyad: cannot save line 4: a sample of HKQuantityTypeIdentifierHeartRate ends before it"))
  }

  @Test func `a line that the store refuses is named`() throws {
    let dyad = try Dyad()
    let early = #"{"type":"heartRate","value":61,"unit":"count/min","start":5,"end":1}"#
    let refused = try dyad.run("save", input: Dyad.heartRate(1) + early)
    #expect(refused.exitCode == ExitCode.refused.rawValue)
    #expect(refused.errors.hasPrefix("dyad: cannot save line 2: a sample of "))

    let saved = try dyad.run("save", "--uuids", "--again", input: Dyad.heartRate(1))
    let uuid = try #require(saved.lines.first)
    #expect(SampleUUID(uuid) != nil)
    let again = Dyad.heartRate(2).dropLast(2) + #","uuid":"\#(uuid)"}"#
    let known = try dyad.run("save", input: Dyad.heartRate(3) + again)
    #expect(known.exitCode == ExitCode.refused.rawValue)
    #expect(known.errors.contains("line 2: its field uuid is that of a sample that is stored"))
    let twice = again.replacing(uuid, with: "00000000-0000-0000-0000-000000000001")
    let double = try dyad.run("save", input: twice + "\n" + twice)
    #expect(double.errors.contains("line 2: its field uuid is the same as on line 1"))

    let correlation =
      #"{"type":"bloodPressure","start":0,"members":["#
      + #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","uuid":"00000000-0000-0000-0000-000000000009"}]}"#
    let missing = try dyad.run("save", input: Dyad.heartRate(1) + correlation)
    #expect(missing.exitCode == ExitCode.refused.rawValue)
    #expect(missing.errors.contains("line 2: members[1].uuid names a sample that is not stored"))
  }

  @Test func `files are read one after the other and named in errors`() throws {
    let dyad = try Dyad()
    try dyad.folder.write(Array(Dyad.heartRate(1).utf8), to: "a")
    try dyad.folder.write(Array("{\"type\":1}".utf8), to: "b")
    let (first, second) = (dyad.folder.file("a"), dyad.folder.file("b"))
    let failed = try dyad.run("save", first, second)
    #expect(failed.errors.hasPrefix("dyad: cannot read line 1 of \(second): type: it is no text"))
    let saved = try dyad.run("save", first, "-", input: Dyad.heartRate(2))
    #expect(saved.output == "saved 1 sample, 1 line there already\n")
    let none = try dyad.run("save", dyad.folder.file("c"))
    #expect(none.exitCode == ExitCode.notFound.rawValue)
  }

  @Test func `more lines than a group has are all saved, and in order`() throws {
    let dyad = try Dyad()
    let lines = (0..<9_000).map { index in
      #"{"type":"stepCount","value":\#(index),"unit":"count","start":\#(index)}"# + "\n"
    }
    #expect(try dyad.run("save", input: lines.joined()).output == "saved 9000 samples\n")
    let table = try dyad.run("query", "stepCount").lines
    #expect(table.count == 9_001)
    let latest = try dyad.run("query", "stepCount", "--sort=-start", "-n", "1", "--json")
    #expect(try JSONValue(parsing: latest.output)["value"] == .integer(8_999))
  }

  @Test func `samples with many different metadata keys are saved`() throws {
    let dyad = try Dyad()
    let lines = (0..<200).map { index in
      #"{"type":"stepCount","value":1,"unit":"count","start":0,"metadata":{"k\#(index)":1}}"# + "\n"
    }
    let saved = try dyad.run("save", input: lines.joined())
    #expect(saved.output == "saved 200 samples\n", "\(saved.errors)")
    #expect(try dyad.run("query", "stepCount", "--where", "k150").lines.count == 2)
  }

  @Test func `samples are saved even when nobody reads their UUIDs`() throws {
    let dyad = try Dyad()
    let save = try dyad.start("save", "--uuids")
    save.closeOutput()
    let lines = (0..<9_000).map { index in
      #"{"type":"stepCount","value":1,"unit":"count","start":\#(index)}"# + "\n"
    }
    save.send(lines.joined())
    #expect(try save.finish().exitCode == 0)
    #expect(try dyad.run("types", "--json").output.contains("\"samples\":9000"))
  }
}
