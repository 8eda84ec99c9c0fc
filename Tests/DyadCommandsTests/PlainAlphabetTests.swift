internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import PairingCommands
internal import TestSupport
internal import Testing

/// What a terminal shows that has nothing but ASCII.
@Suite(.timeLimit(.minutes(2))) struct PlainAlphabetTests {
  private static let plain = ["LANG": "C", "LC_ALL": "C"]

  @Test func `help has nothing but ASCII`() throws {
    for command in [Program.program().command, PairProgram.program().command] {
      func check(_ command: Command, _ path: [String]) {
        let help = (Self.root(path) ?? command).help(for: path, width: 80)
        #expect(help.utf8.allSatisfy { $0 < 0x80 }, "\(path)")
        for each in command.subcommands { check(each, path + [each.name]) }
      }
      check(command, [command.name])
    }
  }

  private static func root(_ path: [String]) -> Command? {
    [Program.program().command, PairProgram.program().command].first { $0.name == path.first }
  }

  @Test func `tables that are cut, follow, charts and errors have nothing else`() throws {
    let dyad = try Dyad()
    let long = String(repeating: "long", count: 20)
    let lines = [
      Dyad.heartRate(1, bundle: "com.example.\(long)"),
      #"{"type":"stepCount","value":5,"unit":"count","start":"2026-11-20","end":"2026-11-21"}"#
        + "\n",
    ]
    try #require(try dyad.run("save", input: lines.joined()).exitCode == 0)
    for words in [
      ["query", "heartRate"], ["types"], ["types", "--all"], ["sources", "heartRate"],
      ["stats", "stepCount", "--per", "day", "--chart"], ["follow", "heartRate", "--once"],
      ["query", "hart\u{1B}Rate"], ["query", "heartRate", "--tz", "Nowhere"], ["status"],
      ["verify"],
      ["help"], ["query", "--help"],
    ] {
      let ending = try dyad.terminal(words, environment: Self.plain, columns: 60).finish()
      #expect(!ending.output.isEmpty)
      #expect(ending.output.utf8.allSatisfy { $0 < 0x80 }, "\(words): \(ending.output)")
    }
    let table = try dyad.terminal(
      ["query", "heartRate"], environment: Self.plain, columns: 60
    ).finish()
    #expect(table.output.contains("com.example.long") && table.output.contains(">"))
  }

  @Test func `lines that cannot be read are told in ASCII`() throws {
    let dyad = try Dyad()
    for line in [
      #"{"type":"food","start":"2026-11-20","members":3}"#,
      #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-20","metadata":{"a":[]}}"#,
    ] {
      let ending = try dyad.run("save", input: line)
      #expect(ending.exitCode == ExitCode.invalidInput.rawValue)
      #expect(ending.errors.utf8.allSatisfy { $0 < 0x80 }, "\(ending.errors)")
    }
  }
}
