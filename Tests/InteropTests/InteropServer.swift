internal import TestSupport
internal import Testing

/// Servers of the interop service: ours and those of others.
enum InteropServer: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case ours
  case grpcio
  case cpp

  /// One that runs.
  struct Running {
    /// Its port, or the path of its socket, as clients of gRPC are told.
    let target: String
    let port: String
    let socket: String
    let process: Int32
  }

  var testDescription: String { rawValue }

  /// Cases of ours that the server is known not to pass: grpcio hides whether a message came
  /// compressed, so it cannot refuse one that says so and is not.
  var exceptions: Set<String> {
    guard self == .grpcio else { return [] }
    return ["client_compressed_unary", "client_deflated_unary", "client_compressed_streaming"]
  }

  /// Runs the server for the length of a closure, then ends it and looks whether it ended well.
  func run<Result>(
    over way: Way, with words: [String] = [], _ body: (Running) throws -> Result
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let socket = folder.file("socket")
    let words = try way.serverWords(.shared(), socket: socket) + words
    let program =
      switch self {
      case .ours:
        try RunningProgram(
          RunningProgram.builtPath("rpc-interop"),
          ["serve", "--until-stdin-closes", "--descriptors", Peers.descriptors] + words)
      case .grpcio:
        try RunningProgram(Peers.path("py-server"), words, environment: Peers.environment)
      case .cpp:
        try RunningProgram(Peers.path("cpp-server"), words, environment: Peers.environment)
      }
    let line = try program.waitForLine("listening ")
    let place = line.split(separator: " ").last.map(String.init) ?? ""
    let result = try body(
      Running(
        target: way == .unix ? "unix:\(socket)" : "127.0.0.1:\(place)", port: place,
        socket: socket, process: program.number))
    let ending = try program.finish()
    #expect(ending.exitCode == 0, "the server: \(ending.errors)")
    return result
  }
}
