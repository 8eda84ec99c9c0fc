internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// A server and a client of ours in this process, each with a loop and so a thread of its own.
enum OwnPair {
  /// Lends a client that is connected.
  ///
  /// - Parameters:
  ///   - router: answers the calls; it has to answer `EchoService.echo`.
  ///   - usesTLS: whether TLS lies between.
  ///   - body: makes the calls.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws, and what keeps the two apart.
  static func withClient<Result: Sendable>(
    of router: Router, usesTLS: Bool, _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "serve")
    let clientLoop = try EventLoop(name: "call")
    let server = HTTP2Server(on: [loop])
    var security = (server: ServerSecurity.plain, client: ClientSecurity.plain)
    if usesTLS {
      let identity = try EchoServer.makeIdentity()
      security.server = try .tls(.server(identity: identity))
      security.client = .tls(
        try .client(trusting: .pinned([identity.publicKeyFingerprint])), serverName: nil)
    }
    let address = try server.listen(at: .loopback(port: 0), security.server)
    let configuration = ClientConfiguration(.address(address), security.client)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run(router) }
      let result = try await HTTP2Client.withClient(configuration, on: clientLoop) { client in
        // Whoever measures does not want to measure the handshake.
        _ = try await client.call(EchoService.echo, [1])
        return try await body(client)
      }
      server.beginShutdown()
      try await group.waitForAll()
      return result
    }
  }
}
