internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore

/// A server made by hand, of any manners; every step blocks, and is bounded in time.
final class BadServer {
  private let listener: RawListener
  private var sockets: [RawSocket] = []

  private init(_ listener: RawListener) {
    self.listener = listener
  }

  /// The next connection; it stays open until the client has gone.
  func acceptSocket() throws -> RawSocket {
    let socket = try listener.accept()
    sockets.append(socket)
    return socket
  }

  /// The next connection, once both sides have said their settings.
  func accept(settings: [(id: UInt16, value: UInt32)] = []) throws -> BadConnection {
    try BadConnection(acceptSocket(), settings: settings)
  }

  /// Takes the next connection, and ends it without a word.
  func turnAway() throws {
    _ = try listener.accept()
  }

  /// The next connection, which is closed when its last reference goes.
  func acceptForNow() throws -> BadConnection {
    try BadConnection(listener.accept(), settings: [])
  }

  /// A connection that was closed with words of the client unread would be cut, and what we said lost.
  private func waitForClient() {
    for socket in sockets {
      while let bytes = try? socket.receive(), !bytes.isEmpty {}
    }
  }

  /// Runs a script on a thread of its own beside a client that calls its server.
  ///
  /// - Parameters:
  ///   - configure: changes what the client is told.
  ///   - script: what the server does, connection by connection.
  ///   - body: makes calls.
  /// - Returns: what `body` returns.
  /// - Throws: what either of them throws.
  static func with<Result: Sendable>(
    configure: (inout ClientConfiguration) -> Void = { _ in },
    _ script: @escaping @Sendable (BadServer) throws -> Void,
    calls body: (Client) async throws -> Result
  ) async throws -> Result {
    try await withTransport(configure: configure, script) { transport in
      try await body(Client(over: transport))
    }
  }

  /// The same for a body that wants to see more of the client.
  static func withTransport<Result: Sendable>(
    configure: (inout ClientConfiguration) -> Void = { _ in },
    _ script: @escaping @Sendable (BadServer) throws -> Void,
    _ body: (HTTP2Client) async throws -> Result
  ) async throws -> Result {
    let listener = try RawListener()
    let serverLoop = try EventLoop(name: "server")
    let clientLoop = try EventLoop(name: "client")
    var configuration = ClientConfiguration(.address(.loopback(port: listener.port)), .plain)
    configure(&configuration)
    let client = try HTTP2Client(configuration, on: clientLoop)
    let result = try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: serverLoop) {
        let server = BadServer(listener)
        try script(server)
        server.waitForClient()
      }
      let running = Task { await client.run() }
      defer { running.cancel() }
      let result = await Swift.Result { try await body(client) }
      running.cancel()
      await running.value
      try await group.waitForAll()
      return try result.get()
    }
    await clientLoop.shutdown()
    await serverLoop.shutdown()
    return result
  }
}

extension Result where Failure == any Error {
  /// What an asynchronous closure comes to.
  init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
