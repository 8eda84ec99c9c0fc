internal import CommandLineCore
internal import LocalStore
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore

/// The daemon of this node, reached through the socket of its owner.
struct PairingNode: Hashable, Sendable {
  /// The path of the socket.
  let socket: String
  private let endpoint: Endpoint

  /// Finds the socket.
  ///
  /// - Parameter folder: What `--state` says, if it says anything.
  /// - Throws: Where no path can be told, or none that a socket can have.
  init(folder: String?) throws(CommandFailure) {
    let places: NodePlaces
    if let folder {
      guard let path = CurrentProcess.absolutePath(folder) else {
        throw CommandFailure(
          .failure, "cannot find \(folder): the present folder is gone",
          advice: "Name the folder from the root on.")
      }
      places = NodePlaces(folder: path)
    } else {
      var environment: [String: String] = [:]
      for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "HOME"] {
        environment[name] = CurrentProcess.environment(name)
      }
      guard let usual = NodePlaces.usual(environment) else {
        throw CommandFailure(
          .usage, "cannot find the daemon: HOME is not set",
          advice: "Name the folder of its state with --state.")
      }
      places = usual
    }
    socket = places.operatorSocket
    guard let endpoint = Endpoint("unix:\(socket)") else {
      throw CommandFailure(
        .usage,
        "cannot use \(socket): the path of a socket has at most \(SocketAddress.longestPath) bytes",
        advice: "Use a state folder with a shorter path, for the daemon as well.")
    }
    self.endpoint = endpoint
  }

  /// Lends what calls the daemon for the length of a closure.
  ///
  /// - Parameters:
  ///   - advice: Tells what to do about calls that fail.
  ///   - body: Makes calls.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, `CommandFailure` in place of `RPCError`.
  func withClient<Result: Sendable>(
    _ advice: PairingAdvice, _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "dyad.pair")
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(
        try await HTTP2Client.withClient(ClientConfiguration(endpoint, .plain), on: loop, body))
    } catch let error as RPCError {
      result = .failure(advice.failure(error, at: socket))
    } catch {
      result = .failure(error)
    }
    await loop.shutdown()
    return try result.get()
  }
}
