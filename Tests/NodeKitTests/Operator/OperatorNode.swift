internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Pairing
internal import RPCCore
internal import RPCInProcess
private import Synchronization
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps
// @testable: the service is the daemon's own, and no other target makes one.
@testable internal import NodeKit
@testable internal import NodeLog
@testable internal import NodeSync
@testable internal import NodeTrust

/// A node with a store and peers, whose owner calls it.
struct OperatorNode {
  /// Keeps lines.
  final class Lines: LogSink {
    private let kept = Mutex<[LogLine]>([])

    var events: [String] { kept.withLock { $0.map(\.event) } }
    func write(_ line: LogLine) { kept.withLock { $0.append(line) } }
  }

  let folder: TemporaryFolder
  let store: LocalStore
  let trust: StoredTrust
  let lines = Lines()
  private let router: CallerRouter

  private init(
    _ role: NodeRole, peers: [TrustedPeer],
    requests: (LocalStore, SyncEngine) -> AccessRequests = { AccessRequests($0, $1) }
  ) async throws {
    folder = try TemporaryFolder()
    store = try await LocalStore.open(StoreLocation(folder: folder.file("state")))
    var ledger = TrustLedger(device: try Self.id(200), role: role)
    for peer in peers {
      ledger.addPending(peer)
      try ledger.confirm(peer.key, incarnation: peer.incarnation)
    }
    try await store.commitTogether([
      .setNodeRecord(key: TrustLedger.recordKey, body: ledger.encoded())
    ])
    trust = try await StoredTrust.open(
      store, key: Self.key(200), role: role, clock: NodeClock())
    let engine = SyncEngine(store, role: role, log: Log(.error, to: DroppedLines()))
    var router = CallerRouter(CallerDoor(apps: nil))
    let known = try await KnownApps.open(store, tokens: folder.file("tokens"))
    OperatorService(
      store: store, trust: trust, engine: engine, requests: requests(store, engine),
      apps: known.registry, device: DeviceSelf(name: "here", listening: [], trust: trust),
      version: ProgramVersion.number, log: Log(.debug, to: lines), giveBack: {},
      remove: known.remove(_:)
    ).add(to: &router)
    self.router = router
  }

  /// A phone with watches: "Watch 1" and so on.
  static func phone(
    watches: UInt8 = 0,
    requests: (LocalStore, SyncEngine) -> AccessRequests = { AccessRequests($0, $1) }
  ) async throws -> OperatorNode {
    try await OperatorNode(
      .phone, peers: (0..<watches).map { try peer($0 + 1, .watch, "Watch \($0 + 1)") },
      requests: requests)
  }

  /// A watch, with or without its phone.
  static func watch(isPaired: Bool = true) async throws -> OperatorNode {
    try await OperatorNode(.watch, peers: isPaired ? [try peer(1, .phone, "My Phone")] : [])
  }

  static func id(_ number: UInt8) throws -> DeviceID {
    try #require(DeviceID([UInt8](repeating: number, count: DeviceID.byteCount)))
  }

  private static func key(_ number: UInt8) throws -> PublicKeyFingerprint {
    try #require(
      PublicKeyFingerprint([UInt8](repeating: number, count: PublicKeyFingerprint.byteCount)))
  }

  static func peer(_ number: UInt8, _ role: NodeRole, _ name: String) throws -> TrustedPeer {
    TrustedPeer(
      id: try id(number), role: role, name: name,
      incarnation: Incarnation(rawValue: UInt64(number)), key: try key(number), pairedAt: 0,
      phase: .pending(until: 600), address: "10.0.0.\(number):7443", secret: [])
  }

  static func steps(_ counters: Range<UInt64>) -> Change {
    .save(
      Change.Save(
        counters.map { counter in
          SampleRun(
            Sample(
              uuid: SampleUUID(base: 3, counter: counter), type: .stepCount, start: Double(counter),
              end: Double(counter) + 1, value: .quantity(Quantity(1, .count)),
              source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
        }))
  }

  /// Lets the owner call the node for the length of a closure.
  func withOwner<Result: Sendable>(
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let transport = InProcessTransport()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [router] in await transport.run(router) }
      defer { transport.beginShutdown() }
      return try await body(Client(over: transport))
    }
  }

  /// What a call answers.
  func answer<Request: Sendable, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request, within timeout: Duration? = nil
  ) async throws -> Response {
    try await withOwner { owner in
      try await owner.call(method, request, options: CallOptions(timeout: timeout))
    }
  }

  /// The status that a call fails with.
  func refusal<Request: Sendable, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request, within timeout: Duration? = nil
  ) async throws -> RPCError {
    do {
      _ = try await answer(method, request, within: timeout)
    } catch let error as RPCError {
      return error
    }
    throw TestSupportError("\(method.path) did not fail")
  }

  /// What the audit says happened, newest first, and to whom.
  func audit() async throws -> [String] {
    try await store.audit(latest: 10).map { entry in
      entry.subject.isEmpty ? entry.event : "\(entry.event) \(entry.subject)"
    }
  }
}
