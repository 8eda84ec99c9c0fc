package import CommandLineCore
internal import TextFormats

/// A program: its commands, and the way from the words of a command line to an exit code.
package struct CommandProgram: Sendable {
  /// All of it as a value: help and completions follow from it.
  package let command: Command
  private let offers: Offers
  private let body: @Sendable (ParsedArguments, Console) async throws -> ExitCode

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - command: Its commands, without those that every program has.
  ///   - offers: What its shell completions ask for.
  ///   - run: Runs one of its commands.
  package init(
    _ command: Command, offering offers: Offers,
    run: @escaping @Sendable (ParsedArguments, Console) async throws -> ExitCode
  ) {
    self.command = Command(
      command.name, summary: command.summary, discussion: command.discussion,
      examples: command.examples, options: [.state, .json, .version],
      subcommands: command.subcommands + [
        .completions(of: command.name), .manual(of: command.name), .version(of: command.name),
        offers.command(of: command.name),
      ])
    self.offers = offers
    body = run
  }

  /// What `--version` prints.
  package var version: String { "\(command.name) \(ProgramVersion.number)" }

  /// Runs the words after the program's name.
  ///
  /// - Parameters:
  ///   - words: What was typed.
  ///   - console: Where it reads and writes.
  /// - Returns: How the process is to end.
  package func run(_ words: [String], on console: Console = .standard) async -> ExitCode {
    do {
      if words.prefix(while: { $0 != "--" }).contains(Option.version.spelling) {
        try console.write(version + "\n")
        return .success
      }
      switch try command.parse(words) {
      case .help(let path):
        try console.write(command.help(for: path, width: console.columns))
        return .success
      case .run(let arguments):
        return try await dispatch(arguments, console)
      }
    } catch {
      let failure = ProgramFailure(error)
      Messages.report(failure, by: command.name, on: console)
      return failure.exitCode
    }
  }

  private func dispatch(_ arguments: ParsedArguments, _ console: Console) async throws -> ExitCode {
    switch arguments.path.dropFirst().first {
    case "completions": try console.write(try command.completionScript(arguments))
    case "manual": try console.write(try command.manual(arguments, version: ProgramVersion.number))
    case "version":
      let json = JSONValue.object([
        .init("program", .string(command.name)), .init("version", .string(ProgramVersion.number)),
      ])
      try console.write([arguments.has(.json) ? JSONText.line(json) : version])
    case Offers.word: await offers.print(arguments, on: console)
    default: return try await body(arguments, console)
    }
    return .success
  }
}
