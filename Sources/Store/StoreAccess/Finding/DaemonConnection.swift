package import DyadServices
internal import LocalStore
package import RPCCore
internal import RPCHTTP2
internal import SystemCore

/// The connection to the daemon of a node, at one of its sockets.
package final class DaemonConnection: Sendable {
  /// As whom to connect.
  package enum Role: Sendable {
    case owner
    /// An app, by its token.
    case app(token: String)
  }

  /// How long a daemon may take to say that it is there.
  private static let patience = Duration.seconds(10)
  /// More than a process number with its line's end needs.
  private static let longestOwner = 32

  /// The store of the daemon.
  package let store: RemoteStore
  private let loop: EventLoop
  private let running: Task<Void, Never>

  private init(_ transport: HTTP2Client, on loop: EventLoop, token: String?) {
    store = RemoteStore(Client(over: transport), token: token)
    self.loop = loop
    // `close` ends it and waits for it. It begins here, or who holds all threads while waiting for an answer would
    // keep it from beginning.
    running = Task.immediate { await transport.run() }
  }

  /// Connects to the daemon of a node.
  ///
  /// - Parameters:
  ///   - places: Where the node is.
  ///   - role: As whom.
  /// - Returns: `nil` where no daemon runs.
  /// - Throws: `DaemonUnreachable` where one runs and does not answer: nobody else may use its store.
  package static func find(
    _ places: NodePlaces, as role: Role = .owner
  ) async throws -> DaemonConnection? {
    let (socket, token): (String, String?) =
      switch role {
      case .owner: (places.operatorSocket, nil)
      case .app(let token): (places.socket, token)
      }
    guard try FileSystem.exists(socket) else {
      try checkNobodyOwns(places, socket)
      return nil
    }
    let connection = try await open(socket, token)
    do {
      try await connection.store.checkIsThere(within: patience)
      return connection
    } catch let error as RPCError {
      await connection.close()
      guard error.saysNobodyListens else {
        throw DaemonUnreachable(.noAnswer(error), socket: socket)
      }
      try checkNobodyOwns(places, socket)
      return nil
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Breaks off what is in progress.
  package func close() async {
    running.cancel()
    await running.value
    await loop.shutdown()
  }

  private static func open(_ socket: String, _ token: String?) async throws -> DaemonConnection {
    guard let endpoint = Endpoint("unix:\(socket)") else {
      throw DaemonUnreachable(.longPath, socket: socket)
    }
    let loop = try EventLoop(name: "dyad.daemon")
    do {
      return DaemonConnection(
        try HTTP2Client(ClientConfiguration(endpoint, .plain), on: loop), on: loop, token: token)
    } catch {
      await loop.shutdown()
      throw error
    }
  }

  /// Refuses to use the store of a daemon that runs but has no socket, or none that anybody listens at.
  private static func checkNobodyOwns(_ places: NodePlaces, _ socket: String) throws {
    // A daemon that ended well has left the file empty. So the lock, which a daemon that starts needs,
    // is tried only after one that was killed.
    guard try FileSystem.exists(places.lock),
      try !FileSystem.readFile(places.lock, atMost: longestOwner).isEmpty
    else { return }
    do throws(SystemError) {
      _ = try FileLock(path: places.lock)
    } catch {
      guard error.code == .locked else { throw error }
      throw DaemonUnreachable(.notListening(state: places.state, error.detail), socket: socket)
    }
  }
}

extension RPCError {
  /// Whether there is no daemon: nobody was there to refuse the call.
  package var saysNobodyListens: Bool {
    saysNotReached && (detail.contains("(ENOENT)") || detail.contains("(ECONNREFUSED)"))
  }
}
