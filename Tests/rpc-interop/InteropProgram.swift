internal import CommandLineCore

/// The program that other implementations of gRPC judge, and that judges them.
enum InteropProgram {
  private static let command = Command(
    "rpc-interop", summary: "Serve or call grpc.testing.TestService",
    discussion: "Both sides of gRPC's interop tests, over our own stack.",
    examples: [
      .init("rpc-interop serve", "serve at a free port of this machine"),
      .init("rpc-interop call --target 127.0.0.1:8080", "run all cases against a server"),
    ], subcommands: [ServeCommand.command, CallCommand.command])

  /// Runs the words after the program's name.
  static func run(_ words: [String]) async -> ExitCode {
    do {
      switch try command.parse(words) {
      case .help(let path):
        try print(command.help(for: path, width: Descriptor.standardOutput.columns), ending: "")
        return .success
      case .run(let arguments):
        return arguments.path.last == ServeCommand.command.name
          ? try await ServeCommand(arguments).run() : try await CallCommand(arguments).run()
      }
    } catch {
      let text = "rpc-interop: \(error)\n"
      // Nobody is left to tell that the errors cannot be written either.
      try? Descriptor.standardError.write(Array(text.utf8))
      return (error as? CommandLineError)?.exitCode ?? .failure
    }
  }

  /// Writes a line to the standard output at once.
  static func print(_ text: String, ending: String = "\n") throws(CommandLineError) {
    try Descriptor.standardOutput.write(Array((text + ending).utf8))
  }
}
