internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

/// A server of `Echo` on a loop of its own, for the length of a closure.
enum EchoServer {
  /// Ways to reach it.
  enum Way: CaseIterable, Sendable {
    case tcp
    case unix
    case tls
  }

  static func withClient<Result: Sendable>(
    over way: Way = .tcp, router: Router = Echo.router(), trusting trust: ServerTrust? = nil,
    channelBinding: ChannelBindingLabel? = nil, timeouts: ConnectionTimeouts? = nil,
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    let loop = try EventLoop(name: "server")
    let clientLoop = try EventLoop(name: "client")
    var serverConfiguration = ServerConfiguration()
    serverConfiguration.channelBinding = channelBinding
    serverConfiguration.timeouts = timeouts ?? serverConfiguration.timeouts
    let server = HTTP2Server(on: [loop], configuration: serverConfiguration)
    var configuration: ClientConfiguration
    switch way {
    case .tcp:
      let address = try server.listen(at: .loopback(port: 0), .plain)
      configuration = ClientConfiguration(.address(address), .plain)
    case .unix:
      let address = try server.listen(at: .unix(path: folder.path + "/echo.sock"), .plain)
      configuration = ClientConfiguration(.address(address), .plain)
    case .tls:
      let identity = try Identity.make(
        commonName: "echo", hostNames: [], validity: #require(Validity(notBefore: 0)))
      let address = try server.listen(
        at: .loopback(port: 0), .tls(.server(identity: identity)))
      let trust = trust ?? .pinned([identity.publicKeyFingerprint])
      configuration = ClientConfiguration(
        .address(address), .tls(try .client(trusting: trust), serverName: nil))
    }
    configuration.channelBinding = channelBinding
    configuration.timeouts = timeouts ?? configuration.timeouts
    let result = try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run(router) }
      let result = try await HTTP2Client.withClient(configuration, on: clientLoop, body)
      server.beginShutdown()
      try await group.waitForAll()
      return result
    }
    await clientLoop.shutdown()
    await loop.shutdown()
    return result
  }
}

extension EchoServer {
  /// A client of an address at which nobody listens.
  static func withoutServer<Result: Sendable>(
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "client")
    // The port was free a moment ago, and the system gives it to others last.
    let address = try Socket.listen(at: .loopback(port: 0)).localAddress
    guard let address else { throw RPCError(.internal, "a socket without an address") }
    do {
      let result = try await HTTP2Client.withClient(
        ClientConfiguration(.address(address), .plain), on: loop, body)
      await loop.shutdown()
      return result
    } catch {
      await loop.shutdown()
      throw error
    }
  }
}
