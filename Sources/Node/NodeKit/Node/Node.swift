internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import NodeLog
internal import NodeSync
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// One node: what it serves, and where.
final class Node: Sendable {
  /// A place where the node listens, and who may call what there.
  private struct Entrance {
    let server: HTTP2Server
    let door: Door
  }

  private let settings: Settings
  private let log: Log
  private let nodes: Entrance
  private let apps: Entrance
  private let owner: Entrance
  private let methods: ServerMetrics
  private let health: HealthService
  private let counts: ConnectionCounts
  private let trustCaller: TrustCaller
  private let store: LocalStore
  private let engine: SyncEngine
  private let syncCaller: SyncCaller
  private let runner: SubscriptionRunner
  private let watches: WatchWorkouts
  private let ordered: OrderedWorkouts
  /// `nil` on a phone, and where its owner wants none.
  private let activity: ActivitySensor?
  private let memory: QuietMemory
  private let services: NodeServices
  private let figures: @Sendable () async -> NodeFigures
  /// Where it listens.
  let listening: [ListeningAddress]

  private var entrances: [Entrance] { [nodes, apps, owner] }

  /// Makes a node that listens wherever it is told to and answers nobody yet.
  ///
  /// - Parameters:
  ///   - settings: what it is told.
  ///   - trust: what it remembers of its peers.
  ///   - keys: what it shows to other nodes.
  ///   - known: the apps it knows.
  ///   - loops: where its connections live, at least one; they must outlive it.
  ///   - passed: sockets to listen at instead of making them.
  ///   - log: where it tells what happens.
  /// - Throws: `ProgramFailure` for the first address that cannot be used.
  init(
    _ settings: Settings, trusting trust: StoredTrust, showing keys: NodeKeys,
    knowing known: KnownApps, on loops: [EventLoop],
    at passed: PassedSockets = PassedSockets(), log: Log
  ) async throws {
    self.settings = settings
    self.log = log
    store = trust.store
    let memory = QuietMemory(log: log) { [store] in await store.dropCaches() }
    self.memory = memory
    trust.store.follow(by: memory)
    let engine = SyncEngine(
      trust.store, role: await trust.ledger.role, log: log,
      sealing: .signing(with: keys))
    self.engine = engine
    let access = AccessRequests(trust.store, engine)
    figures = { await NodeFigures(trust, engine, access) }
    let counts = ConnectionCounts()
    self.counts = counts
    let configuration = Self.configuration(settings, loops: loops.count, ServerLog(log, counts))
    let user = Machine.user
    var ofApps = configuration
    // An app shows who it is by the token of its first call.
    ofApps.recognize = { _ in .stranger }
    var ofOwner = configuration
    // The owner may read page by page; what that holds has a bound of its own.
    ofOwner.timeouts.stall = max(ofOwner.timeouts.stall, .seconds(3_600))
    ofOwner.recognize = { $0.user == user || $0.user == 0 ? .trusted : .stranger }
    var ofNodes = configuration
    ofNodes.recognize = { [view = trust.view] peer in
      guard let key = peer.key, case .peer = view.standing(of: key) else { return .stranger }
      return .trusted
    }
    // Who sets the clock of a node ahead does it over another socket, which must not end by it.
    ofNodes.shift = store.clock.shift
    let servers = [ofNodes, ofApps, ofOwner].map {
      HTTP2Server(on: loops, configuration: $0)
    }
    let places = try await Self.listen(settings, passed, servers, .tls(keys.source))
    listening = places
    for place in places { log.write(.info, "node.listening", .text("at", place.text)) }

    let device = DeviceSelf(
      name: try await Self.name(settings.name, in: store, log),
      listening: places.map(\.address).filter { !$0.isUnix }, trust: trust)
    let dialer = PeerDialer(
      keys: keys, loop: loops[0], delivery: settings.timeouts.delivery)
    await trust.endConnections { [nodes = servers[0]] keys in
      nodes.endConnections { peer in peer.key.map(keys.contains) ?? false }
    }
    let trustCaller = TrustCaller(
      trust, dialer: dialer, listeningAt: await device.description.port, log: log)
    self.trustCaller = trustCaller
    syncCaller = SyncCaller(
      trust: trust, engine: engine, dialer: dialer, trustCaller: trustCaller, log: log)
    let closings = Succession()
    let pairing = NodePairing(trust, log: log) { [nodes = servers[0], view = trust.view] in
      let isLast = closings.next()
      Task {
        // What they were answered last still has to reach them; so has what those were answered who came
        // to a later window, and that one sees to itself.
        try? await Pause.sleep(for: .seconds(1))
        guard isLast(), !view.isWindowOpen else { return }
        nodes.endConnections { peer in
          guard let key = peer.key else { return true }
          if case .peer = view.standing(of: key) { return false }
          return true
        }
      }
    }

    let metrics = ServerMetrics()
    methods = metrics
    let health = HealthService(ServiceHealth(services: NodeServices.names, status: .notServing))
    self.health = health
    runner = known.runner(
      appSocket: settings.socket, ownerSocket: settings.operatorSocket, log)
    watches = WatchWorkouts(store, engine) { [trust] in
      await trust.ledger.peers.map { WatchWorkouts.Watch(id: $0.id, name: $0.name) }
    }
    let this = await trust.ledger.device
    ordered = known.orderedWorkouts(engine, on: this, appSocket: settings.socket, log)
    activity =
      engine.role == .watch && settings.activity == .measured
      ? ActivitySensor(store, on: this, log: log) : nil
    let services = NodeServices(
      trust: trust, engine: engine, access: access, watches: watches, known: known, device: device,
      keys: keys,
      dialer: dialer, trustCaller: trustCaller, pairing: pairing, memory: memory, log: log)
    self.services = services
    func entrance(_ number: Int, _ kind: Door.Kind) -> Entrance {
      let door = Door(kind: kind, memory: memory, store: trust.store)
      return Entrance(server: servers[number], door: door)
    }
    nodes = entrance(0, .nodes(trust, services.forNodes(health, metrics)))
    apps = entrance(1, .apps(services.forApps(health, metrics)))
    owner = entrance(2, .owner(user: Machine.user, services.forOwner(health, metrics)))
  }

