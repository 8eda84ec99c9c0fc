internal import CommandLineCore

/// `dyad verify --peer`: compares everything with another device.
struct VerifyPeerCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad verify", operation: "compare with the other device")
  static let command = VerifyCommand.command

  /// All of a long history over a slow link.
  private static let patience = 300.0

  private let comparison: Comparison

  init(_ arguments: ParsedArguments) throws {
    comparison = Comparison(
      peer: try arguments.peer(OperatorOptions.device), isComplete: true,
      patience: Self.patience, awaitsConnection: false)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    try await comparison.run(context)
  }
}
