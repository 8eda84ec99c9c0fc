internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import PairingCommands
internal import RPCCore
private import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

/// `dyad-pair`, and what both programs do with the words they are started with.
@Suite(.timeLimit(.minutes(5))) struct PairProgramTests {
  private static let commands = ["show", "join", "list", "remove", "rotate", "unlock"]

  @Test func `the commands have no flaws`() {
    #expect(PairProgram.program().command.flaws().isEmpty)
    #expect(
      PairProgram.program().command.subcommands.map(\.name)
        == Self.commands + ["completions", "manual", "version", "complete"])
    let group = Program.program().command.descendant(at: ["pair"])
    #expect(group?.subcommands.map(\.name) == Self.commands)
  }

  @Test(arguments: commands)
  func `help says how the program at hand is called`(name: String) async throws {
    let own = await PairRun(name, "--help") { $0.program = .pair }
    #expect(own.exitCode == .success)
    #expect(own.output.hasPrefix("USAGE: dyad-pair \(name)"))
    #expect(!own.output.contains("dyad pair"))
    let group = await PairRun(name, "--help")
    #expect(group.output.hasPrefix("USAGE: dyad pair \(name)"))
    #expect(!group.output.contains("dyad-pair"))
    // They differ in nothing else, as far as words go.
    #expect(
      own.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .replacing("dyad-pair", with: "dyad pair")
        == group.output.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  @Test(arguments: [Program.program().command, PairProgram.program().command])
  func `the examples of the help can be typed`(program: Command) throws {
    let group = try #require(
      program.name == "dyad" ? program.descendant(at: ["pair"]) : program)
    let examples = (group.subcommands + [group])
      .filter { !["completions", "manual"].contains($0.name) }
      .flatMap(\.examples)
    #expect(examples.count > Self.commands.count)
    for example in examples {
      let words = example.line.split(separator: " ").map(String.init)
      #expect(words.first == program.name)
      guard case .run = try program.parse(Array(words.dropFirst())) else {
        Issue.record("'\(example.line)' asks for help")
        continue
      }
    }
  }

  @Test(arguments: Shell.allCases)
  func `completions are those of the program`(shell: Shell) async {
    let run = await PairRun("completions", shell.rawValue) { $0.program = .pair }
    #expect(run.exitCode == .success)
    #expect(run.output.contains("dyad-pair"))
    for word in Self.commands + ["no-qr", "strong"] { #expect(run.output.contains(word)) }
    #expect(!run.output.contains("maintain"))
    #expect(Program.program().command.completionScript(for: shell).contains("rotate"))
  }

  @Test func `failures and advice name the program at hand`() async throws {
    let words = await PairRun("shw") { $0.program = .pair }
    #expect(words.exitCode == .usage)
    #expect(words.errors.hasPrefix("dyad-pair: cannot run 'dyad-pair shw'"))
    let refused = try await ScriptedDaemon.run(
      window: { _, _ in throw ScriptedDaemon.refusal("already-paired") },
      { await PairRun("show", at: $0) { $0.program = .pair } })
    #expect(refused.errors.hasPrefix("dyad-pair: cannot pair: "))
    #expect(refused.errors.contains("'dyad-pair remove'"))
  }

  @Test func `both programs tell their version`() throws {
    for name in ["dyad", "dyad-pair"] {
      let ending = try RunningProgram.run(
        RunningProgram.builtPath(name), ["--version"])
      #expect(ending.output == "\(name) 0.1.0\n")
      #expect(ending.exitCode == 0)
    }
  }

  /// A thread that may wait for a program: the daemon that it calls has need of the others.
  private actor Waiting {
    private let executor = ThreadExecutor(label: "waiting")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    func use(
      _ name: String, _ words: [String], _ body: @Sendable (RunningProgram) throws -> Void
    ) throws {
      try body(RunningProgram(RunningProgram.builtPath(name), words))
    }
  }

  private static func commandLine(of program: RunningProgram) throws -> [String] {
    var bytes: [UInt8] = []
    let file = try FileSource(path: "/proc/\(program.number)/cmdline")
    while case let piece = try file.nextChunk(), !piece.isEmpty { bytes += piece }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("dyad-pair", ["join", "h", "--code", "482913"], ["join", "h", "--code", "******"]),
    ("dyad-pair", ["join", "--code=4829 1377", "h"], ["join", "--code=*********", "h"]),
    (
      "dyad", ["pair", "join", Devices.link],
      ["pair", "join", "dyad:\(Devices.address)#" + String(repeating: "*", count: 71)]
    ),
  ])
  func `whoever lists processes sees no code`(
    name: String, words: [String], shown: [String]
  ) async throws {
    let codes = Mutex<[String]>([])
    try await ScriptedDaemon.run(
      join: { commands, events in
        _ = try await commands.next()
        try await events.send(JoinEventMessage(.reached(Devices.watch)))
        if case .code(let code)? = try await commands.next()?.command {
          codes.withLock { $0.append(code) }
        }
        // It ends when the program does.
        while try await commands.next() != nil {}
      },
      { daemon in
        let rest = ["--yes", "--state", daemon.folder.path]
        try await Waiting().use(name, words + rest) { program in
          // Past the start: a person has to be quick.
          try program.waitForLine("Reached")
          #expect(try Self.commandLine(of: program).dropFirst() == (shown + rest)[...])
          program.receive(.terminate)
          #expect(try program.finish().signal == RunningProgram.Signal.terminate.number)
        }
      })
    // The program itself still knew it.
    #expect(codes.withLock { $0 }.allSatisfy { ["482913", "48291377"].contains($0) })
  }

  @Test(arguments: RunningProgram.Signal.allCases)
  func `a signal closes the window and is told`(signal: RunningProgram.Signal) async throws {
    let closed = AsyncStream.makeStream(of: Void.self)
    try await ScriptedDaemon.run(
      window: { _, writer in
        try await writer.send(Devices.opened())
        do {
          try await Task.sleep(for: .seconds(3600))
        } catch {
          closed.continuation.yield()
          throw error
        }
      },
      { daemon in
        let words = ["show", "--no-announce", "--state", daemon.folder.path]
        try await Waiting().use("dyad-pair", words) { program in
          try program.waitForLine("The code is 482913.")
          program.receive(signal)
          let ending = try program.finish()
          #expect(ending.exitCode == ExitCode.failure.rawValue)
          #expect(ending.errors.hasPrefix("dyad-pair: cannot go on: it was interrupted\n"))
        }
        for await _ in closed.stream { break }
      })
  }
}
