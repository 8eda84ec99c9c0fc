package import CommandLineCore
internal import SystemCore

/// The programs: their commands, and the way from the words of a command line to an exit code.
package enum Program {
  /// Under which name a program is called.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case dyad
    /// `dyad pair` as a program of its own.
    case pair = "dyad-pair"

    /// What `--version` prints.
    package var version: String { "\(rawValue) \(ProgramVersion.number)" }

    /// What every program says about itself.
    fileprivate var ownCommands: [Command] {
      [
        .completions(of: rawValue), .manual(of: rawValue), .version(of: rawValue),
        CompleteCommand.command(rawValue),
      ]
    }
  }

  private static let subcommands: [any Subcommand.Type] = [
    SaveCommand.self, ImportCommand.self, ExportCommand.self, QueryCommand.self, StatsCommand.self,
    SQLCommand.self, ChartCommand.self,
    RingsCommand.self, GoalsCommand.self, DeleteCommand.self, FollowCommand.self, TypesCommand.self,
    SourcesCommand.self,
    VerifyCommand.self,
    MaintainCommand.self,
  ]

  private static let options: [Option] = [.state, .json, .version]

  /// All of `dyad` as a value: help and completions follow from it.
  package static let command = Command(
    "dyad", summary: "Keep health data in a store of your own",
    discussion: """
      Where the daemon 'dyadd' runs, commands ask it, beside each other. Where none runs they use the \
      store themselves, one at a time: others are told the number of the process that has it. \
      Results go to standard output, everything else to standard error.
      """,
    examples: [
      .init("dyad save samples.jsonl", "save the samples in a file"),
      .init("dyad query heartRate --from -7d", "show a week of heart rates"),
    ], options: options,
    subcommands: subcommands.map { $0.command } + [
      DocumentsCommands.command, WorkoutCommands.command,
    ] + OperatorCommands.commands + [
      PairCommands.command, RPCCommands.command,
    ] + Name.dyad.ownCommands)

  /// All of `dyad-pair`.
  package static let pairCommand = Command(
    "dyad-pair", summary: PairCommands.summary, discussion: PairCommands.discussion,
    examples: PairCommands.examples("dyad-pair"), options: options,
    subcommands: PairCommands.subcommands("dyad-pair") + Name.pair.ownCommands)

  /// The words after the program's name, once nobody can read a code in them any more.
  ///
  /// Called before anything else: whoever lists processes sees the words until then. A process that
  /// pairs leaves nothing of its memory behind if it crashes.
  ///
  /// - Parameter name: Which program this is.
  /// - Returns: What was typed.
  package static func takeWords(as name: Name = .dyad) -> [String] {
    let words = CommandLine.arguments
    CurrentProcess.coverArguments(CodesInWords.places(in: words))
    if name == .pair || words.contains(PairCommands.command.name) {
      // Where the system does not allow it there is no crash yet, and the code is good for minutes.
      try? ProcessProtection.leaveNoCore()
    }
    return Array(words.dropFirst())
  }

  /// Runs the words after the program's name.
  ///
  /// - Parameters:
  ///   - words: What was typed.
  ///   - name: Which program it was typed to.
  ///   - console: Where calls read and write; commands on a store use the standard streams.
  ///   - surroundings: What calls to the daemon need of the machine.
  ///   - backups: Copies whole stores.
  /// - Returns: How the process is to end.
  package static func run(
    _ words: [String], as name: Name = .dyad, on console: Console = .standard,
    in surroundings: PairingSurroundings = .system, _ backups: BackupWork = .system
  ) async -> ExitCode {
    let command = name == .dyad ? command : pairCommand
    do {
      if words.prefix(while: { $0 != "--" }).contains(Option.version.spelling) {
        try console.write(name.version + "\n")
        return .success
      }
      switch try command.parse(words) {
      case .help(let path):
        try console.write(command.help(for: path, width: console.columns))
        return .success
      case .run(let arguments):
        return try await run(arguments, of: name, on: console, in: surroundings, backups)
      }
    } catch {
      let failure = CommandFailure(error)
      Messages.report(failure, by: name, on: console)
      return failure.exitCode
    }
  }

  private static func run(
    _ arguments: ParsedArguments, of name: Name, on console: Console,
    in surroundings: PairingSurroundings, _ backups: BackupWork
  ) async throws -> ExitCode {
    let command = name == .dyad ? command : pairCommand
    let word = arguments.path.dropFirst().first
    switch word {
    case "completions":
      try console.write(try command.completionScript(arguments))
      return .success
    case "manual":
      try console.write(try command.manual(arguments, version: ProgramVersion.number))
      return .success
    case "version":
      let json = JSONValue.object([
        .init("program", .string(name.rawValue)), .init("version", .string(ProgramVersion.number)),
      ])
      try console.write([arguments.has(.json) ? JSONText.line(json) : name.version])
      return .success
    case "complete":
      await CompleteCommand.run(arguments, on: console, in: surroundings)
      return .success
    case RPCCommands.command.name: return try await RPCCommands.run(arguments, on: console)
    case PairCommands.command.name,
      _ where command.name == Name.pair.rawValue:
      try await PairCommands.run(arguments, on: console, in: surroundings)
      return .success
    default:
      let code = try await OperatorCommands.run(arguments, on: console, in: surroundings, backups)
      guard let code else { return try await runOnStore(arguments) }
      return code
    }
  }

  private static func runOnStore(_ arguments: ParsedArguments) async throws -> ExitCode {
    let kinds =
      switch arguments.path.dropFirst().first {
      case DocumentsCommands.command.name: DocumentsCommands.all
      case WorkoutCommands.command.name: WorkoutCommands.all
      default: subcommands
      }
    guard let kind = kinds.first(where: { $0.command.name == arguments.path.last }) else {
      preconditionFailure("every command that is parsed is listed")
    }
    let subcommand = try kind.init(arguments)
    let session = StoreSession(folder: arguments.value(.state))
    let watch = SignalWatch(session)
    // Nobody waits for it unless a signal came: it ends with the process, and so it must, because a
    // command may be waiting for input that never comes.
    let watching = Task { await watch.run() }
    let result: Result<ExitCode, any Error>
    do {
      result = .success(try await subcommand.run(session))
    } catch {
      result = .failure(error)
    }
    if watch.isEnding { await watching.value }
    do {
      try await session.close()
    } catch {
      // The first error is the one to tell.
      _ = try result.get()
      throw error
    }
    return try result.get()
  }
}