  /// Answers calls until `beginShutdown`, then returns when those in progress have ended.
  ///
  /// Cancelling it cuts what is in progress.
  func run() async throws {
    try await watches.forget()
    health.update { $0.setAll(.serving) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [trustCaller] in await trustCaller.run() }
      group.addTask { [engine] in await engine.run() }
      group.addTask { [syncCaller] in await syncCaller.run() }
      group.addTask { [runner] in await runner.run() }
      group.addTask { [ordered] in await ordered.run() }
      if let activity { group.addTask { await activity.run() } }
      group.addTask { [memory] in await memory.run() }
      group.addTask { [store, engine, log] in
        await StoreCare(store: store, engine: engine, log: log).run()
      }
      try await withThrowingTaskGroup(of: Void.self) { servers in
        for entrance in entrances {
          servers.addTask { try await entrance.server.run(entrance.door) }
        }
        try await servers.waitForAll()
      }
      group.cancelAll()
    }
  }

  /// Takes no new callers and no new calls; those who watch the health are told first.
  func beginShutdown() {
    health.beginShutdown()
    // A session would go on for as long as both nodes are there.
    engine.close()
    services.beginShutdown()
    for entrance in entrances { entrance.server.beginShutdown() }
  }

  /// How many calls are in progress.
  var openCalls: Int {
    methods.snapshot.reduce(methods.unknown.snapshot.open) { $0 + $1.counts.open }
  }

  /// What it has done so far.
  var metrics: PrometheusText {
    get async {
      PrometheusText(
        version: "dyadd \(ProgramVersion.number)", connections: counts.snapshot,
        methods: methods.snapshot,
        unknown: methods.unknown.snapshot, figures: await figures())
    }
  }
}

extension Node {
  /// The node record of what its owner called the device last.
  private static let nameKey = "name"

