package import CommandLineCore

/// A command of the program: how it is called, and what it does.
package protocol Subcommand: Sendable {
  /// How it is called.
  static var command: Command { get }

  /// Reads what was given, before anything is opened.
  init(_ arguments: ParsedArguments) throws

  /// Does it.
  func run(_ session: StoreSession) async throws -> ExitCode
}
