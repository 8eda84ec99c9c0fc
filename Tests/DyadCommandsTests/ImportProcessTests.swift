internal import CommandLineCore
internal import CommandSupport
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct ImportProcessTests {
  private static func export(_ count: Int) -> String {
    let records = (0..<count).map { number in
      #" <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" "#
        + #"startDate="2024-01-02 08:\#(10 + number / 60 % 50):\#(10 + number % 50) +0000" "#
        + #"endDate="2024-01-02 09:00:00 +0000" value="\#(60 + number % 40)"/>"#
    }
    return """
      <HealthData locale="en_US">
       <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      \(records.joined(separator: "\n"))

      """
  }

  @Test func `an export is imported, told by type, and imported once`() throws {
    let dyad = try Dyad()
    let file = dyad.folder.file("export.xml")
    try dyad.folder.write(Array("\(Self.export(3))</HealthData>\n".utf8), to: "export.xml")
    let dry = try dyad.run("import", "--dry-run", file)
    #expect(dry.exitCode == 0 && dry.lines.last == "would have saved 3 samples", "\(dry.errors)")
    let first = try dyad.run("import", file)
    #expect(
      first.lines == ["TYPE       READ  SAVED", "heartRate     3      3", "saved 3 samples"])
    #expect(first.errors.contains("dyad profile sex female"))
    let report = dyad.folder.file("report.json")
    let again = try dyad.run("import", "--profile", "--json", "--report", report, file)
    #expect(again.exitCode == 0 && !again.errors.contains("dyad profile"), "\(again.errors)")
    let json = try JSONValue(parsing: again.output)
    #expect(json["known"] == .integer(3) && json["saved"] == .integer(0))
    #expect(json["complete"] == .bool(true) && json["lossCount"] == .integer(0))
    let written = String(decoding: try dyad.folder.read("report.json"), as: UTF8.self)
    #expect(written == again.output)
  }

  @Test func `an import is taken back as a whole, and its file can be imported again`() throws {
    let dyad = try Dyad()
    let file = dyad.folder.file("export.xml")
    try dyad.folder.write(Array("\(Self.export(3))</HealthData>\n".utf8), to: "export.xml")
    _ = try dyad.run("save", input: Dyad.heartRate(1))
    #expect(try dyad.run("imports").output.isEmpty)
    _ = try dyad.run("import", "--dry-run", file)
    #expect(try dyad.run("imports").output.isEmpty)
    #expect(try dyad.run("import", file).lines.last == "saved 3 samples")
    // What brings nothing is no import.
    _ = try dyad.run("import", file)
    let listed = try dyad.run("imports", "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(listed.map { $0["samples"] } == [.integer(3)])
    #expect(listed.first?["name"] == .string("export.xml"))
    let number = try #require(listed.first?["number"]?.text)
    #expect(try dyad.run("imports", "undo", "99").exitCode == ExitCode.notFound.rawValue)
    let undone = try dyad.run("imports", "undo", number)
    #expect(undone.output == "deleted 3 samples of export.xml\n", "\(undone.errors)")
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 1)
    #expect(try dyad.run("imports").lines.last?.contains("taken back") ?? false)
    let twice = try dyad.run("imports", "undo", number)
    #expect(twice.exitCode == ExitCode.notFound.rawValue, "\(twice.errors)")
    #expect(twice.errors.contains("that was done before"), "\(twice.errors)")
    #expect(try dyad.run("import", file).lines.last == "saved 3 samples")
    // It was the last thing that happened.
    #expect(try dyad.run("undo", "--json").output == "{\"import\":2,\"deleted\":3}\n")
    #expect(try dyad.run("undo", "--json").output.contains("\"saved\":3"))
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 4)
    let both = try dyad.run("imports", "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(both.map { $0["samples"] } == [.integer(0), .integer(3)])
    // An import whose samples came back can be taken back once more.
    #expect(try dyad.run("imports", "undo", "2").output == "deleted 3 samples of export.xml\n")
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 1)
  }

  @Test func `what is in a folder is imported, and what comes into it`() throws {
    let dyad = try Dyad()
    let folder = dyad.folder.file("inbox")
    try FileSystem.createFolder(folder)
    func bring(_ text: String, as name: String) throws {
      try dyad.folder.write(Array(text.utf8), to: "inbox/.\(name).part")
      try FileSystem.moveFile("\(folder)/.\(name).part", to: "\(folder)/\(name)")
    }
    try bring("\(Self.export(2))</HealthData>\n", as: "first.xml")
    let program = try dyad.start("import", "--watch", folder)
    #expect(try program.waitForLine("saved ") == "saved 2 samples")
    // Others use the store while nothing comes.
    _ = try program.waitForLine("dyad: importing first.xml", onErrors: true)
    var answer = try dyad.run("query", "heartRate", "--json")
    while answer.exitCode != 0 { answer = try dyad.run("query", "heartRate", "--json") }
    #expect(answer.lines.count == 2)
    try bring("nothing that is known", as: "odd.xml")
    _ = try program.waitForLine("dyad: cannot import", onErrors: true)
    try bring("\(Self.export(5))</HealthData>\n", as: "second.xml")
    #expect(try program.waitForLine("saved 3") == "saved 3 samples, 2 there already")
    try FileSystem.moveFile(folder, to: dyad.folder.file("elsewhere"))
    let ending = try program.finish()
    #expect(ending.exitCode == ExitCode.notFound.rawValue)
    #expect(ending.errors.contains("the folder is gone"), "\(ending.errors)")
    #expect(!ending.errors.contains(".part"))
    let file = try dyad.run("import", "--watch", dyad.folder.file("elsewhere/first.xml"))
    #expect(file.exitCode == ExitCode.usage.rawValue && file.errors.contains("it is no folder"))
  }

  @Test func `a file that is cut gives what comes before, and its own exit code`() throws {
    let dyad = try Dyad()
    try dyad.folder.write(Array(Self.export(3).utf8), to: "export.xml")
    let cut = try dyad.run("import", dyad.folder.file("export.xml"))
    #expect(cut.exitCode == ExitCode.invalidInput.rawValue)
    #expect(cut.lines.last == "saved 3 samples")
    #expect(
      cut.errors.contains(": the file ends before its last line\n  What could be read is saved."))
  }

  @Test func `what is gone from an export is deleted here, after asking`() throws {
    let dyad = try Dyad()
    let file = dyad.folder.file("export.xml")
    func write(_ count: Int) throws {
      let date = #" <ExportDate value="2024-05-01 10:00:00 +0200"/>"# + "\n <Me"
      let text = Self.export(count).replacing(" <Me", with: date)
      try dyad.folder.write(Array("\(text)</HealthData>\n".utf8), to: "export.xml")
    }
    try write(5)
    #expect(try dyad.run("import", file).exitCode == 0)
    try write(3)
    let unasked = try dyad.run("import", "--mirror", file)
    #expect(unasked.exitCode == ExitCode.usage.rawValue && unasked.errors.contains("--yes"))
    let dry = try dyad.run("import", "--mirror", "--dry-run", file)
    #expect(dry.lines.first == "TYPE       READ  THERE  GONE", "\(dry.errors)")
    #expect(dry.lines.last == "would have deleted 2 samples that the export does not have any more")
    let asked = try dyad.runInTerminal("import", "--mirror", file, keys: "n\n")
    #expect(asked.output.contains("Delete 2 samples that the export does not have any more"))
    #expect(asked.output.contains("2 samples that the export does not have any more stayed"))
    let done = try dyad.run("import", "--mirror", "--yes", "--json", file)
    let json = try JSONValue(parsing: done.output)
    #expect(json["removed"] == .integer(2) && json["gone"] == .integer(2))
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 3)
    try dyad.folder.write(
      Array(#"{"resourceType":"Bundle","entry":[]}"#.utf8), to: "bundle.json")
    let other = try dyad.run("import", "--mirror", "--yes", dyad.folder.file("bundle.json"))
    #expect(other.exitCode == ExitCode.invalidInput.rawValue)
    #expect(other.errors.contains("only an export of Apple Health has all that there is"))
    let watch = try dyad.run("import", "--mirror", "--watch", dyad.folder.path)
    #expect(watch.exitCode == ExitCode.usage.rawValue)
  }

  @Test func `an import that is interrupted tells what it saved, and goes on with the rest`() throws
  {
    let dyad = try Dyad()
    let count = 60_000
    let text = (0..<count).map { number in
      let minute =
        "2024-01-\(10 + number / 1_440 % 20) \(10 + number / 60 % 10):\(10 + number % 50)"
      return
        #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" "#
        + #"startDate="\#(minute):00 +0000" endDate="\#(minute):30 +0000" value="\#(40 + number % 90)"/>"#
    }
    let whole = "<HealthData>\n\(text.joined(separator: "\n"))\n</HealthData>\n"
    try dyad.folder.write(Array(whole.utf8), to: "export.xml")
    let file = dyad.folder.file("export.xml")
    func stored() throws -> Int? {
      let answer = try dyad.run("sql", "select count(*) as count from heartRate", "--json")
      return try JSONValue(parsing: answer.output)["count"]?.integerValue.map { Int($0) }
    }
    let program = try dyad.start("import", file)
    // The first part of it is there once the store is larger than an empty one.
    func size(_ name: String) throws -> Int {
      let path = dyad.folder.file("state/\(name)")
      return try FileSystem.exists(path) ? FileSystem.size(of: path) : 0
    }
    while try program.isRunning && size("store.db") + size("store.db-wal") < 400_000 {}
    program.receive(.interrupt)
    let ending = try program.finish()
    let told = ending.errors.firstMatch(of: /saved (\d+) sample/).flatMap { Int($0.1) }
    // It may have been faster than the signal.
    if ending.exitCode != 0 { #expect(try told == stored(), "\(ending.errors)") }
    let rest = try dyad.run("import", file)
    #expect(rest.exitCode == 0, "\(rest.errors)")
    #expect(try stored() == count)
  }

  @Test func `what is no export is told, with what to do`() throws {
    let dyad = try Dyad()
    let missing = try dyad.run("import", dyad.folder.file("none"))
    #expect(missing.exitCode == ExitCode.notFound.rawValue)
    try dyad.folder.write(Array("TYPE,VALUE\n".utf8), to: "table")
    let other = try dyad.run("import", dyad.folder.file("table"))
    #expect(other.exitCode == ExitCode.invalidInput.rawValue)
    #expect(other.errors.contains("it is nothing that 'dyad import' knows\n  It reads exports of"))
    try dyad.folder.write([0x50, 0x4B, 3, 4, 0], to: "some.zip")
    let archive = try dyad.run("import", dyad.folder.file("some.zip"))
    #expect(archive.exitCode == ExitCode.invalidInput.rawValue, "\(archive.errors)")
  }

  @Test func `a table is read as a mapping says, and one without it is asked for`() throws {
    let dyad = try Dyad()
    let table = dyad.folder.file("scale.csv")
    try dyad.folder.write(
      Array("Day;Weight\n2024-03-01;82,4\n2024-03-02;x\n".utf8), to: "scale.csv")
    let asked = try dyad.run("import", table)
    #expect(asked.exitCode == ExitCode.usage.rawValue)
    #expect(asked.errors.contains("They are 'Day', 'Weight'.") && asked.lines.isEmpty)
    let map = dyad.folder.file("map")
    try dyad.folder.write(Array("date = Day\nbodyMass = Weight".utf8), to: "map")
    let wrong = try dyad.run("import", "--columns", map, table)
    #expect(wrong.exitCode == ExitCode.usage.rawValue)
    #expect(wrong.errors.contains("line 2 of the mapping: bodyMass needs a unit"))
    try dyad.folder.write(
      Array("date = Day\ndecimal : ,\nbodyMass [kg] = Weight".utf8), to: "map")
    try dyad.folder.write([UInt8](repeating: 0x0A, count: 1 << 17), to: "long")
    let long = try dyad.run("import", "--columns", dyad.folder.file("long"), table)
    #expect(long.exitCode != 0 && long.errors.contains("it has more than 65536 bytes"))
    let taken = try dyad.run("import", "--tz", "Europe/Berlin", "--columns", map, table)
    #expect(taken.exitCode == 0 && taken.lines.last == "saved 1 sample")
    #expect(taken.errors.contains("1 record could not be taken"))
    let query = try dyad.run("query", "bodyMass", "--json")
    #expect(
      query.output.contains(#""value":82.4"#) && query.output.contains("2024-02-29T23:00:00Z"))
  }

  @Test func `records that could not be taken are counted, and listed in the report`() throws {
    let dyad = try Dyad()
    let text = Self.export(2).replacing(#"value="60""#, with: #"value="""#)
    try dyad.folder.write(Array("\(text)</HealthData>".utf8), to: "export.xml")
    let report = dyad.folder.file("report.json")
    let run = try dyad.run("import", "--report", report, dyad.folder.file("export.xml"))
    #expect(run.exitCode == 0 && run.errors.contains("1 record could not be taken; \(report)"))
    let json = try JSONValue(parsing: try dyad.folder.read("report.json"))
    let loss = json["losses"]?.arrayValue?.first
    #expect(loss?["line"] == .integer(3))
    #expect(loss?["reason"] == .string("the value is missing, or is no number"))
  }
}
