internal import CommandLineCore
internal import CommandSupport
internal import PairingCommands

/// The commands by which the owner looks after a node, all of which ask its daemon.
enum OperatorCommands {
  private static let alone: [any OperatorCommand.Type] = [
    StatusCommand.self, SyncCommand.self, RequestsCommand.self, ApproveCommand.self,
    DenyCommand.self, RevokeCommand.self, AuditCommand.self, CutoffCommand.self,
    ScopeCommand.self, ProfileCommand.self, UnitsCommand.self, BackupCommand.self,
    RestoreCommand.self,
  ]
  private static let apps: [any OperatorCommand.Type] = [
    AppsAddCommand.self, AppsListCommand.self, AppsRemoveCommand.self, AppsResetCommand.self,
  ]
  private static let brake: [any OperatorCommand.Type] = [
    BrakeAcceptCommand.self, BrakeRefuseCommand.self,
  ]

  /// The commands of `dyad`.
  static let commands: [Command] =
    alone.map { $0.command } + [
      Command(
        "apps", summary: "Let apps of this machine use the store",
        discussion: """
          An app needs a token to reach the node, and a decision of the owner for each type that it \
          wants to read or share.
          """,
        examples: [
          .init("dyad apps add com.example.strap --name Strap", "make a token for an app"),
          .init("dyad apps list", "show the apps, and what they may do"),
        ], subcommands: apps.map { $0.command }),
      Command(
        "brake", summary: "Answer what the brake stopped",
        discussion: """
          When comparing two devices would delete many samples that nobody is known to have deleted, \
          that stops until the owner decides; 'dyad status' shows what is stopped.
          """,
        examples: [.init("dyad brake refuse Band", "keep the samples")],
        subcommands: brake.map { $0.command }),
    ]

  /// Runs the command that was typed, if it is one of these.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - console: Where it reads and writes.
  ///   - surroundings: What else it needs of the machine.
  ///   - backups: Copies whole stores where no daemon does.
  /// - Returns: How the process is to end; `nil` for a command that asks no daemon.
  /// - Throws: Why it could not be done.
  static func run(
    _ arguments: ParsedArguments, on console: Console, in surroundings: PairingSurroundings,
    _ backups: BackupWork
  ) async throws -> ExitCode? {
    guard let kind = kind(of: arguments) else { return nil }
    let command = try kind.init(arguments)
    return try await command.run(
      OperatorContext(
        task: kind.task, isJSON: arguments.has(.json), folder: arguments.value(.state),
        console: console, questions: Questions(console), surroundings: surroundings,
        backups: backups))
  }

  private static func kind(of arguments: ParsedArguments) -> (any OperatorCommand.Type)? {
    let words = arguments.path.dropFirst()
    guard let first = words.first, let last = words.last else { return nil }
    switch first {
    case "apps": return apps.first { $0.command.name == last }
    case "brake": return brake.first { $0.command.name == last }
    case SourcesCommand.command.name:
      return arguments.required(.type) == SourceOrderCommand.word ? SourceOrderCommand.self : nil
    case VerifyCommand.command.name:
      return arguments.has(OperatorOptions.peer) ? VerifyPeerCommand.self : nil
    default: return alone.first { $0.command.name == first }
    }
  }
}

/// A command that asks the daemon: how it is called, and what it does.
protocol OperatorCommand: Sendable {
  /// How it is called.
  static var command: Command { get }

  /// What could not be done, where it fails.
  static var task: OperatorTask { get }

  /// Reads what was given, before anything is asked.
  init(_ arguments: ParsedArguments) throws

  /// Does it.
  func run(_ context: OperatorContext) async throws -> ExitCode
}
