internal import RPCCore
internal import RPCHTTP2
internal import SystemCore

/// Calls a daemon as its owner.
struct NodeOwner: Sendable {
  let socket: String

  /// Lends a client for the length of a closure, which runs where the client's connection does: what it
  /// waits for wakes one thread and not two.
  func call<Result: Sendable>(
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "owner")
    let configuration = ClientConfiguration(.address(.unix(path: socket)), .plain)
    let result: Swift.Result<Result, any Error>
    do {
      let value = try await withTaskExecutorPreference(loop) {
        try await HTTP2Client.withClient(configuration, on: loop, body)
      }
      result = .success(value)
    } catch {
      result = .failure(error)
    }
    await loop.shutdown()
    return try result.get()
  }
}
