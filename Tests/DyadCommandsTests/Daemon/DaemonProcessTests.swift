internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite(.timeLimit(.minutes(5))) struct DaemonProcessTests {
  /// Runs the program beside a daemon with samples in memory.
  private func withNode(
    _ body: @Sendable (MemoryNode, Dyad) async throws -> Void
  ) async throws {
    let node = MemoryNode()
    try await ScriptedDaemon.run(node.register) { daemon in
      try await body(node, try Dyad(in: daemon.folder))
      // Whatever was done, no store was made beside the daemon's.
      #expect(try !FileSystem.exists(daemon.folder.file("store.db")))
    }
  }

  @Test func `samples go to the daemon and come from it`() async throws {
    try await withNode { node, dyad in
      let saved = try dyad.run(
        "save", "--uuids", input: Dyad.heartRate(1, bundle: "a.b") + Dyad.heartRate(2))
      #expect(saved.exitCode == 0, "\(saved.errors)")
      #expect(node.samples.map(\.uuid.description) == saved.lines)
      let lines = try dyad.run("query", "heartRate", "--json").lines
      #expect(try lines.map { try JSONValue(parsing: $0)["uuid"]?.stringValue } == saved.lines)
      #expect(try dyad.run("query", "heartRate", "--limit", "1").lines.count == 2)
      #expect(try dyad.run("query", "heartRate", "-u", saved.lines[1]).lines.count == 2)
      #expect(try dyad.run("types").lines.last?.hasPrefix("heartRate  ") == true)
      #expect(try dyad.run("types").lines.last?.contains("2026-11-21T08:02:00Z") == true)
      #expect(
        try dyad.run("sources", "heartRate").lines.dropFirst().map { $0.prefix { $0 != " " } }
          == ["a.b", "local.dyad"])
      let asked = try dyad.run(
        "sql", "select bundle, count(*) n from heartRate group by 1", "--csv")
      #expect(asked.output == "bundle,n\r\na.b,1\r\nlocal.dyad,1\r\n", "\(asked.errors)")
      #expect(try dyad.run("maintain").exitCode == 0)
      #expect(try dyad.run("verify").output == "sound: 2 samples in 2 segments, 4 deletions\n")
    }
  }

  @Test func `what the daemon finds damaged has its exit code`() async throws {
    try await withNode { _, dyad in
      let report = try dyad.run("verify", "--json")
      #expect(report.exitCode == ExitCode.damaged.rawValue)
      #expect(
        report.output == #"{"sound":false,"samples":0,"segments":2,"blocks":3,"#
          + #""tombstones":4,"findings":["a segment is gone"],"unlisted":0}"# + "\n")
    }
  }

  @Test func `samples are deleted by the daemon`() async throws {
    try await withNode { node, dyad in
      let lines = (1...4).map { Dyad.heartRate($0) }.joined()
      let uuids = try dyad.run("save", "--uuids", input: lines).lines
      #expect(try dyad.run("delete", "-u", uuids[0]).output == "deleted 1 sample\n")
      let gone = try dyad.run("delete", "-u", uuids[0], "-u", uuids[1])
      #expect(gone.exitCode == ExitCode.notFound.rawValue)
      #expect(gone.errors.contains("Failed to find some objects for deletion."))
      let counted = try dyad.run(
        "delete", "heartRate", "--from", "2026-11-21T08:03:00Z", "--dry-run")
      #expect(counted.output == "would delete 2 samples\n")
      #expect(
        try dyad.run("delete", "heartRate", "--from", "2026-11-21T08:03:00Z").output
          == "deleted 2 samples\n")
      #expect(node.samples.map(\.uuid.description) == [uuids[1]])
    }
  }

  @Test func `a line that the daemon refuses is named`() async throws {
    try await withNode { node, dyad in
      let early = #"{"type":"heartRate","value":61,"unit":"count/min","start":"1950-01-01"}"#
      let refused = try dyad.run("save", input: Dyad.heartRate(1) + early)
      #expect(refused.exitCode == ExitCode.refused.rawValue)
      #expect(refused.errors.hasPrefix("dyad: cannot save line 2: a sample of "))
      #expect(
        refused.errors.contains(
          "ends before the earliest permitted sample date, 1969-04-24T22:13:20Z\n  Save it on the phone"
        ))
      #expect(node.samples.count == 1)
      let saved = try dyad.run("save", "--uuids", "--again", input: Dyad.heartRate(1))
      let uuid = try #require(saved.lines.first)
      let again = Dyad.heartRate(2).dropLast(2) + #","uuid":"\#(uuid)"}"# + "\n"
      let known = try dyad.run("save", "--keep-going", input: Dyad.heartRate(3) + again)
      #expect(known.errors.contains("line 2: its field uuid is that of a sample that is stored"))
      #expect(known.output == "saved 1 sample, 1 line refused\n")
    }
  }

  @Test func `what no message can carry is saved too`() async throws {
    try await withNode { node, dyad in
      let text = String(repeating: "x", count: 15_000)
      let lines = (0..<600).map { index in
        #"{"type":"stepCount","value":1,"unit":"count","start":\#(index),"#
          + #""metadata":{"k":"\#(index)\#(text)"}}"# + "\n"
      }
      // Nine million bytes, where a message has four; what is read slowly takes several calls.
      try dyad.folder.write(Array(lines.joined().utf8), to: "in.jsonl")
      let saved = try dyad.run("save", dyad.folder.file("in.jsonl"))
      #expect(saved.output == "saved 600 samples\n", "\(saved.errors)")
      #expect(node.samples.map(\.start) == (0..<600).map { Double($0) - Instant.secondsFrom1970 })
      #expect(node.saves < 600)
    }
  }

  @Test(arguments: [3_000_000, 5_000_000])
  func `documents go to the daemon, be they longer than a message`(count: Int) async throws {
    try await withNode { _, dyad in
      let bytes = CDASample.bytes(count: count)
      try dyad.folder.write(bytes, to: "in.xml")
      let file = dyad.folder.file("in.xml")
      let saved = try dyad.run(
        "save", "--uuids",
        input: #"{"type":"cda","title":"T","start":"2026-11-21","file":"\#(file)"}"#)
      try #require(saved.exitCode == 0, "\(saved.errors)")
      let out = dyad.folder.file("out")
      try #require(try dyad.run("query", "cda", "--json", "--documents", out).exitCode == 0)
      #expect(try dyad.folder.read("out/\(saved.lines[0]).xml") == bytes)
    }
  }

  @Test func `a line that no call can carry is named`() async throws {
    try await withNode { node, dyad in
      let note = String(repeating: "x", count: 5_000_000)
      let line =
        #"{"type":"heartRate","value":61,"start":"2026-11-21","metadata":{"note":"\#(note)"}}"#
      let saved = try dyad.run("save", input: line)
      #expect(saved.exitCode != 0)
      #expect(saved.errors.hasPrefix("dyad: cannot "))
      #expect(node.samples.isEmpty)
    }
  }

  @Test func `changes are told from anchor to anchor`() async throws {
    try await withNode { _, dyad in
      try #require(
        try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0
          && dyad.run("save", input: Dyad.heartRate(2)).exitCode == 0)
      let first = try dyad.run("follow", "heartRate", "--once", "-n", "1")
      #expect(first.lines.count == 2)
      #expect(first.lines.last == "anchor  1-1")
      let rest = try dyad.run("follow", "heartRate", "--once", "--anchor", "1-1")
      #expect(rest.lines.count == 2)
      #expect(rest.lines.last == "anchor  1-2")
      let foreign = try dyad.run("follow", "heartRate", "--once", "--anchor", "1-9")
      #expect(foreign.exitCode == ExitCode.startOver.rawValue)
      #expect(foreign.errors.contains("cannot read the changes"))
    }
  }

  @Test func `a follower is told what others save`() async throws {
    try await withNode { _, dyad in
      let follower = try dyad.start("follow", "heartRate", "--json")
      try follower.waitForLine(#"{"anchor":"1-0"}"#)
      try #require(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
      try follower.waitForLine(#"{"anchor":"1-1"}"#)
      follower.receive(.terminate)
      let ending = try follower.finish()
      #expect(ending.signal != nil)
      #expect(ending.lines.count == 3)
    }
  }

  @Test func `a daemon that ends ends its followers`() async throws {
    let node = MemoryNode(endingFollowers: RPCError(.unavailable, "the node goes down"))
    let follower = try await ScriptedDaemon.run(node.register) { daemon in
      try Dyad(in: daemon.folder).run("follow", "heartRate")
    }
    #expect(follower.exitCode == ExitCode.failure.rawValue)
    #expect(follower.errors.contains("dyad: cannot go on: the node goes down"))
  }

  @Test(arguments: [[], ["--keep-going"]])
  func `no line is to blame for a store that cannot be used`(options: [String]) async throws {
    let node = MemoryNode(canSave: false)
    try await ScriptedDaemon.run(node.register) { daemon in
      let lines = (1...9).map { Dyad.heartRate($0) }.joined()
      let file = daemon.folder.file("lines")
      try daemon.folder.write(Array(lines.utf8), to: "lines")
      let run = try Dyad(in: daemon.folder).run(["save", file] + options)
      #expect(run.exitCode == ExitCode.failure.rawValue)
      #expect(run.output == "saved 0 samples\n")
      #expect(run.errors.hasPrefix("dyad: cannot use the store: it is gone\n  'dyad verify'"))
      #expect(run.errors.hasSuffix("Nothing was saved.\n"))
    }
    #expect(node.failedSaves == 1)
  }

  @Test func `lines of a sensor are its own, unless they say whose they are`() async throws {
    try await withNode { node, dyad in
      let bare = #"{"type":"stepCount","value":1,"unit":"count","start":0}"# + "\n"
      let saved = try dyad.run(
        "save", "--sensor", "band.steps", input: bare + Dyad.heartRate(1, bundle: "a.b"))
      try #require(saved.exitCode == 0, "\(saved.errors)")
      let samples = node.samples
      #expect(
        samples.map(\.source.source.bundleIdentifier) == ["dyad.sensor.band.steps", "a.b"])
      #expect(samples.allSatisfy { $0.metadata.isEmpty })
      for name in ["", "a b", "a/b", String(repeating: "a", count: 65)] {
        let refused = try dyad.run("save", "--sensor", name, input: bare)
        #expect(refused.exitCode == ExitCode.usage.rawValue)
      }
      #expect(node.samples.count == 2)
    }
  }

  @Test func `lines without a source are marked as entered`() async throws {
    try await withNode { node, dyad in
      let bare = #"{"type":"stepCount","value":1,"unit":"count","start":0}"# + "\n"
      let said = bare.replacing("}", with: #","metadata":{"HKWasUserEntered":false}}"#)
      try #require(
        try dyad.run("save", input: bare + said + Dyad.heartRate(1, bundle: "a.b")).exitCode == 0)
      let samples = node.samples
      #expect(
        samples.map(\.metadata)
          == [["HKWasUserEntered": .bool(true)], ["HKWasUserEntered": .bool(false)], [:]])
      #expect(
        samples.map(\.source.source.bundleIdentifier) == ["dyad.manual", "dyad.manual", "a.b"])
    }
  }
}
