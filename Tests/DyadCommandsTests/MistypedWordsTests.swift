internal import CommandLineCore
internal import TestSupport
internal import Testing

/// Slips of whoever types a command, and what is said first.
@Suite struct MistypedWordsTests {
  @Test(arguments: [
    ["query", "hartRate"], ["stats", "hartRate"], ["sources", "hartRate"], ["follow", "hartRate"],
    ["delete", "hartRate", "--all"],
  ])
  func `a misspelt type is told of before a store that is missing`(words: [String]) throws {
    let dyad = try Dyad()
    let run = try dyad.run(words)
    #expect(run.exitCode == ExitCode.usage.rawValue)
    #expect(run.errors.contains("Did you mean heartRate?"))
    let right = try dyad.run(words.map { $0 == "hartRate" ? "heartRate" : $0 })
    #expect(right.exitCode == ExitCode.notFound.rawValue)
    #expect(right.errors.contains("'dyad save' makes one"))
    #expect(dyad.folder.contents().isEmpty)
  }

  @Test func `an empty state folder is none`() throws {
    let dyad = try RunningProgram.builtPath("dyad")
    for words in [["types"], ["status"], ["save"]] {
      let run = try RunningProgram.run(dyad, ["--state", ""] + words, input: "")
      #expect(run.exitCode == ExitCode.usage.rawValue)
      #expect(run.errors.hasPrefix("dyad: cannot use --state: expected a path\n"))
    }
  }

  @Test func `a file in place of the state folder is told apart`() throws {
    let dyad = try Dyad()
    try dyad.folder.write([], to: "state")
    for words in [["types"], ["save"]] {
      let run = try dyad.run(words)
      #expect(run.exitCode == ExitCode.failure.rawValue)
      #expect(run.errors.contains("--state names the folder that the store is in."))
    }
  }

  @Test func `a word that names none of a few says which was meant`() throws {
    let line =
      #"{"type":"workout","activity":"runing","start":"2026-11-20T17:00:00Z","#
      + #""end":"2026-11-20T17:40:00Z"}"#
    let run = try Dyad().run("save", input: line)
    #expect(
      run.errors.contains("activity: it is none of the values it may have\n  Did you mean running?")
    )
  }

  @Test func `the path of a socket is no host`() throws {
    let run = try Dyad().run("rpc", "list", "/run/dyad/app.sock")
    #expect(run.exitCode == ExitCode.usage.rawValue)
    #expect(run.errors.contains("A socket is written 'unix:/run/dyad/app.sock'."))
  }
}
