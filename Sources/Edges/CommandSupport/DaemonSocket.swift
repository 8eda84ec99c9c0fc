package import CommandLineCore
package import DyadServices
package import RPCCore
internal import RPCHTTP2
package import SystemCore

/// The daemon of this node, reached through the socket of its owner.
package struct DaemonSocket: Hashable, Sendable {
  /// The path of the socket.
  package let socket: String
  /// How it is called.
  package let endpoint: Endpoint

  /// Finds the socket.
  ///
  /// - Parameter folder: What `--state` says, if it says anything.
  /// - Throws: Where no path can be told, or none that a socket can have.
  package init(folder: String?) throws(ProgramFailure) {
    guard let places = try Self.places(folder: folder) else {
      throw ProgramFailure(
        .usage, "cannot find the daemon: HOME is not set",
        advice: "Name the folder of its state with --state.")
    }
    try self.init(places)
  }

  /// The socket of a node that is found already.
  ///
  /// - Throws: Where a socket cannot have its path.
  package init(_ places: NodePlaces) throws(ProgramFailure) {
    socket = places.operatorSocket
    guard let endpoint = Endpoint("unix:\(socket)") else {
      throw DaemonReach.longPath(socket)
    }
    self.endpoint = endpoint
  }

  /// Finds the node.
  ///
  /// - Parameter folder: What `--state` says, if it says anything.
  /// - Returns: Where it is; `nil` where nothing says it.
  /// - Throws: Where the present folder is needed and is gone, or the disk cannot be asked.
  package static func places(folder: String?) throws(ProgramFailure) -> NodePlaces? {
    if let folder {
      guard !folder.isEmpty else {
        throw ProgramFailure(
          .usage, "cannot use --state: expected a path", advice: "Name a folder, or leave it out.")
      }
      guard let path = CurrentProcess.absolutePath(folder) else {
        throw ProgramFailure(
          .failure, "cannot find \(folder): the present folder is gone",
          advice: "Name the folder from the root on.")
      }
      return NodePlaces(folder: path)
    }
    var environment: [String: String] = [:]
    for name in NodePlaces.variables {
      environment[name] = CurrentProcess.environment(name)
    }
    do throws(SystemError) {
      return try NodePlaces.usual(environment, user: Machine.user)
    } catch {
      throw ProgramFailure(error)
    }
  }

  /// Lends what calls the daemon for the length of a closure.
  ///
  /// - Parameters:
  ///   - failure: Says what to do about a call that failed.
  ///   - body: Makes calls.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, `ProgramFailure` in place of `RPCError`.
  package func withClient<Result: Sendable>(
    _ failure: (RPCError) -> ProgramFailure, _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "dyad.pair")
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(
        try await HTTP2Client.withClient(ClientConfiguration(endpoint, .plain), on: loop, body))
    } catch let error as RPCError {
      result = .failure(failure(error))
    } catch {
      result = .failure(error)
    }
    await loop.shutdown()
    return try result.get()
  }
}
