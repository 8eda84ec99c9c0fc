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
  let keeper: TrustKeeper
  let engine: SyncEngine
  let access: AccessDesk
  let known: KnownApps
  let device: DeviceSelf
  let keys: NodeKeys
  let dialer: PeerDialer
  let tender: TrustTender
  let desk: PairingDesk
  let memory: QuietMemory
  let log: Log
  private let appDoor: CallerDoor
  private let ownerDoor = CallerDoor(apps: nil)

  init(
    keeper: TrustKeeper, engine: SyncEngine, access: AccessDesk, known: KnownApps,
    device: DeviceSelf, keys: NodeKeys, dialer: PeerDialer, tender: TrustTender,
    desk: PairingDesk, memory: QuietMemory, log: Log
  ) {
    self.keeper = keeper
    self.engine = engine
    self.access = access
    self.known = known
    self.device = device
    self.keys = keys
    self.dialer = dialer
    self.tender = tender
    self.desk = desk
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
  func forNodes(_ health: HealthService, _ metrics: MetricsBoard) -> Router {
    var router = Router(metrics: metrics)
    router.add(health)
    PairingService(desk: desk, device: device, keys: keys, tender: tender, log: log).add(
      to: &router)
    TrustService(keeper: keeper, log: log).add(to: &router)
    SyncService(keeper: keeper, engine: engine).add(to: &router)
    router.addReflection(of: try ServedDescriptors.pool())
    return router
  }

  /// What apps may call.
  func forApps(_ health: HealthService, _ metrics: MetricsBoard) -> CallerRouter {
    offered(by: appDoor, health, metrics) { _ in }
  }

  /// What the owner may call.
  func forOwner(_ health: HealthService, _ metrics: MetricsBoard) -> CallerRouter {
    offered(by: ownerDoor, health, metrics) { router in
      PairingControlService(
        desk: desk, device: device, dialer: dialer, tender: tender, log: log
      ).add(to: &router)
      OperatorService(
        store: keeper.store, keeper: keeper, engine: engine, desk: access, apps: known.registry,
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
    by door: CallerDoor, _ health: HealthService, _ metrics: MetricsBoard,
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
      store: keeper.store, door: door, desk: access, engine: engine, seal: known.seal, log: log
    ).add(to: &router)
  }
}
