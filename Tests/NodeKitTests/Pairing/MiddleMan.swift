internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import Testing

/// Stands between two devices with a key of its own: it ends TLS on both sides and passes the messages
/// of an exchange on as they are.
struct MiddleMan {
  /// Lends one for the length of a closure.
  ///
  /// - Parameters:
  ///   - target: the device that is joined in truth.
  ///   - body: gets the address where it pretends to be that device.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws, or that it cannot listen.
  static func pretending<Result: Sendable>(
    toBe target: SocketAddress, _ body: (String) async throws -> Result
  ) async throws -> Result {
    let identity = try Identity.make(
      commonName: "dyad node", validity: #require(Validity(notBefore: 0)))
    let loop = try EventLoop(name: "middle")
    let server = HTTP2Server(on: [loop])
    let security = ServerSecurity.tls(
      try .server(identity: identity, clients: .required { _ in .accepted }))
    let address = try server.listen(at: .loopback(port: 0), security)
    let onward = ClientConfiguration(
      .address(target), .tls(try .client(trusting: .insecure, identity: identity), serverName: nil))
    var router = Router()
    router.bidirectional(PairingMethods.pair) { steps, answers, _ in
      try await HTTP2Client.withClient(onward, on: loop) { client in
        try await client.withCall(PairingMethods.pair) { call in
          for try await step in steps {
            try await call.send(step)
            guard let answer = try await call.receive() else { return }
            try await answers.send(answer)
          }
        }
      }
    }
    let result = try await withThrowingTaskGroup(of: Void.self) { [router] group in
      group.addTask { try await server.run(router) }
      defer { group.cancelAll() }
      return try await body("\(address)")
    }
    await loop.shutdown()
    return result
  }
}
