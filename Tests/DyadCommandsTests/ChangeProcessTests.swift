internal import CommandLineCore
internal import CommandSupport
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct ChangeProcessTests {
  private func anchor(in ending: RunningProgram.Ending) throws -> String {
    let line = try #require(ending.lines.last)
    return try #require(JSONValue(parsing: line)["anchor"]?.stringValue)
  }

  @Test func `what is deleted is gone, and counted before if one likes`() throws {
    let dyad = try Dyad()
    let lines = (1...6).map { Dyad.heartRate($0) }
    let saved = try dyad.run("save", "--uuids", input: lines.joined())
    let since = ["delete", "heartRate", "--from", "2026-11-21T08:05:00Z"]
    #expect(
      try dyad.run(since[0], since[1], since[2], since[3], "--dry-run").output
        == "would delete 2 samples\n")
    #expect(
      try dyad.run(since[0], since[1], since[2], since[3], "--json").output == "{\"deleted\":2}\n")
    #expect(
      try dyad.run("delete", "-u", saved.lines[0], "-u", saved.lines[1]).output
        == "deleted 2 samples\n")
    // One that is gone: none of them is deleted.
    let mixed = try dyad.run("delete", "-u", saved.lines[0], "-u", saved.lines[2])
    #expect(mixed.exitCode == ExitCode.notFound.rawValue)
    #expect(try dyad.run("query", "heartRate").lines.count == 3)
    #expect(try dyad.run("delete", "heartRate", "--all").output == "deleted 2 samples\n")
    #expect(try dyad.run("types").lines.count == 1)
    #expect(try dyad.run("maintain").exitCode == 0)
    let report = try dyad.run("verify", "--json")
    #expect(report.exitCode == 0)
    #expect(try JSONValue(parsing: report.output)["samples"] == .integer(0))
  }

  @Test func `a deletion is taken back for a day, by its number or as the last one`() throws {
    let dyad = try Dyad()
    func run(_ words: String...) throws -> RunningProgram.Ending {
      let ending = try dyad.run(words)
      #expect(ending.exitCode == 0, "\(words) \(ending.errors)")
      return ending
    }
    _ = try dyad.run("save", input: (1...6).map { Dyad.heartRate($0) }.joined())
    let all = try run("query", "heartRate", "--json").lines.count
    #expect(try dyad.run("undo").exitCode == ExitCode.notFound.rawValue)
    _ = try run("delete", "heartRate", "--from", "2026-11-21T08:05:00Z")
    _ = try run("delete", "heartRate", "--all")
    let list = try run("undo", "--list", "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(
      list.map { $0["samples"] } == [
        .object([.init("heartRate", .integer(4))]), .object([.init("heartRate", .integer(2))]),
      ])
    let first = try #require(list.last?["number"]?.text)
    #expect(try run("undo", first).output.hasPrefix("saved again 2 samples that you deleted "))
    #expect(try dyad.run("undo", first).exitCode == ExitCode.notFound.rawValue)
    let last = try JSONValue(parsing: run("undo", "--json").output)
    #expect(last["saved"] == .integer(4))
    #expect(try run("query", "heartRate", "--json").lines.count == all)
    #expect(try run("verify").output.hasPrefix("sound: 6 samples"))
    // Nothing is left of what is deleted for good.
    _ = try run("delete", "heartRate", "--all", "--now")
    #expect(try dyad.run("undo").exitCode == ExitCode.notFound.rawValue)
  }

  @Test func `changes are told once each, from anchor to anchor`() throws {
    let dyad = try Dyad()
    let saved = try dyad.run("save", "--uuids", input: Dyad.heartRate(1) + Dyad.heartRate(2))
    let first = try dyad.run("follow", "heartRate", "--once", "--json", "-n", "1")
    #expect(first.lines.count == 2 && first.output.hasPrefix("{\"added\":{\"type\":\"heartRate\""))
    let second = try dyad.run(
      "follow", "heartRate", "--once", "--json", "--anchor", anchor(in: first))
    #expect(second.lines.count == 2 && second.output.contains(saved.lines[1]))
    try #require(try dyad.run("delete", "-u", saved.lines[0]).exitCode == 0)
    let third = try dyad.run(
      "follow", "heartRate", "--once", "--json", "--anchor", anchor(in: second))
    #expect(
      third.lines.first == #"{"deleted":{"type":"heartRate","uuid":"\#(saved.lines[0])"}}"#)
    let fourth = try dyad.run(
      "follow", "heartRate", "--once", "--json", "--anchor", anchor(in: third))
    #expect(fourth.lines.count == 1)
    let foreign = try dyad.run("follow", "heartRate", "--once", "--anchor", "1-999")
    #expect(foreign.exitCode == ExitCode.startOver.rawValue)
  }

  @Test func `a follower that saves tells each line when it is stored`() throws {
    let dyad = try Dyad()
    let follower = try dyad.start("follow", "heartRate", "--save", "--json")
    try follower.waitForLine("{\"anchor\"")
    follower.send(Dyad.heartRate(1))
    try follower.waitForLine("{\"added\"")
    follower.send(#"{"type":"stepCount","value":1,"unit":"count","start":0}"# + "\n")
    follower.send(Dyad.heartRate(2))
    let ending = try follower.finish()
    #expect(ending.exitCode == 0, "\(ending.errors)")
    #expect(ending.lines.filter { $0.hasPrefix("{\"added\"") }.count == 2)
    #expect(!ending.output.contains("stepCount"))
    #expect(try dyad.run("types").lines.count == 3)
  }

  @Test func `a follower that saves leaves out what is stored, and says how to go on`() throws {
    let dyad = try Dyad()
    try #require(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
    let lines = Dyad.heartRate(1) + Dyad.heartRate(2)
    let saved = try dyad.run("follow", "heartRate", "--save", input: lines)
    #expect(saved.exitCode == 0)
    #expect(saved.errors == "dyad: saved 1 sample, 1 line there already\n")
    let broken = try dyad.run(
      "follow", "heartRate", "--save", input: Dyad.heartRate(3) + "no line\n" + Dyad.heartRate(4))
    #expect(broken.exitCode == ExitCode.invalidInput.rawValue)
    #expect(
      broken.errors.contains(
        "All before it is saved. Correct it and save the same again: lines that are there are left out."
      ), "\(broken.errors)")
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 3)
    let again = try dyad.run("follow", "heartRate", "--save", "--again", input: Dyad.heartRate(1))
    #expect(again.exitCode == 0)
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 4)
  }

  @Test func `a follower that saves refuses what is improbable, unless it is forced`() throws {
    let dyad = try Dyad()
    let line =
      #"{"type":"heartRate","value":900,"unit":"count/min","start":"2026-11-21T08:00:00Z"}"#
    let refused = try dyad.run("follow", "heartRate", "--save", input: line + "\n")
    #expect(refused.exitCode == ExitCode.invalidInput.rawValue)
    #expect(refused.errors.contains("--force"), "\(refused.errors)")
    #expect(try dyad.run("query", "heartRate", "--json").lines.isEmpty)
    let forced = try dyad.run("follow", "heartRate", "--save", "--force", input: line + "\n")
    #expect(forced.exitCode == 0, "\(forced.errors)")
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 1)
  }

  @Test func `a second process is told who owns the store`() throws {
    let dyad = try Dyad()
    try #require(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
    let owner = try dyad.start("follow", "heartRate")
    try owner.waitForLine("dyad: this process has the store", onErrors: true)
    let second = try dyad.run("query", "heartRate")
    #expect(second.exitCode == ExitCode.busy.rawValue)
    #expect(second.errors.contains("process \(owner.number) has it"))
  }

  @Test(arguments: RunningProgram.Signal.allCases)
  func `a signal closes the store and then ends the process`(signal: RunningProgram.Signal) throws {
    let dyad = try Dyad()
    try #require(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
    let before = try anchor(in: dyad.run("follow", "heartRate", "--once", "--json"))
    let follower = try dyad.start("follow", "heartRate")
    try follower.waitForLine("dyad: this process has the store", onErrors: true)
    follower.receive(signal)
    let ending = try follower.finish()
    #expect(ending.signal == signal.number)
    // After a clean close the next writer goes on with the same log.
    try #require(try dyad.run("save", input: Dyad.heartRate(2)).exitCode == 0)
    let after = try anchor(in: dyad.run("follow", "heartRate", "--once", "--json"))
    #expect(after.prefix { $0 != "-" } == before.prefix { $0 != "-" })
  }

  @Test func `damage is found and has an exit code of its own`() throws {
    let dyad = try Dyad()
    let lines = (0..<5_000).map { index in
      #"{"type":"stepCount","value":\#(index % 97),"unit":"count","start":\#(index * 61)}"# + "\n"
    }
    try #require(try dyad.run("save", input: lines.joined()).exitCode == 0)
    #expect(try dyad.run("verify").output.hasPrefix("sound: 5000 samples"))
    let whole = try dyad.folder.read("state/store.db")
    var exitCodes: Set<Int32?> = []
    for index in stride(from: 4_096 + 2_000, to: whole.count, by: 4_096) {
      var bytes = whole
      bytes[index] ^= 0xFF
      try dyad.folder.write(bytes, to: "state/store.db")
      let report = try dyad.run("verify")
      exitCodes.insert(report.exitCode)
      #expect(report.signal == nil, "page \(index / 4_096)")
      #expect((report.exitCode == 0) == report.output.hasPrefix("sound"))
    }
    // Some pages are free, and without others SQLite knows no table; those of samples are judged.
    #expect(exitCodes.contains(ExitCode.damaged.rawValue))
    #expect(exitCodes.isSubset(of: [0, ExitCode.damaged.rawValue, ExitCode.failure.rawValue]))
  }
}
