internal import CommandLineCore
internal import DyadServices
internal import LocalStore
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore

/// The connection to a daemon for as long as a command runs.
final class DaemonConnection: Sendable {
  /// How long a daemon may take to say that it is there.
  private static let patience = Duration.seconds(10)

  let client: Client
  private let loop: EventLoop
  private let running: Task<Void, Never>

  private init(_ transport: HTTP2Client, on loop: EventLoop) {
    client = Client(over: transport)
    self.loop = loop
    // `close` ends it and waits for it.
    running = Task { await transport.run() }
  }

  /// Connects to the daemon of a node.
  ///
  /// - Parameter places: Where the node is.
  /// - Returns: `nil` where no daemon runs.
  /// - Throws: Where one runs and does not answer: nobody else may use its store.
  static func find(_ places: NodePlaces) async throws -> DaemonConnection? {
    guard try FileSystem.exists(places.operatorSocket) else {
      try DaemonFailure.checkNobodyOwns(places)
      return nil
    }
    let connection = try await open(DaemonSocket(places))
    do {
      _ = try await connection.client.call(
        StoreMethods.getCoverage, GetCoverageRequest(), options: CallOptions(timeout: patience))
      return connection
    } catch let error as RPCError {
      await connection.close()
      guard DaemonReach.isAbsent(error) else {
        throw DaemonFailure.silent(error, at: places.operatorSocket)
      }
      try DaemonFailure.checkNobodyOwns(places)
      return nil
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Breaks off what is in progress.
  func close() async {
    running.cancel()
    await running.value
    await loop.shutdown()
  }

  private static func open(_ socket: DaemonSocket) async throws -> DaemonConnection {
    let loop = try EventLoop(name: "dyad.daemon")
    do {
      return DaemonConnection(
        try HTTP2Client(ClientConfiguration(socket.endpoint, .plain), on: loop), on: loop)
    } catch {
      await loop.shutdown()
      throw error
    }
  }
}
