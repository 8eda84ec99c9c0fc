package import CommandLineCore

/// The program: its commands, and the way from the words of a command line to an exit code.
package enum Program {
  /// What `--version` prints.
  package static let version = "dyad 0.1.0"

  private static let subcommands: [any Subcommand.Type] = [
    SaveCommand.self, QueryCommand.self, DeleteCommand.self, FollowCommand.self,
    TypesCommand.self, SourcesCommand.self, VerifyCommand.self, MaintainCommand.self,
  ]

  /// All of it as a value: help and completions follow from it.
  package static let command = Command(
    "dyad", summary: "Keep health data in a store of your own",
    discussion: """
      A store has one owner at a time: while one process uses it, others are told its number. \
      Results go to standard output, everything else to standard error.
      """,
    examples: [
      .init("dyad save samples.jsonl", "save the samples in a file"),
      .init("dyad query heartRate --from -7d", "show a week of heart rates"),
    ], options: [.state, .json, .version],
    subcommands: subcommands.map { $0.command } + [RPCCommands.command, .completions(of: "dyad")])

  /// Runs the words after the program's name.
  ///
  /// - Parameters:
  ///   - words: What was typed.
  ///   - console: Where calls read and write; commands on a store use the standard streams.
  /// - Returns: How the process is to end.
  package static func run(_ words: [String], on console: Console = .standard) async -> ExitCode {
    do {
      if words.prefix(while: { $0 != "--" }).contains(Option.version.spelling) {
        try console.write(version + "\n")
        return .success
      }
      switch try command.parse(words) {
      case .help(let path):
        try console.write(command.help(for: path, width: console.columns))
        return .success
      case .run(let arguments): return try await run(arguments, on: console)
      }
    } catch {
      let failure = CommandFailure(error)
      Messages.report(failure, on: console)
      return failure.exitCode
    }
  }

  private static func run(
    _ arguments: ParsedArguments, on console: Console
  ) async throws -> ExitCode {
    switch arguments.path.dropFirst().first {
    case "completions": return try printCompletions(arguments, on: console)
    case RPCCommands.command.name: return try await RPCCommands.run(arguments, on: console)
    default: return try await runOnStore(arguments)
    }
  }

  private static func runOnStore(_ arguments: ParsedArguments) async throws -> ExitCode {
    guard let kind = subcommands.first(where: { $0.command.name == arguments.path.last }) else {
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

  private static func printCompletions(
    _ arguments: ParsedArguments, on console: Console
  ) throws -> ExitCode {
    guard let shell = Shell(rawValue: arguments.required(.shell)) else {
      throw arguments.unusable(.shell, "expected bash, zsh or fish")
    }
    try console.write(command.completionScript(for: shell))
    return .success
  }
}
