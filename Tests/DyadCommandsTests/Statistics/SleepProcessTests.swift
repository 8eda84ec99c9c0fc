internal import CommandLineCore
internal import HealthModel
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct SleepProcessTests {
  private static func line(
    _ value: String, _ start: String, _ end: String, _ bundle: String = "com.example.band"
  ) -> String {
    #"{"type":"sleepAnalysis","value":"\#(value)","start":"2026-11-\#(start):00+01:00","#
      + #""end":"2026-11-\#(end):00+01:00","source":{"bundle":"\#(bundle)","name":"N"}}"# + "\n"
  }

  // Of two apps the one that comes first by name is the first source: the band.
  private static let nights = [
    line("inBed", "20T22:30", "21T06:30", "com.example.phone"),
    line("asleep", "20T22:40", "21T06:20", "com.example.phone"),
    line("asleep", "20T23:00", "21T02:00"), line("awake", "21T02:00", "21T02:30"),
    line("asleep", "21T02:30", "21T06:00"),
    // A nap belongs to its day, and an evening to the next one.
    line("asleep", "21T14:00", "21T15:00"), line("asleep", "21T18:00", "21T19:00"),
  ]

  private func run(_ dyad: Dyad, _ words: [String]) throws -> RunningProgram.Ending {
    try RunningProgram.run(
      try RunningProgram.builtPath("dyad"),
      ["--state", dyad.folder.file("state"), "stats", "sleepAnalysis", "--tz", "Europe/Berlin"]
        + words)
  }

  private func filled() throws -> Dyad {
    let dyad = try Dyad()
    let saved = try dyad.run("save", input: Self.nights.joined())
    try #require(saved.exitCode == 0, "\(saved.errors)")
    return dyad
  }

  @Test func `a night counts once, for the day on which it ends`() throws {
    let dyad = try filled()
    // Phone: 22:40 to 23:00 and 6:00 to 6:20. Watch: three hours, and three and a half; and the nap.
    let table = try run(dyad, ["--per", "day"])
    #expect(
      table.output == """
        START       END         ASLEEP  IN BED  AWAKE  UNIT
        2026-11-21  2026-11-22  8.1667       8    0.5  hr
        2026-11-22  2026-11-23       1                 hr

        """, "\(table.errors)")
    let lines = try run(
      dyad, ["--per", "day", "--json", "--from", "2026-11-20", "--to", "2026-11-22"])
    #expect(
      lines.output == """
        {"start":"2026-11-20T00:00:00+01:00","end":"2026-11-21T00:00:00+01:00","asleep":null,\
        "inBed":null,"awake":null,"unit":"s"}
        {"start":"2026-11-21T00:00:00+01:00","end":"2026-11-22T00:00:00+01:00","asleep":29400,\
        "inBed":28800,"awake":1800,"unit":"s"}

        """, "\(lines.errors)")
    let all = try run(dyad, ["--json"])
    #expect(
      all.output == """
        {"start":"2026-11-20T22:30:00+01:00","end":"2026-11-21T19:00:00+01:00","asleep":33000,\
        "inBed":28800,"awake":1800,"unit":"s"}

        """)
  }

  @Test func `the source that comes first says who slept`() throws {
    let dyad = try filled()
    let table = try run(dyad, ["--per", "day", "--by-source", "--to", "2026-11-22"])
    #expect(
      table.lines.dropFirst().map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
        == [
          "8.1667 8 0.5 hr (all)", "7.5 0.5 hr com.example.band", "7.6667 8 hr com.example.phone",
        ])
    let hours = try run(
      dyad,
      [
        "--per", "hour", "--json", "--from", "2026-11-21T02:00:00+01:00", "--to",
        "2026-11-21T03:00:00+01:00",
      ])
    #expect(hours.output.contains(#""asleep":1800,"inBed":3600,"awake":1800"#))
  }

  @Test func `a terminal shows hours and minutes, and a chart the hours asleep`() throws {
    let dyad = try filled()
    let table = try dyad.runInTerminal(
      "stats", "sleepAnalysis", "--per", "day", "--tz", "Europe/Berlin")
    #expect(
      table.output.contains("8 h 10 min") && table.output.contains("30 min"), "\(table.output)")
    let chart = try run(dyad, ["--per", "day", "--chart"])
    #expect(chart.output.hasPrefix("sleepAnalysis, hr, per day, Europe/Berlin\n"))
    #expect(chart.lines.contains { $0.hasPrefix("2026-11-21  8.1667  #") }, "\(chart.output)")
    let empty = try run(try Dyad(), [])
    #expect(empty.exitCode == ExitCode.notFound.rawValue)
    let unit = try run(dyad, ["--unit", "kg"])
    #expect(unit.exitCode == ExitCode.usage.rawValue && unit.errors.contains("Leave it out"))
  }

  @Test func `a daemon's samples are added up in the same way`() async throws {
    let node = MemoryNode()
    try await ScriptedDaemon.run(node.register) { daemon in
      let dyad = try Dyad(in: daemon.folder)
      try #require(try dyad.run("save", input: Self.nights.joined()).exitCode == 0)
      let table = try dyad.run(
        "stats", "sleepAnalysis", "--per", "day", "--tz", "Europe/Berlin", "--json")
      let alone = try run(try filled(), ["--per", "day", "--json"])
      #expect(table.output == alone.output, "\(table.errors)")
    }
  }
}
