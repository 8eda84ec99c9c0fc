internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct StatsProcessTests {
  private static func steps(
    _ value: Int, _ start: String, _ end: String, _ bundle: String = "com.example.watch"
  ) -> String {
    #"{"type":"stepCount","value":\#(value),"unit":"count","start":"2026-11-\#(start):00Z","#
      + #""end":"2026-11-\#(end):00Z","source":{"bundle":"\#(bundle)","name":"Its name"}}"# + "\n"
  }

  private static func rate(_ value: Int, _ start: String, _ bundle: String = "a.b") -> String {
    #"{"type":"heartRate","value":\#(value),"unit":"count/s","start":"\#(start)","#
      + #""source":{"bundle":"\#(bundle)","name":"Its name"}}"# + "\n"
  }

  private func filled() throws -> Dyad {
    let dyad = try Dyad()
    let lines = [
      Self.steps(100, "21T13:57", "21T14:02"), Self.steps(30, "21T16:10", "21T16:20"),
      Self.steps(20, "21T16:10", "21T16:20", "com.example.other"),
      Self.rate(1, "2026-11-20T08:00:00Z"), Self.rate(3, "2026-11-20T08:30:00Z"),
      Self.rate(4, "2026-11-22T23:30:00Z", "a.c"),
    ]
    let saved = try dyad.run("save", input: lines.joined())
    try #require(saved.exitCode == 0, "\(saved.errors)")
    return dyad
  }

  private func run(
    _ dyad: Dyad, _ words: [String], _ environment: [String: String] = [:]
  ) throws -> RunningProgram.Ending {
    try RunningProgram.run(
      try RunningProgram.builtPath("dyad"),
      ["--state", dyad.folder.file("state"), "stats"] + words,
      environment: environment.merging(["TZ": "UTC"]) { given, _ in given })
  }

  @Test func `a walk across the hour is shared by both hours`() throws {
    let dyad = try filled()
    let table = try run(dyad, ["stepCount", "--per", "hour", "--tz", "Europe/Berlin"])
    #expect(
      table.output == """
        START                      END                        SUM  UNIT
        2026-11-21T14:00:00+01:00  2026-11-21T15:00:00+01:00   60  count
        2026-11-21T15:00:00+01:00  2026-11-21T16:00:00+01:00   40  count
        2026-11-21T17:00:00+01:00  2026-11-21T18:00:00+01:00   20  count

        """)
    let lines = try run(
      dyad,
      [
        "stepCount", "--per", "hour", "--json", "--from", "2026-11-21T14:00:00Z", "--to",
        "2026-11-21T16:15:00Z",
      ])
    #expect(
      lines.output == """
        {"start":"2026-11-21T14:00:00Z","end":"2026-11-21T15:00:00Z","sum":40,"unit":"count"}
        {"start":"2026-11-21T15:00:00Z","end":"2026-11-21T16:00:00Z","sum":null,"unit":"count"}
        {"start":"2026-11-21T16:00:00Z","end":"2026-11-21T16:15:00Z","sum":10,"unit":"count"}

        """)
  }

  @Test func `each source can be told by itself`() throws {
    // Of two apps the one that was seen last comes first where both have something.
    let dyad = try filled()
    let table = try run(dyad, ["stepCount", "--per", "day", "--by-source"])
    #expect(
      table.output == """
        START       END         SUM  UNIT   SOURCE
        2026-11-21  2026-11-22  120  count  (all)
        2026-11-21  2026-11-22   20  count  com.example.other
        2026-11-21  2026-11-22  130  count  com.example.watch

        """)
    let line = try run(
      dyad, ["stepCount", "--by-source", "--json", "--to", "2026-11-21T15:00:00Z"])
    #expect(
      line.output == #"{"start":"2026-11-21T13:57:00Z","end":"2026-11-21T14:02:00Z","sum":100,"#
        + #""mostRecent":{"value":100,"start":"2026-11-21T13:57:00Z","#
        + #""end":"2026-11-21T14:02:00Z"},"unit":"count","sources":["#
        + #"{"bundle":"com.example.watch","name":"Its name","sum":100,"#
        + #""mostRecent":{"value":100,"start":"2026-11-21T13:57:00Z","#
        + #""end":"2026-11-21T14:02:00Z"}}]}"# + "\n")
  }

  @Test func `what does not add up has an average, a minimum and a maximum`() throws {
    let dyad = try filled()
    let all = try run(dyad, ["heartRate", "--unit", "count/min"])
    #expect(
      all.output == """
        START                 END                   AVERAGE  MINIMUM  MAXIMUM  MOST RECENT  \
        AT                    UNIT
        2026-11-20T08:00:00Z  2026-11-22T23:30:00Z      160       60      240          240  \
        2026-11-22T23:30:00Z  count/min

        """)
    // In Berlin the last of them lies on the day after.
    let days = try run(
      dyad,
      [
        "heartRate", "--per", "day", "--tz", "Europe/Berlin", "--from", "2026-11-20", "--to",
        "2026-11-24",
      ])
    #expect(
      days.output == """
        START       END         AVERAGE  MINIMUM  MAXIMUM  UNIT
        2026-11-20  2026-11-21      120       60      180  count/min
        2026-11-21  2026-11-22                             count/min
        2026-11-22  2026-11-23                             count/min
        2026-11-23  2026-11-24      240      240      240  count/min

        """)
  }

  @Test func `bars are ASCII where no locale says more`() throws {
    let chart = try run(try filled(), ["stepCount", "--per", "hour", "--chart"])
    #expect(
      chart.output == """
        stepCount, count, per hour, UTC
        START                 SUM
        2026-11-21T13:00:00Z   60  ####################################################
        2026-11-21T14:00:00Z   40  ###################################
        2026-11-21T15:00:00Z
        2026-11-21T16:00:00Z   20  #################
                                   +----------------+-----------------+----------------+
                                   0               20                40               60

        """)
  }

  private static let locales: [(environment: [String: String], isASCII: Bool)] = [
    (["LANG": "C.UTF-8"], false), (["LC_ALL": "de_DE.utf8"], false),
    (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], false), (["LC_ALL": "", "LANG": "C.UTF-8"], false),
    (["LC_ALL": "C", "LANG": "C.UTF-8"], true), (["LANG": "de_DE.ISO-8859-1"], true),
    (["LANG": "C.UTF-8", "TERM": "dumb"], true), ([:], true),
  ]

  @Test func `blocks are drawn where the locale says UTF-8`() throws {
    let dyad = try filled()
    for (environment, isASCII) in Self.locales {
      let chart = try run(dyad, ["stepCount", "--per", "hour", "--chart"], environment)
      #expect(chart.output.contains("█") != isASCII, "\(environment)")
      #expect(chart.output.allSatisfy(\.isASCII) == isASCII, "\(environment)")
    }
  }

  @Test func `the machine's zone is that of TZ`() throws {
    let dyad = try filled()
    for zone in ["Asia/Kolkata", "IST-5:30"] {
      let lines = try run(dyad, ["stepCount", "--per", "day", "--json"], ["TZ": zone]).lines
      #expect(
        lines == [
          #"{"start":"2026-11-21T00:00:00+05:30","end":"2026-11-22T00:00:00+05:30","#
            + #""sum":120,"unit":"count"}"#
        ])
    }
  }

  @Test func `a bucket that was not asked for does not follow the last sample`() throws {
    let dyad = try Dyad()
    try #require(
      try dyad.run("save", input: Self.steps(5, "21T12:00", "21T13:00")).exitCode == 0)
    let chart = try run(dyad, ["stepCount", "--per", "hour", "--chart"])
    #expect(chart.lines.count == 5)
    // Where nothing is asked of the end, the time ends with the last sample.
    let rest = try run(dyad, ["stepCount", "--per", "hour", "--from", "2026-11-21T12:30:00Z"])
    #expect(
      rest.output == """
        START                 END                   SUM  UNIT
        2026-11-21T12:30:00Z  2026-11-21T13:00:00Z  2.5  count

        """)
  }

  // The store is locked for as long as anything holds it, which here ends with the call.
  private func choose(_ unit: String, in dyad: Dyad) async throws {
    let store = try await LocalStore.open(StoreLocation(folder: dyad.folder.file("state")))
    try await store.setPreferredUnit(UnitPreference(of: .heartRate, try Unit(parsing: unit)))
    try await store.close()
  }

  @Test func `values are in the unit that was chosen for the type`() async throws {
    let dyad = try filled()
    try await choose("count/min", in: dyad)
    let ending = try run(dyad, ["heartRate", "--json"])
    try #require(ending.exitCode == 0, "\(ending.errors)")
    let chosen = ending.output
    #expect(chosen.contains(#""minimum":60,"maximum":240,"#))
    #expect(chosen.contains(#""unit":"count/min""#))
    let typed = try run(dyad, ["heartRate", "--json", "--unit", "count/s"]).output
    #expect(typed.contains(#""minimum":1,"maximum":4,"#))
  }

  @Test(arguments: ["C", "en_US.UTF-8", "en_GB.UTF-8"])
  func `what no terminal shows is the same wherever it runs`(locale: String) throws {
    let dyad = try filled()
    let mass = #"{"type":"bodyMass","value":80,"unit":"kg","start":"2026-11-20T08:00:00Z"}"#
    try #require(try dyad.run("save", input: mass + "\n").exitCode == 0)
    for words in [["bodyMass", "--json"], ["bodyMass"]] {
      let ending = try run(dyad, words, ["LC_ALL": locale])
      #expect(ending.output.contains("80") && ending.output.contains("kg"), "\(ending.output)")
    }
    #expect(try run(dyad, ["heartRate"], ["LC_ALL": locale]).output.contains("count/min"))
  }

  private static let weeks: [(zone: String, from: String, to: String, lengths: [String])] = [
    (
      "Europe/Berlin", "2026-10-24", "2026-10-27",
      ["24T00:00:00+02:00", "25T00:00:00+02:00", "26T00:00:00+01:00", "27T00:00:00+01:00"]
    ),
    (
      "America/New_York", "2026-03-07", "2026-03-10",
      ["07T00:00:00-05:00", "08T00:00:00-05:00", "09T00:00:00-04:00", "10T00:00:00-04:00"]
    ),
    (
      "Australia/Lord_Howe", "2026-10-03", "2026-10-06",
      ["03T00:00:00+10:30", "04T00:00:00+10:30", "05T00:00:00+11:00", "06T00:00:00+11:00"]
    ),
  ]

  @Test(arguments: weeks.indices)
  func `days are those of the zone`(index: Int) throws {
    let week = Self.weeks[index]
    let lines = try run(
      try filled(),
      [
        "stepCount", "--per", "day", "--tz", week.zone, "--from", week.from, "--to", week.to,
        "--json",
      ]
    ).lines.map { try JSONValue(parsing: $0) }
    let month = week.from.dropLast(2)
    #expect(lines.map { $0["start"]?.stringValue } == week.lengths.dropLast().map { month + $0 })
    #expect(lines.map { $0["end"]?.stringValue } == week.lengths.dropFirst().map { month + $0 })
    #expect(lines.allSatisfy { $0["sum"] == .null })
  }

  @Test func `a picture is a file that XML readers read`() throws {
    let dyad = try filled()
    let file = dyad.folder.file("steps.svg")
    let first = try run(dyad, ["stepCount", "--per", "hour", "--svg", file])
    try #require(first.exitCode == 0, "\(first.errors)")
    #expect(first.lines.count == 4)
    let bytes = try dyad.folder.read("steps.svg")
    try #require(try run(dyad, ["stepCount", "--per", "hour", "--svg", file]).exitCode == 0)
    #expect(try dyad.folder.read("steps.svg") == bytes)
    #expect(dyad.folder.contents() == ["state", "steps.svg"])
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      print(root.tag, len(list(root.iter("{http://www.w3.org/2000/svg}rect"))))
      """
    let read = try RunningProgram.run("/usr/bin/env", ["python3", "-c", script, file])
    #expect(read.output == "{http://www.w3.org/2000/svg}svg 4\n", "\(read.errors)")
  }

  @Test func `a picture takes no place but a file's`() throws {
    let dyad = try filled()
    let link = dyad.folder.file("link.svg")
    try dyad.folder.write([1], to: "kept")
    try dyad.folder.write([2], to: "other.svg.new")
    let linked = try RunningProgram.run(
      "/usr/bin/env", ["ln", "-s", dyad.folder.file("kept"), link])
    try #require(linked.exitCode == 0)
    for path in [link, "/dev/null", dyad.folder.path, dyad.folder.file("other.svg")] {
      let ending = try run(dyad, ["stepCount", "--per", "hour", "--svg", path])
      #expect(ending.exitCode == ExitCode.refused.rawValue)
      #expect(ending.errors.hasPrefix("dyad: cannot write \(path): "))
      #expect(ending.output.isEmpty)
    }
    #expect(try dyad.folder.read("kept") == [1])
    #expect(try dyad.folder.read("other.svg.new") == [2])
    #expect(!dyad.folder.contents().contains("other.svg"))
  }

  private static let misfits: [(words: [String], message: String)] = [
    (["stepCout"], "use 'stepCout': there is no such type\n  Did you mean stepCount?"),
    (["bloodType"], "use bloodType: it has no samples\n"),
    (["mindfulSession"], "work out statistics: mindfulSession has no quantities\n"),
    (
      ["stepCount", "--unit", "kg"], "use --unit: stepCount has another dimension\n  count would do"
    ),
    (
      ["heartRate", "--unit", "bananas"],
      "use --unit: "
    ),
    (["stepCount", "--chart"], "use --chart: --per must say into what time is cut\n"),
    (["stepCount", "--svg", "a.svg"], "use --svg: --per must say into what time is cut\n"),
    (["stepCount", "--every", "2"], "use --every: --per must say what is counted\n"),
    (["stepCount", "--per", "day", "--every", "0"], "use --every: expected a whole number from 1"),
    (
      ["stepCount", "--per", "fortnight"],
      "use --per: expected minute, hour, day, week, month, year\n"
    ),
    (["stepCount", "--per", "day", "--chart", "--json"], "use --chart: --json asks for lines"),
    (["stepCount", "--per", "day", "--chart", "--by-source"], "use --chart: it shows all sources"),
    (["stepCount", "--from", "soon"], "use --from: "),
    (
      ["stepCount", "--from", "2026-11-02", "--to", "2026-11-01"],
      "use --to: it does not lie after --from\n"
    ),
    (
      ["stepCount", "--tz", "Europe/Berln"],
      "use the time zone Europe/Berln: there is no such zone in /usr/share/zoneinfo\n"
        + "  Did you mean Europe/Berlin?"
    ),
    (
      ["stepCount", "--tz", "kolkata"],
      "use the time zone kolkata: there is no such zone in /usr/share/zoneinfo\n"
        + "  Did you mean Asia/Kolkata?"
    ),
    (["stepCount", "--tz", "../../etc/passwd"], "use the time zone: it is not written like one\n"),
    (
      ["stepCount", "--per", "minute", "--from", "1900-01-01", "--to", "2026-01-01"],
      "make the buckets: there would be more than 3999999\n"
    ),
    (
      ["stepCount", "--per", "minute", "--from", "2025-01-01", "--to", "2026-01-01"],
      "show the statistics: there are 525600 buckets, and at most 100000 fit\n"
    ),
  ]

  @Test(arguments: misfits.indices)
  func `errors say what to do`(index: Int) throws {
    let (words, message) = Self.misfits[index]
    let ending = try run(try filled(), words)
    #expect(ending.exitCode == ExitCode.usage.rawValue)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("dyad: cannot \(message)"), "\(ending.errors)")
    #expect(ending.errors.contains("\n  "))
    if words.last == "bananas" {
      #expect(ending.errors.contains("\n  count/s, count/min would do"))
    }
  }

  @Test func `nothing comes of nothing`() throws {
    let dyad = try filled()
    #expect(try run(dyad, ["bodyMass", "--json"]).output.isEmpty)
    #expect(try run(dyad, ["bodyMass", "--per", "day", "--json"]).output.isEmpty)
    #expect(
      try run(dyad, ["bodyMass", "--per", "day"]).output
        == "START  END  AVERAGE  MINIMUM  MAXIMUM  UNIT\n")
    #expect(
      try run(dyad, ["bodyMass", "--per", "day", "--chart"]).output
        == "bodyMass, kg, per day, UTC\n(no samples)\n")
    #expect(try dyad.run("stats", "stepCount", state: "nowhere").exitCode == 3)
  }

  @Test(.timeLimit(.minutes(5))) func `a daemon is asked, not its store`() async throws {
    let node = MemoryNode()
    try await ScriptedDaemon.run { router in
      node.register(&router)
      router.serverStreaming(StoreMethods.statistics) { request, writer, _ in
        guard request.type == ObjectType.stepCount.identifier, request.cumulativeSum else {
          throw RPCError(.invalidArgument, "another question")
        }
        var values = Statistics.Values()
        values.sum = 1_234
        var response = StatisticsResponse()
        response.coverage = MemoryNode.coverage
        response.statistics = [
          try StatisticsMessage(Statistics(start: 0, end: 60, values: values))
        ]
        try await writer.send(response)
      }
    } _: { daemon in
      let ending = try Dyad(in: daemon.folder).run(
        "stats", "stepCount", "--tz", "UTC", "--json")
      #expect(
        ending.output == """
          {"start":"2001-01-01T00:00:00Z","end":"2001-01-01T00:01:00Z","sum":1234,"mostRecent":null,\
          "unit":"count"}

          """, "\(ending.errors)")
    }
  }
}
