package import CommandLineCore
package import CommandSupport

/// `dyad pair`, which is also the program `dyad-pair`: makes a pair of two devices, and ends it.
package enum PairCommands {
  private static let all: [any PairCommand.Type] = [
    PairShowCommand.self, PairJoinCommand.self, PairListCommand.self, PairRemoveCommand.self,
    PairRotateCommand.self, PairUnlockCommand.self,
  ]

  static let summary = "Pair this device with another one"

  static let discussion = """
    A pair is a phone and a watch. One of them shows a code for some minutes, the other one types it; \
    from then on both know each other's key, and talk to nobody else.

    All commands ask the daemon of this device, 'dyadd', which has to run.

    Besides their usual meaning, code 1 says that the other device cannot be reached, or that the \
    time is over, 4 that it was refused, and 6 that another device is being paired.
    """

  /// Lines to type, for a program that is called so.
  static func examples(_ call: String) -> [Command.Example] {
    [
      .init("\(call) show", "show a code on one device"),
      .init("\(call) join 192.168.1.20:7443", "type it on the other one"),
    ]
  }

  /// The commands, as they are called there: behind "dyad pair", or "dyad-pair".
  static func subcommands(_ call: String) -> [Command] { all.map { $0.command(call) } }

  /// The command of `dyad`.
  package static let command = Command(
    "pair", summary: summary, discussion: discussion, examples: examples("dyad pair"),
    subcommands: subcommands("dyad pair"))

  /// Runs the command that was typed.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - console: Where it reads and writes.
  ///   - surroundings: What else it needs of the machine.
  /// - Throws: Why it could not be done.
  package static func run(
    _ arguments: ParsedArguments, on console: Console, in surroundings: PairingSurroundings
  ) async throws {
    guard
      let kind = all.first(where: { $0.side.rawValue == arguments.path.last })
    else { preconditionFailure("every command that is parsed is listed") }
    let command = try kind.init(arguments)
    let call = arguments.path.dropLast().joined(separator: " ")
    try await command.run(
      PairContext(
        call: call, side: kind.side, isJSON: arguments.has(.json),
        node: try DaemonSocket(folder: arguments.value(.state)), console: console,
        questions: Questions(console), surroundings: surroundings))
  }
}

/// A command of pairing: how it is called, and what it does.
protocol PairCommand: Sendable {
  /// What it asks the daemon for; also the word that calls it.
  static var side: PairingSide { get }

  /// How it is called, behind "dyad pair" or "dyad-pair".
  static func command(_ call: String) -> Command

  /// Reads what was given, before anything is opened.
  init(_ arguments: ParsedArguments) throws

  /// Does it.
  func run(_ context: PairContext) async throws
}
