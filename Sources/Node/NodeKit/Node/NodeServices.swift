internal import CommandLineCore
internal import DyadServices
internal import LocalStore
internal import NodeApps
internal import NodeLog
internal import NodeSync
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import SystemCore

/// What a node offers to whom: to other nodes, to apps and to its owner.
struct NodeServices: Sendable {
  let trust: StoredTrust
  let engine: SyncEngine
  let access: AccessRequests
  let watches: WatchWorkouts
  let known: KnownApps
  let device: DeviceSelf
  let keys: NodeKeys
  let dialer: PeerDialer
  let trustCaller: TrustCaller
  let pairing: NodePairing
  let memory: QuietMemory
  let log: Log
  private let appDoor: CallerDoor
  private let ownerDoor = CallerDoor(apps: nil)

  init(
    trust: StoredTrust, engine: SyncEngine, access: AccessRequests,
    watches: WatchWorkouts, known: KnownApps, device: DeviceSelf, keys: NodeKeys,
    dialer: PeerDialer, trustCaller: TrustCaller,
    pairing: NodePairing, memory: QuietMemory, log: Log
  ) {
    self.trust = trust
    self.engine = engine
    self.access = access
    self.watches = watches
    self.known = known
    self.device = device
    self.keys = keys
    self.dialer = dialer
    self.trustCaller = trustCaller
    self.pairing = pairing
    self.memory = memory
    self.log = log
    appDoor = CallerDoor(apps: known.registry)
  }

  /// The full names of all of them.
  static var names: [String] {
    [HealthMethods.name] + ReflectionService.names + [
      PairingMethods.name, TrustMethods.name, SyncMethods.name, StoreMethods.name,
      PairingControlMethods.name, OperatorMethods.name,
    ]
  }

  /// What other nodes may call.
  func forNodes(_ health: HealthService, _ metrics: ServerMetrics) -> Router {
    var router = Router(metrics: metrics)
    router.add(health)
    PairingService(pairing: pairing, device: device, keys: keys, trustCaller: trustCaller, log: log)
      .add(
        to: &router)
    TrustService(trust: trust, log: log).add(to: &router)
    SyncService(trust: trust, engine: engine).add(to: &router)
    router.addReflection(of: try ServedDescriptors.pool())
    return router
  }

  /// What apps may call.
  func forApps(_ health: HealthService, _ metrics: ServerMetrics) -> CallerRouter {
    offered(by: appDoor, health, metrics) { _ in }
  }

  /// What the owner may call.
  func forOwner(_ health: HealthService, _ metrics: ServerMetrics) -> CallerRouter {
    offered(by: ownerDoor, health, metrics) { router in
      PairingControlService(
        pairing: pairing, device: device, dialer: dialer, trustCaller: trustCaller, log: log
      ).add(to: &router)
      OperatorService(
        store: trust.store, trust: trust, engine: engine, requests: access, apps: known.registry,
        device: device, version: ProgramVersion.number, log: log, giveBack: memory.giveBack,
        remove: known.remove(_:)
      ).add(to: &router)
    }
  }

  /// Ends calls that would go on for as long as their callers want.
  func beginShutdown() {
    appDoor.beginShutdown()
    ownerDoor.beginShutdown()
  }

  /// `Store`, and what else is offered at a socket.
  private func offered(
    by door: CallerDoor, _ health: HealthService, _ metrics: ServerMetrics,
    _ addOthers: (inout CallerRouter) -> Void
  ) -> CallerRouter {
    var router = CallerRouter(door, metrics: metrics)
    router.add(health)
    addOthers(&router)
    addStore(door, to: &router)
    router.addReflection(of: try ServedDescriptors.pool())
    return router
  }

  private func addStore(_ door: CallerDoor, to router: inout CallerRouter) {
    StoreService(
      store: trust.store, door: door, requests: access, engine: engine, watches: watches,
      seal: known.seal, log: log
    ).add(to: &router)
  }
}