  /// What the device is called: as its owner says, or said last, or as the machine is.
  private static func name(
    _ told: String, in store: LocalStore, _ log: Log
  ) async throws -> String {
    var stored: String?
    do {
      stored = try await store.nodeRecord(nameKey).map { String(decoding: $0, as: UTF8.self) }
    } catch let error as StorageError where error.code == .damaged {
      // Under another name a device serves as well; one that its owner says again is stored anew.
      log.write(.error, "store.damaged", .text("reason", "\(error)"))
    }
    guard !told.isEmpty else {
      return stored.flatMap { DeviceDescription.isName($0) ? $0 : nil } ?? hostName
    }
    if told != stored {
      try await store.commitTogether([.setNodeRecord(key: nameKey, body: Array(told.utf8))])
    }
    return told
  }

  /// What the device is called where nobody ever said.
  private static var hostName: String {
    guard let name = try? Machine.hostName(), DeviceDescription.isName(name) else {
      return "a device"
    }
    return name
  }

  private static func configuration(
    _ settings: Settings, loops: Int, _ observer: ServerLog
  ) -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.limits = settings.limits
    // The server counts on each loop, and gives them connections in turn.
    let connections = (settings.limits.connections + loops - 1) / loops
    configuration.limits.connections = connections
    configuration.limits.strangers = max(1, connections / 4)
    configuration.limits.strangersPerAddress = max(1, min(32 / loops, connections / 4))
    configuration.limits.perCaller = max(1, connections / 16)
    configuration.timeouts = settings.timeouts
    // When calls are cut at the end is the supervisor's to say, once for all connections.
    configuration.timeouts.drain += .seconds(5)
    configuration.observer = observer
    configuration.channelBinding = .pairing
    return configuration
  }

  private static func listen(
    _ settings: Settings, _ passed: PassedSockets, _ servers: [HTTP2Server],
    _ security: ServerSecurity
  ) async throws -> [ListeningAddress] {
    var listening: [ListeningAddress] = []
    for socket in passed.nodes {
      listening.append(ListeningAddress(address: try servers[0].listen(on: socket, security)))
    }
    for endpoint in passed.nodes.isEmpty ? settings.listen : [] {
      let addresses = try await listen(at: endpoint, servers[0], security)
      listening += addresses.map { ListeningAddress(address: $0) }
    }
    for socket in passed.apps {
      listening.append(ListeningAddress(address: try servers[1].listen(on: socket, .plain)))
    }
    if passed.apps.isEmpty, !settings.socket.isEmpty {
      listening.append(try listen(at: settings.socket, servers[1]))
    }
    guard !listening.isEmpty else {
      throw ProgramFailure(
        .usage, "cannot start: there is nowhere to listen",
        advice: "Name an address with --listen HOST:PORT, or a path with --socket.")
    }
    for socket in passed.owner {
      let address = try servers[2].listen(on: socket, .plain)
      listening.append(ListeningAddress(address: address, isForOwner: true))
    }
    if passed.owner.isEmpty, !settings.operatorSocket.isEmpty {
      var place = try listen(at: settings.operatorSocket, servers[2])
      place.isForOwner = true
      listening.append(place)
    }
    return listening
  }

  private static func listen(
    at endpoint: Endpoint, _ server: HTTP2Server, _ security: ServerSecurity
  ) async throws -> [SocketAddress] {
    do {
      return try await endpoint.addresses().map { try server.listen(at: $0, security) }
    } catch let error as SystemError {
      // A machine without the new kind of addresses has "all addresses" of the old kind.
      if error.code == .other, case .address(.ipv6(0, 0, _, let port)) = endpoint,
        let address = try? server.listen(at: .ipv4(0, port: port), security)
      {
        return [address]
      }
      throw ProgramFailure(error, doing: .listening)
    }
  }

  private static func listen(
    at path: String, _ server: HTTP2Server
  ) throws -> ListeningAddress {
    do {
      if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        try FileSystem.createFolder(String(path[..<slash]))
      }
      return ListeningAddress(address: try server.listen(at: .unix(path: path), .plain))
    } catch let error as SystemError {
      throw ProgramFailure(error, doing: .listeningForApps)
    }
  }
}
