internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import Testing

/// A server of `Echo` that must outlive whatever a test does to it.
struct WatchedServer: Sendable {
  let port: UInt16
  let watch: Watch
  fileprivate let peerLoop: EventLoop
  fileprivate let server: HTTP2Server

  /// A connection that has begun as clients do.
  func connect(settings: [(id: UInt16, value: UInt32)] = []) throws -> HostilePeer {
    try HostilePeer(port: port, settings: settings)
  }

  /// Takes no new callers and calls.
  func beginShutdown() {
    server.beginShutdown()
  }

  /// Breaks off the connections of some peers.
  func endConnections(where isUnwelcome: @escaping @Sendable (CallPeer) -> Bool) {
    server.endConnections(where: isUnwelcome)
  }

  /// Lends a client of ours, which lives on the thread of the test.
  func withClient<Result: Sendable>(
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    try await HTTP2Client.withClient(
      ClientConfiguration(.address(.loopback(port: port)), .plain), on: peerLoop, body)
  }

  /// Makes a call through TLS, without a certificate.
  func callOverTLS() async throws {
    let configuration = ClientConfiguration(
      .address(.loopback(port: port)), .tls(try .client(trusting: .insecure), serverName: nil))
    #expect(try await Self.call(configuration, on: peerLoop) == [1, 2, 3])
  }

  /// Runs a server for the length of a closure, which has a thread of its own, since it blocks.
  ///
  /// Afterwards the server must answer on a fresh connection, have no handler running, and end by
  /// itself with nothing left.
  ///
  /// - Parameters:
  ///   - tls: what lies between, if anything does.
  ///   - identity: the client's, where the server asks for one.
  ///   - staysAlive: whether it still answers when the closure is done.
  ///   - configure: changes limits and timeouts.
  ///   - add: more methods.
  ///   - body: does what it wants.
  /// - Throws: what the closure throws.
  static func with(
    tls: TLSConfiguration? = nil, identity: Identity? = nil, staysAlive: Bool = true,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    add: (inout Router, Watch) -> Void = { _, _ in },
    _ body: (WatchedServer) async throws -> Void
  ) async throws {
    let watch = Watch()
    var router = Echo.router()
    add(&router, watch)
    try await with(
      tls: tls, identity: identity, staysAlive: staysAlive, watch: watch, handler: router,
      configure: configure, body)
  }

  /// The same with any handler that knows `Echo.unary`.
  static func with(
    tls: TLSConfiguration? = nil, identity: Identity? = nil, staysAlive: Bool = true, watch: Watch,
    handler: any CallHandler, configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (WatchedServer) async throws -> Void
  ) async throws {
    var configuration = ServerConfiguration()
    configuration.observer = watch
    configure(&configuration)
    let loop = try EventLoop(name: "server")
    let peerLoop = try EventLoop(name: "peer")
    let server = HTTP2Server(on: [loop], configuration: configuration)
    let address = try server.listen(
      at: .loopback(port: 0), tls.map { .tls($0) } ?? .plain)
    let watched = WatchedServer(
      port: try #require(address.port), watch: watch, peerLoop: peerLoop, server: server)
    let outcome: Result<Void, any Error>
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask(executorPreference: loop) {
          try await server.run(WatchedHandler(handler: handler, watch: watch))
        }
        // Whatever the closure finds, the server has to end before the loop does.
        defer { group.cancelAll() }
        try await withTaskExecutorPreference(peerLoop) {
          // A closure begins where its caller is; what comes back from a wait is on the loop.
          await Task.yield()
          try await body(watched)
          guard staysAlive else { return }
          try await watched.checkAlive(tls, identity: identity, on: peerLoop)
        }
        await watch.until { $0.running == 0 }
        server.beginShutdown()
        try await group.waitForAll()
      }
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    await peerLoop.shutdown()
    await loop.shutdown()
    let seen = watch.seen
    #expect(seen.begun == seen.ended)
    #expect(watch.livingCalls == 0)
    try outcome.get()
  }

  private func checkAlive(
    _ tls: TLSConfiguration?, identity: Identity?, on loop: EventLoop
  ) async throws {
    let security: ClientSecurity =
      tls == nil
      ? .plain : .tls(try .client(trusting: .insecure, identity: identity), serverName: nil)
    let configuration = ClientConfiguration(.address(.loopback(port: port)), security)
    // Timeouts that are short for a test's sake may be too short for an honest caller, too.
    var answer: [UInt8] = []
    for attempt in 1...50 {
      do throws(RPCError) {
        answer = try await Self.call(configuration, on: loop)
        break
      } catch {
        guard error.code == .unavailable, attempt < 50 else { throw error }
      }
    }
    #expect(answer == [1, 2, 3])
  }

  private static func call(
    _ configuration: ClientConfiguration, on loop: EventLoop
  ) async throws(RPCError) -> [UInt8] {
    do {
      return try await HTTP2Client.withClient(configuration, on: loop) {
        try await $0.call(Echo.unary, [1, 2, 3])
      }
    } catch let error as RPCError {
      throw error
    } catch {
      throw RPCError(.unknown, "\(error)")
    }
  }
}
