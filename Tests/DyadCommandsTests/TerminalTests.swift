internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import DyadCommands

/// What the program shows and asks on a terminal, which it has to be asked in.
@Suite(.timeLimit(.minutes(5))) struct TerminalTests {
  @Test func `an empty store is told in words`() throws {
    let dyad = try Dyad()
    try #require(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
    try #require(try dyad.run("delete", "heartRate", "--all").exitCode == 0)
    for words in [
      ["types"], ["sources", "stepCount"], ["stats", "stepCount"], ["stats", "sleepAnalysis"],
    ] {
      let session = try dyad.terminal(words)
      #expect(try session.finish().output.contains("there are no samples"), "\(words)")
    }
    #expect(try dyad.run("types", "--json").output.isEmpty)
    let some = try dyad.run("save", input: Dyad.heartRate(1, bundle: "a.b"))
    try #require(some.exitCode == 0)
    let none = try dyad.run("stats", "heartRate", "--to", "2001-01-01")
    #expect(
      none.errors == "dyad: there are samples of heartRate, but none that the conditions mean\n")
  }

  @Test func `statistics are those of the sources that were named`() throws {
    let dyad = try Dyad()
    let named = Dyad.heartRate(2, bundle: "a.c").replacing(
      #""bundle":"a.c""#, with: #""bundle":"a.c","name":"My strap""#)
    try #require(
      try dyad.run("save", input: Dyad.heartRate(1, bundle: "a.b") + named).exitCode == 0)
    for source in ["a.c", "my strap"] {
      let table = try dyad.run("stats", "heartRate", "--source", source)
      #expect(table.output.contains("  102  ") && !table.output.contains("101"), "\(table.output)")
    }
    let unknown = try dyad.run("stats", "heartRate", "--source", "nobody")
    #expect(unknown.errors.contains("nobody called nobody saved heartRate; a.b, a.c did"))
  }

  @Test func `save says what a line looks like, and takes it`() throws {
    let dyad = try Dyad()
    let session = try dyad.terminal(["save"])
    try session.waitFor("Type a sample as one line of JSON, and Ctrl-D at the end:\r\n  ")
    let example = #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-21T08:00Z"}"#
    try session.waitFor(example + "\r\n")
    try session.type(example + "\n\u{4}")
    #expect(try session.finish().output.hasSuffix("saved 1 sample\r\n"))
  }

  @Test func `long work shows how far it is, and leaves nothing of that`() throws {
    let dyad = try Dyad()
    let pipe = dyad.folder.file("pipe")
    try #require(try RunningProgram.run("/usr/bin/env", ["mkfifo", pipe]).exitCode == 0)
    let session = try dyad.terminal(["save", pipe])
    let writer = try RunningProgram("/bin/sh", ["-c", "exec cat >'\(pipe)'"])
    writer.send(Dyad.heartRate(1))
    try session.waitFor("\rSaving: 1 lines")
    writer.send(Dyad.heartRate(2))
    #expect(try writer.finish().exitCode == 0)
    let ending = try session.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.output.hasSuffix("\r\u{1B}[Ksaved 2 samples\r\n"), "\(ending.output)")
  }

  @Test func `a file that is standard input has its share shown`() throws {
    let dyad = try Dyad()
    let lines = (0..<60_000).map {
      #"{"type":"stepCount","value":1,"unit":"count","start":\#($0 * 60)}"# + "\n"
    }
    try dyad.folder.write(Array(lines.joined().utf8), to: "many.jsonl")
    let session = try TerminalSession(
      "/bin/sh",
      [
        "-c",
        "exec '\(try RunningProgram.builtPath("dyad"))' --state '\(dyad.folder.file("state"))' save "
          + "<'\(dyad.folder.file("many.jsonl"))'",
      ], columns: 80, rows: 24)
    try session.waitFor("%  ")
  }

  @Test func `deleting everything is asked first`() throws {
    let dyad = try Dyad()
    try #require(
      try dyad.run("save", input: Dyad.heartRate(1) + Dyad.heartRate(2)).exitCode == 0)
    for (answer, end, code) in [
      ("n", "nothing was deleted", 1 as Int32), ("y", "deleted 2 samples", 0),
    ] {
      let session = try dyad.terminal(["delete", "heartRate", "--all"])
      try session.waitFor("Delete all of heartRate, 2 samples, here and on the paired device?")
      try session.type(answer + "\n")
      let ending = try session.finish()
      #expect(ending.output.contains(end), "\(ending.output)")
      #expect(ending.exitCode == code)
    }
  }

  @Test func `a table of 80 columns has a short UUID that --uuid takes`() throws {
    let dyad = try Dyad()
    let uuids = try dyad.run(
      "save", "--uuids",
      input: (1...18).map { Dyad.heartRate($0, bundle: "com.example.strap") }.joined()
    ).lines
    let table = try dyad.runInTerminal("query", "heartRate", environment: ["LANG": "en_US.UTF-8"])
    let rows = table.lines.dropFirst().filter { !$0.isEmpty }
    #expect(rows.count == 18 && rows.allSatisfy { $0.count <= 80 }, "\(table.output)")
    #expect(
      rows.first?.hasPrefix("2026-11-21 08:01    101  count/min  com.example.strap  ") == true)
    let short = rows.map { String($0.split(separator: " ").last ?? "") }
    #expect(Set(short).count == 18)
    #expect(short[0].count == 18 && short[0].hasPrefix("\(uuids[0].prefix(4)).."))
    let one = try dyad.run("query", "heartRate", "-u", short[17], "--json")
    #expect(one.lines.count == 1 && one.output.contains(uuids[17]), "\(one.errors)")
    let several = try dyad.run("query", "heartRate", "-u", "\(uuids[0].prefix(8))..")
    #expect(several.exitCode == ExitCode.usage.rawValue)
    #expect(several.errors.hasPrefix("dyad: cannot use --uuid: 18 samples have a UUID like "))
    #expect(try dyad.run("query", "heartRate", "-u", "0000..00000000").exitCode == 3)
    #expect(try dyad.run("query", "heartRate", "-u", "490E").exitCode == 2)
    #expect(try dyad.run("delete", "-u", "\(uuids[0].prefix(8))..").exitCode == 2)
    #expect(try dyad.run("delete", "-u", short[3]).output == "deleted 1 sample\n")
    #expect(try dyad.run("delete", "-u", short[3]).exitCode == 3)
    #expect(!(try dyad.run("query", "heartRate", "--json").output.contains(uuids[3])))
  }

  @Test func `what was measured is not cut for a UUID, and one answer has a line for each value`()
    throws
  {
    let dyad = try Dyad()
    let run =
      #"{"type":"workout","activity":"running","start":"2026-11-20T17:00:00Z","duration":2400,"#
      + #""distance":{"value":7.1,"unit":"km"},"energy":{"value":480,"unit":"kcal"}}"# + "\n"
    try #require(try dyad.run("save", input: run + Dyad.heartRate(1)).exitCode == 0)
    let workout = try dyad.runInTerminal("query", "workout")
    #expect(workout.output.contains("running, 40 min, 7.1 km, 480 kcal  Manual entry\r\n"))
    let rate = try dyad.runInTerminal("stats", "heartRate")
    #expect(
      rate.lines.dropLast() == [
        "START        2026-11-21 08:01", "END          2026-11-21 08:01", "AVERAGE      101",
        "MINIMUM      101", "MAXIMUM      101", "MOST RECENT  101", "AT           2026-11-21 08:01",
        "UNIT         count/min",
      ])
    // Samples of several types are told from each other.
    let pressure = try dyad.runInTerminal("query", "heartRate")
    let short = pressure.lines[1].split(separator: " ").last.map(String.init) ?? ""
    #expect(try dyad.run("delete", "-u", short).output == "deleted 1 sample\n", "\(short)")
  }

  @Test(arguments: ["490E..00000000002A", "490e90c1..2a", "490E-90C1..", "..9F3A11C0"])
  func `short forms mean what begins and ends so`(text: String) throws {
    let uuid = try #require(SampleUUID("490E90C1-90C1-875D-8800-00000000002A"))
    let word = try #require(UUIDWord(text))
    #expect(word.means(uuid) == !text.hasSuffix("9F3A11C0"))
    #expect(word.full == nil)
    #expect(UUIDWord.short(uuid) == "490E..00000000002A")
  }

  @Test(arguments: [
    "", "..", "490E", "490E..2A", "490E.0000002A", "490G..0000002A", "a..b..c0000000",
  ])
  func `anything else is no short form`(text: String) {
    #expect(UUIDWord(text) == nil)
  }
}
