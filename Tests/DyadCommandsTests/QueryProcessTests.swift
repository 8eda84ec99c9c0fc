internal import CommandLineCore
internal import HealthModel
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct QueryProcessTests {
  private func filled() throws -> Dyad {
    let dyad = try Dyad()
    let lines = (1...5).map {
      Dyad.heartRate($0, bundle: $0 < 4 ? "com.example.a" : "com.example.b")
    }
    let tagged =
      #"{"type":"heartRate","value":70,"unit":"count/min","start":"2026-11-22","#
      + #""metadata":{"HKWasUserEntered":true,"n":3}}"#
    let saved = try dyad.run("save", input: lines.joined() + tagged)
    try #require(saved.exitCode == 0, "\(saved.errors)")
    return dyad
  }

  private static let conditions: [(words: [String], count: Int)] = [
    ([], 6), (["--limit", "2"], 2), (["--from", "2026-11-21T08:03:00Z"], 4),
    (["--to", "2026-11-21T08:03:00Z"], 2), (["--source", "com.example.a"], 3),
    (["--source", "com.example.a", "--source", "com.example.b"], 5), (["--where", "n"], 1),
    (["--where", "n=3"], 1), (["--where", "n=4"], 0), (["--where", "HKWasUserEntered=true"], 1),
    (["--from", "2026-11-21", "--to", "2026-11-22", "--source", "com.example.b"], 2),
  ]

  @Test(arguments: conditions.indices)
  func `conditions narrow what is shown`(index: Int) throws {
    let (options, count) = Self.conditions[index]
    let dyad = try filled()
    let path = try RunningProgram.builtPath("dyad")
    let words = ["--state", dyad.folder.file("state"), "query", "heartRate"] + options
    let table = try RunningProgram.run(path, words)
    #expect(table.exitCode == 0, "\(table.errors)")
    #expect(table.lines.count == count + 1)
    #expect(try RunningProgram.run(path, words + ["--json"]).lines.count == count)
  }

  @Test(arguments: [["-d"], ["--sort=-start"], ["--sort", "end", "--descending"]])
  func `the latest can come first`(order: [String]) throws {
    let dyad = try filled()
    let path = try RunningProgram.builtPath("dyad")
    let ending = try RunningProgram.run(
      path, ["--state", dyad.folder.file("state"), "query", "heartRate", "--json"] + order)
    let starts = try ending.lines.map { try JSONValue(parsing: $0)["start"]?.stringValue ?? "" }
    #expect(starts.count == 6)
    #expect(starts == starts.sorted(by: >))
  }

  @Test func `the unit can be chosen, if it fits`() throws {
    let dyad = try filled()
    let one = try dyad.run("query", "heartRate", "-n", "1", "--unit", "count/s", "--json")
    #expect(one.output.contains("\"value\":1.6833333333333333,\"unit\":\"count/s\""))
    let other = try dyad.run("query", "heartRate", "--unit", "kg")
    #expect(other.exitCode == ExitCode.usage.rawValue)
    let strange = try dyad.run("query", "heartRate", "--unit", "bpm")
    #expect(strange.errors.contains("unknown unit\n  count/s, count/min would do."))
    let local = try dyad.run("query", "heartRate", "--to", "2026-11-21", "--tz", "Asia/Tokyo")
    #expect(local.output.hasPrefix("START") && local.lines.count == 1)
    #expect(local.errors.contains("there are samples of heartRate, but none that"))
    let none = try dyad.run("query", "height")
    #expect(none.errors == "dyad: there are no samples of height\n")
    let nobody = try dyad.run("query", "heartRate", "--source", "x.y")
    #expect(nobody.errors.contains("nobody called x.y saved heartRate; com.example.a, "))
    #expect(
      other.errors.contains("heartRate has another dimension\n  count/s, count/min would do."))
  }

  @Test func `a source is meant by its name as well, and one that nobody is called is said`() throws
  {
    let dyad = try filled()
    let typed = try dyad.run("query", "heartRate", "--json", "--source", "manual ENTRY")
    #expect(typed.lines.count == 1 && typed.output.contains("dyad.manual"))
    let both = try dyad.run(
      "query", "heartRate", "--json", "--source", "Manual entry", "--source", "com.example.b")
    #expect(both.lines.count == 3)
    let none = try dyad.run("query", "heartRate", "--json", "--source", "com.example.z")
    #expect(none.exitCode == 0 && none.output.isEmpty)
    #expect(
      none.errors == "dyad: nobody called com.example.z saved heartRate; com.example.a, "
        + "com.example.b, dyad.manual did\n")
    #expect(try dyad.run("delete", "heartRate", "--source", "Manual entry").exitCode == 0)
    #expect(try dyad.run("query", "heartRate", "--json").lines.count == 5)
  }

  @Test func `types and sources tell what is there`() throws {
    let dyad = try filled()
    #expect(
      try dyad.run("types", "--json").output
        == #"{"type":"heartRate","samples":6,"first":"2026-11-21T08:01:00Z","#
        + #""last":"2026-11-22T00:00:00Z"}"# + "\n")
    let sources = try dyad.run("sources", "heartRate").lines.map { $0.split(separator: " ").first }
    #expect(sources == ["BUNDLE", "com.example.a", "com.example.b", "dyad.manual"])
    let all = try dyad.run("types", "--all", state: "nowhere")
    let count = ObjectType.all.filter { $0.description?.isSample ?? false }.count
    #expect(all.exitCode == 0 && all.lines.count == count + 1)
  }

  @Test func `what does not exist has an exit code of its own`() throws {
    let dyad = try filled()
    let uuid = "00000000-0000-0000-0000-000000000001"
    #expect(try dyad.run("query", "heartRate", "--uuid", uuid).exitCode == 3)
    #expect(try dyad.run("delete", "--uuid", uuid).exitCode == 3)
    for command in ["types", "verify", "maintain"] {
      #expect(try dyad.run(command, state: "nowhere").exitCode == 3)
    }
    #expect(dyad.folder.contents() == ["state"])
  }

  private static let misfits: [[String]] = [
    [], ["fly"], ["query"], ["query", "hartRate"], ["query", "bloodType"],
    ["query", "heartRate", "--from", "soon"], ["query", "heartRate", "--limit", "0"],
    ["query", "heartRate", "--from", "now", "--to", "-1d"],
    ["query", "heartRate", "--where", "=3"],
    ["query", "heartRate", "--sort", "value"], ["query", "heartRate", "--sort=-end", "-d"],
    ["query", "heartRate", "--unit", "bananas"],
    ["query", "heartRate", "--uuid", "1"], ["delete"], ["delete", "heartRate"],
    ["delete", "heartRate", "--all", "--from", "now"], ["follow", "heartRate", "--anchor", "x"],
    ["follow", "heartRate", "--once", "--save"], ["completions", "tcsh"],
  ]

  @Test(arguments: misfits)
  func `words that do not fit are told so`(words: [String]) throws {
    let dyad = try filled()
    let path = try RunningProgram.builtPath("dyad")
    let ending = try RunningProgram.run(path, ["--state", dyad.folder.file("state")] + words)
    #expect(ending.exitCode == ExitCode.usage.rawValue)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("dyad: cannot ") && ending.errors.contains("\n  "))
  }

  @Test func `a reader that has seen enough is no failure`() throws {
    let dyad = try Dyad()
    let lines = (0..<20_000).map { index in
      #"{"type":"stepCount","value":1,"unit":"count","start":\#(index)}"# + "\n"
    }
    try #require(try dyad.run("save", input: lines.joined()).exitCode == 0)
    let query = try dyad.start("query", "stepCount", "--json")
    try query.waitForLine("{")
    query.closeOutput()
    let ending = try query.finish()
    #expect(ending.exitCode == 0)
    #expect(ending.errors.isEmpty)
  }

  @Test func `the program tells its version, its help and its completions`() throws {
    let dyad = try Dyad()
    #expect(try dyad.run("--version").output.hasPrefix("dyad "))
    #expect(try dyad.run("query", "--help").output.hasPrefix("USAGE: dyad query "))
    for shell in ["bash", "zsh", "fish"] {
      let script = try dyad.run("completions", shell)
      #expect(script.exitCode == 0 && script.output.contains("follow"))
    }
    #expect(dyad.folder.contents().isEmpty)
  }

  @Test func `the usual store follows the environment`() throws {
    let folder = try TemporaryFolder()
    let path = try RunningProgram.builtPath("dyad")
    let environment = ["XDG_DATA_HOME": folder.path]
    let saved = try RunningProgram.run(
      path, ["save"], environment: environment, input: Dyad.heartRate(1))
    #expect(saved.exitCode == 0, "\(saved.errors)")
    #expect(folder.contents() == ["dyad"])
    #expect(try RunningProgram.run(path, ["types"]).exitCode == ExitCode.usage.rawValue)
  }

  @Test func `a standard stream that is closed is not the next file that is opened`() throws {
    let dyad = try filled()
    let path = try RunningProgram.builtPath("dyad")
    let state = dyad.folder.file("state")
    let words = ["-c", "exec \"$0\" --state \"$1\" types >&-", path, state]
    let closed = try RunningProgram.run("/bin/sh", words)
    #expect(closed.exitCode == ExitCode.failure.rawValue)
    #expect(closed.errors.contains("cannot write standard output: "), "\(closed.errors)")
    #expect(try dyad.run("verify").exitCode == 0)
  }
}
