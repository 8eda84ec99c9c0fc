internal import CommandLineCore
internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
package import SystemCore
package import TLSCore

/// One node: what it serves, and where.
package final class Node: Sendable {
  private let settings: Settings
  private let log: Log
  private let server: HTTP2Server
  private let router: Router
  private let health: HealthService
  private let counts = ConnectionCounts()
  private let security: ServerSecurity

  /// Makes a node that does not listen yet.
  ///
  /// - Parameters:
  ///   - settings: what it is told.
  ///   - identity: what it shows to other nodes.
  ///   - policy: whom it believes.
  ///   - loops: where its connections live, at least one; they must outlive it.
  ///   - log: where it tells what happens.
  /// - Throws: when the identity cannot be used, or the program is broken.
  package init(
    _ settings: Settings, identity: Identity, policy: PeerPolicy, on loops: [EventLoop], log: Log
  ) throws {
    self.settings = settings
    self.log = log
    security = .tls(try .server(identity: identity, clients: policy.clients))

    var router = Router()
    health = HealthService(
      HealthBoard(services: [HealthService.name] + ReflectionService.names, status: .notServing))
    router.add(health)
    router.addReflection(of: try ServedDescriptors.pool())
    self.router = router

    var configuration = ServerConfiguration()
    configuration.limits = settings.limits
    // The server counts on each loop, and gives them connections in turn.
    let share = settings.limits.connections + loops.count - 1
    configuration.limits.connections = share / loops.count
    configuration.timeouts = settings.timeouts
    // When calls are cut at the end is the supervisor's to say, once for all connections.
    configuration.timeouts.drain += .seconds(5)
    configuration.observer = ServerLog(log, counts)
    server = HTTP2Server(on: loops, configuration: configuration)
  }

  /// Listens wherever it is told to; before `run`.
  ///
  /// - Returns: where it listens.
  /// - Throws: `DaemonFailure` for the first address that cannot be used.
  package func listen() async throws -> [ListeningAddress] {
    var listening: [ListeningAddress] = []
    for endpoint in settings.listen {
      listening += try await listen(at: endpoint).map { ListeningAddress(address: $0) }
    }
    if !settings.socket.isEmpty { listening.append(try listenForApps(at: settings.socket)) }
    guard !listening.isEmpty else {
      throw DaemonFailure(
        .usage, "cannot start: there is nowhere to listen",
        advice: "Name an address with --listen HOST:PORT, or a path with --socket.")
    }
    for place in listening { log.write(.info, "node.listening", .text("at", place.text)) }
    return listening
  }

  /// Answers calls until `beginShutdown`, then returns when those in progress have ended.
  ///
  /// Cancelling it cuts what is in progress.
  package func run() async throws {
    health.update { $0.setAll(.serving) }
    try await server.run(router)
  }

  /// Takes no new callers and no new calls; those who watch the health are told first.
  package func beginShutdown() {
    health.beginShutdown()
    server.beginShutdown()
  }

  /// How many calls are in progress.
  package var openCalls: Int {
    router.metrics.snapshot.reduce(router.metrics.unknown.snapshot.open) { $0 + $1.counts.open }
  }

  /// What it has done so far.
  package var metrics: PrometheusText {
    PrometheusText(
      version: Daemon.version, connections: counts.snapshot, methods: router.metrics.snapshot,
      unknown: router.metrics.unknown.snapshot)
  }
}

extension Node {
  private func listen(at endpoint: Endpoint) async throws -> [SocketAddress] {
    do {
      return try await endpoint.addresses().map { try server.listen(at: $0, security) }
    } catch let error as SystemError {
      // A machine without the new kind of addresses has "all addresses" of the old kind.
      if error.code == .other, case .address(.ipv6(0, 0, _, let port)) = endpoint,
        let address = try? server.listen(at: .ipv4(0, port: port), security)
      {
        return [address]
      }
      throw DaemonFailure(error, doing: .listening)
    }
  }

  private func listenForApps(at path: String) throws -> ListeningAddress {
    do {
      if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        try FileSystem.createFolder(String(path[..<slash]))
      }
      return ListeningAddress(address: try server.listen(at: .unix(path: path), .plain))
    } catch let error as SystemError {
      throw DaemonFailure(error, doing: .listeningForApps)
    }
  }
}
