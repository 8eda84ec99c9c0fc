internal import CommandLineCore
internal import CommandSupport
internal import RPCCore

/// `dyad rpc`: calls any gRPC server, with JSON in place of its messages.
enum RPCCommands {
  private static let all: [any RPCCommand.Type] = [
    RPCListCommand.self, RPCDescribeCommand.self, RPCCallCommand.self,
  ]

  static let command = Command(
    "rpc", summary: "Call any gRPC server, with JSON in place of its messages",
    discussion: """
      ADDRESS is HOST:PORT, [IPV6]:PORT or unix:PATH. A server is spoken to in TLS 1.3 and has to \
      prove its name to the system's authorities; --cacert, --pin and --insecure say otherwise, and \
      --plaintext leaves TLS out. A Unix socket is spoken to without TLS, unless one of the options \
      of TLS is given.

      What messages look like is asked of the server's reflection, or read with --protoset from a \
      file that 'protoc --include_imports --descriptor_set_out=FILE' wrote.

      A call that fails prints the server's status to standard error, and ends with code 3 for \
      NOT_FOUND, 4 for PERMISSION_DENIED and UNAUTHENTICATED, and 1 for every other status. What the \
      server does not have ends with 3, and JSON that does not fit a message with 7.
      """,
    examples: [
      .init("dyad rpc list localhost:7443 --insecure", "which services a server has"),
      .init(
        "dyad rpc call --plaintext localhost:50051 grpc.health.v1.Health/Check -d {}",
        "make a call"),
    ], options: RPCOptions.connection, subcommands: all.map { $0.command })

  /// Runs the command below this one that was typed.
  static func run(
    _ arguments: ParsedArguments, on console: Console
  ) async throws -> ExitCode {
    guard let kind = all.first(where: { $0.command.name == arguments.path.last }) else {
      preconditionFailure("every command that is parsed is listed")
    }
    let command = try kind.init(arguments)
    do {
      try await command.run(on: console)
      return .success
    } catch let failure as CallFailure {
      failure.report(on: console, isJSON: arguments.has(.json))
      return failure.exitCode
    }
  }
}

/// A command below `dyad rpc`: how it is called, and what it does.
protocol RPCCommand: Sendable {
  /// How it is called.
  static var command: Command { get }

  /// Reads what was given, before anything is opened.
  init(_ arguments: ParsedArguments) throws

  /// Does it.
  func run(on console: Console) async throws
}
