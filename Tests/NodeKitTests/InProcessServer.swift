internal import RPCCore
internal import RPCInProcess

/// A router's services in this process, for the length of a closure and until all calls have ended.
func withServices<Result: Sendable>(
  of router: some CallHandler, _ body: (Client) async throws -> Result
) async throws -> Result {
  let transport = InProcessTransport()
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { await transport.run(router) }
    let result = try await body(Client(over: transport))
    transport.beginShutdown()
    try await group.waitForAll()
    return result
  }
}
