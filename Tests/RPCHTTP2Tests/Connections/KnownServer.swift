internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import Testing

/// A server of `Echo` on two loops, with TLS that a test can look at and change.
struct KnownServer: Sendable {
  /// Tells a caller what the server knows of it.
  static let who = Method<[UInt8], [UInt8]>(
    MethodPath(service: "dyad.test.Known", method: "Who"), .unary, request: .bytes,
    response: .bytes)

  let identity: Identity
  let source: TLSSource
  let server: HTTP2Server
  let address: SocketAddress
  let watch: Watch
  private let clientLoop: EventLoop

  static func identity(_ name: String) throws -> Identity {
    try .make(commonName: name, validity: #require(Validity(notBefore: 0)))
  }

  /// Runs a server for the length of a closure.
  ///
  /// - Parameters:
  ///   - clients: what it asks of them.
  ///   - channelBinding: what it binds proofs to connections with.
  ///   - body: makes calls.
  /// - Throws: what the closure throws.
  static func with(
    clients: ClientCertificates = .requested { _ in .accepted },
    channelBinding: ChannelBindingLabel? = nil, _ body: (KnownServer) async throws -> Void
  ) async throws {
    let identity = try identity("server")
    let source = TLSSource(try .server(identity: identity, clients: clients))
    let loops = [try EventLoop(name: "server 1"), try EventLoop(name: "server 2")]
    let clientLoop = try EventLoop(name: "client")
    let watch = Watch()
    var configuration = ServerConfiguration()
    configuration.observer = watch
    configuration.channelBinding = channelBinding
    let server = HTTP2Server(on: loops, configuration: configuration)
    let address = try server.listen(at: .loopback(port: 0), .tls(source))
    let known = KnownServer(
      identity: identity, source: source, server: server, address: address, watch: watch,
      clientLoop: clientLoop)
    let outcome = await Result {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var router = Echo.router()
        router.unary(who) { _, call in call.peer.channelBinding ?? [] }
        group.addTask { [router] in
          try await server.run(WatchedHandler(handler: router, watch: watch))
        }
        defer { group.cancelAll() }
        try await body(known)
        server.beginShutdown()
        try await group.waitForAll()
      }
    }
    await clientLoop.shutdown()
    for loop in loops { await loop.shutdown() }
    try outcome.get()
  }

  /// Lends a client.
  func withClient<Result: Sendable>(
    _ identity: Identity? = nil, trusting trust: ServerTrust = .insecure,
    channelBinding: ChannelBindingLabel? = nil, watchedBy watch: ClientWatch = ClientWatch(),
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    var configuration = ClientConfiguration(
      .address(address),
      .tls(try .client(trusting: trust, identity: identity), serverName: nil))
    configuration.channelBinding = channelBinding
    configuration.observer = watch
    configuration.backoff.first = .milliseconds(1)
    return try await HTTP2Client.withClient(configuration, on: clientLoop, body)
  }
}

extension Client {
  /// What the server has of the secret of the connection, and who answered.
  func meet() async throws -> (binding: [UInt8], server: CallPeer?) {
    try await withCall(KnownServer.who) { call in
      try call.sendOnly([])
      return (try await call.receiveOnly(), call.peer)
    }
  }
}
