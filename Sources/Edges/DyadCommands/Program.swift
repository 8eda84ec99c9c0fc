internal import CommandLineCore
package import CommandSupport
package import PairingCommands

/// `dyad`: its commands, and which part runs each of them.
package enum Program {
  private static let subcommands: [any Subcommand.Type] = [
    SaveCommand.self, ImportCommand.self, ExportCommand.self, QueryCommand.self, StatsCommand.self,
    SQLCommand.self, MirrorCommand.self, ChartCommand.self,
    RingsCommand.self, GoalsCommand.self, DeleteCommand.self, UndoCommand.self, ImportsCommand.self,
    FollowCommand.self, TypesCommand.self,
    SourcesCommand.self,
    VerifyCommand.self,
    MaintainCommand.self,
  ]

  private static let commands = Command(
    "dyad", summary: "Keep health data in a store of your own",
    discussion: """
      Where the daemon 'dyadd' runs, commands ask it, beside each other. Where none runs they use the \
      store themselves, one at a time: others are told the number of the process that has it. \
      Results go to standard output, everything else to standard error.
      """,
    examples: [
      .init("dyad save samples.jsonl", "save the samples in a file"),
      .init("dyad query heartRate --from -7d", "show a week of heart rates"),
    ],
    subcommands: subcommands.map { $0.command } + [
      DocumentsCommands.command, WorkoutCommands.command,
    ] + OperatorCommands.commands + [
      PairCommands.command, RPCCommands.command,
    ])

  /// The program.
  ///
  /// - Parameters:
  ///   - surroundings: What calls to the daemon need of the machine.
  ///   - backups: Copies whole stores.
  /// - Returns: It.
  package static func program(
    in surroundings: PairingSurroundings = .system, _ backups: BackupWork = .system
  ) -> CommandProgram {
    CommandProgram(commands, offering: CompletionWords.offers(in: surroundings)) {
      arguments, console in
      switch arguments.path.dropFirst().first {
      case RPCCommands.command.name: return try await RPCCommands.run(arguments, on: console)
      case PairCommands.command.name:
        try await PairCommands.run(arguments, on: console, in: surroundings)
        return .success
      default:
        let code = try await OperatorCommands.run(arguments, on: console, in: surroundings, backups)
        guard let code else { return try await runOnStore(arguments) }
        return code
      }
    }
  }

  /// Takes the words after the program's name, and hides pairing codes among them from lists of processes; has to
  /// be called before anything else.
  ///
  /// - Returns: What was typed.
  package static func takeWords() -> [String] {
    PairProgram.takeWords { $0.contains(PairCommands.command.name) }
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
