internal import CommandLineCore
internal import CommandSupport
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct ExportProcessTests {
  private static let lines =
    Dyad.heartRate(1) + Dyad.heartRate(2, bundle: "com.example.other") + """
      {"type":"bloodPressure","start":"2026-11-20T07:00:00Z","members":[{"type":"bloodPressureSystolic","value":111,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":76,"unit":"mmHg"}]}
      {"type":"workout","activity":"running","start":"2026-11-20T17:00:00Z","end":"2026-11-20T17:40:00Z","distance":{"value":7.1,"unit":"km"}}

      """

  private func filled() throws -> Dyad {
    let dyad = try Dyad()
    let saved = try dyad.run("save", input: Self.lines)
    try #require(saved.exitCode == 0, "\(saved.errors)")
    return dyad
  }

  /// Everything of a store as lines, by their text.
  private func contents(_ dyad: Dyad, state: String? = nil) throws -> [String] {
    var lines: [String] = []
    for type in [
      "heartRate", "bloodPressure", "bloodPressureSystolic", "bloodPressureDiastolic", "workout",
    ] {
      lines += try dyad.run("query", type, "--json", state: state).lines
    }
    return lines.sorted()
  }

  @Test func `an export as Apple's, or as JSON, gives another store the same`() throws {
    let dyad = try filled()
    let zip = dyad.folder.file("health.zip")
    let first = try dyad.run("export", zip)
    #expect(first.exitCode == 0 && first.errors.isEmpty, "\(first.errors)")
    #expect(first.lines == ["exported 6 samples to \(zip)"])
    let imported = try dyad.run("import", zip, state: "second")
    #expect(
      imported.exitCode == 0 && imported.lines.contains("saved 6 samples"), "\(imported.errors)")
    let withoutUUIDs = { (lines: [String]) in
      lines.map { $0.replacing(/"uuid":"[^"]*"/, with: "") }
    }
    #expect(
      withoutUUIDs(try contents(dyad, state: "second")) == withoutUUIDs(try contents(dyad)))
    let lines = dyad.folder.file("health.jsonl")
    let second = try dyad.run("export", lines, "--json")
    #expect(
      try JSONValue(parsing: second.output)["types"]?.text
        == #"{"bloodPressure":1,"bloodPressureDiastolic":1,"bloodPressureSystolic":1,"#
        + #""heartRate":2,"workout":1}"#)
    let saved = try dyad.run("save", lines, state: "third")
    #expect(saved.exitCode == 0, "\(saved.errors)")
    #expect(try contents(dyad, state: "third") == (try contents(dyad)))
    #expect(dyad.folder.contents().allSatisfy { !$0.hasSuffix(".partial") })
    #expect(try FileSystem.rights(of: zip).isPrivate)
  }

  @Test func `types and conditions choose, as those of a query do`() throws {
    let dyad = try filled()
    let some = try dyad.run(
      "export", "-", "heartRate", "--as", "csv", "--source", "com.example.other")
    #expect(some.exitCode == 0 && some.errors.isEmpty)
    #expect(some.output.hasPrefix("start,end,value,unit,source,bundle,version,"))
    #expect(some.output.split(whereSeparator: \.isNewline).count == 2)
    #expect(some.output.contains(",102,count/min,"))
    // What a correlation holds is in its own line where it has none.
    let pressure = try dyad.run("export", "-", "bloodPressure", "--as", "json")
    #expect(pressure.output.contains(#""type":"bloodPressureSystolic","value":111"#))
    let all = try dyad.run("export", "-", "--as", "json", "--from", "2026-11-20")
    #expect(
      all.output.split(separator: #""value":111"#, omittingEmptySubsequences: false).count == 2)
    let again = try dyad.run("save", input: all.output, state: "other")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try contents(dyad, state: "other") == (try contents(dyad)))
  }

  @Test func `no text of a table is a formula`() throws {
    let dyad = try Dyad()
    let sample = { (name: String) in
      #"{"type":"stepCount","value":-0.0,"unit":"count","start":"2026-11-20T08:00:00Z","#
        + #""source":{"bundle":"com.example","name":"\#(name)"}}"# + "\n"
    }
    let names = ["=HYPERLINK(1)", "+1", "-2", "@SUM", "a=b"]
    let saved = try dyad.run("save", input: names.map(sample).joined())
    #expect(saved.exitCode == 0, "\(saved.errors)")
    let table = try dyad.run("export", "-", "stepCount", "--as", "csv")
    let cells = table.output.split(whereSeparator: \.isNewline).dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[4]
    }
    #expect(Set(cells) == ["'=HYPERLINK(1)", "'+1", "'-2", "'@SUM", "a=b"])
  }

  @Test func `nothing is overwritten unless that is said, and nothing half is left`() throws {
    let dyad = try filled()
    let path = dyad.folder.file("health.fhir.json")
    try dyad.folder.write([1], to: "health.fhir.json")
    let refused = try dyad.run("export", path)
    #expect(refused.exitCode == ExitCode.failure.rawValue)
    #expect(
      refused.errors.contains("there is something already\n  Use another name, or --replace."))
    #expect(try dyad.folder.read("health.fhir.json") == [1])
    #expect(try dyad.run("export", path, "--replace").exitCode == 0)
    let bundle = try JSONValue(parsing: try dyad.folder.read("health.fhir.json"))
    #expect(bundle["entry"]?.arrayValue?.count == 7)
    let database = try dyad.run("export", dyad.folder.file("health.db"))
    #expect(database.lines == ["exported 6 samples to \(dyad.folder.file("health.db"))"])
    let missing = try dyad.run("export", dyad.folder.file("none/health.zip"))
    #expect(missing.exitCode == ExitCode.notFound.rawValue)
    #expect(dyad.folder.contents().allSatisfy { !$0.hasSuffix(".partial") })
  }

  @Test func `what is new since an anchor is told, and what is gone`() throws {
    let dyad = try filled()
    let first = try dyad.run("export", "-", "--since", "beginning")
    #expect(first.lines.count == 7, "\(first.errors)")
    let anchor = try #require(
      try JSONValue(parsing: first.lines.last ?? "")["anchor"]?.stringValue)
    _ = try dyad.run("save", input: Dyad.heartRate(3))
    _ = try dyad.run("delete", "workout", "--all")
    let path = dyad.folder.file("news.jsonl")
    let second = try dyad.run("export", path, "--since", anchor)
    #expect(second.lines.first == "exported 1 sample and 1 deletion to \(path)", "\(second.errors)")
    let lines = String(decoding: try dyad.folder.read("news.jsonl"), as: UTF8.self)
      .split(separator: "\n").map { try? JSONValue(parsing: String($0)) }
    #expect(lines.count == 3 && lines[0]?["added"]?["type"] == .string("heartRate"))
    #expect(lines[1]?["deleted"]?["type"] == .string("workout"))
    let wrong = try dyad.run("export", "-", "--since", "5f3a-120")
    #expect(wrong.exitCode == ExitCode.startOver.rawValue)
  }

  @Test func `a table without rows says what its columns are`() throws {
    let dyad = try filled()
    let run = try dyad.run("export", "-", "heartRate", "--as", "csv", "--from", "2027-01-01")
    #expect(run.exitCode == 0 && run.output.hasPrefix("start,end,value,unit,source,"))
    #expect(run.output.split(whereSeparator: \.isNewline).count == 1)
  }

  @Test func `what changed is told without documents, which are counted`() throws {
    let dyad = try filled()
    try dyad.folder.write(CDASample.bytes, to: "visit.xml")
    _ = try dyad.run("documents", "import", dyad.folder.file("visit.xml"))
    let path = dyad.folder.file("news.jsonl")
    let run = try dyad.run("export", path, "--since", "beginning", "--as", "json")
    #expect(run.lines.first == "exported 6 samples and 0 deletions to \(path)")
    #expect(run.errors.contains("1 sample of CDA, for which json has no place with --since"))
    let lines = try String(decoding: dyad.folder.read("news.jsonl"), as: UTF8.self)
      .split(separator: "\n").compactMap { try JSONValue(parsing: String($0))["added"]?.text }
    let saved = try dyad.run("save", input: lines.joined(separator: "\n"), state: "other")
    #expect(saved.exitCode == 0, "\(saved.errors)")
    #expect(try contents(dyad, state: "other") == (try contents(dyad)))
    // What a correlation holds is in its own line where it has none.
    let pressure = try dyad.run("export", "-", "bloodPressure", "--since", "beginning")
    #expect(pressure.output.contains(#""type":"bloodPressureSystolic","value":111"#))
  }

  static let slips: [([String], String)] = [
    (["export", "health.txt"], "the name of the file does not say it"),
    (["export", "health.json"], "the name of the file does not say it"),
    (["export", "health.zip", "--as", "excel"], "expected one of apple, json, csv, sqlite, fhir"),
    (["export", "-", "--as", "sqlite"], "a database cannot be written to a pipe"),
    (["export", "health.csv"], "a table has one type"),
    (["export", "health.zip", "--documents", "x"], "it needs --as json"),
    (["export", "a.jsonl", "--since", "beginning", "--from", "-1d"], "it excludes conditions"),
    (["export", "a.zip", "--since", "beginning"], "it needs a file that ends in .jsonl"),
  ]

  @Test(arguments: slips)
  func `what cannot be meant is told`(words: [String], message: String) throws {
    let run = try Dyad().run(words)
    #expect(run.exitCode == ExitCode.usage.rawValue)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
