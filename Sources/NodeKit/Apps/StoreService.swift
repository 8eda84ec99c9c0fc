internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import SystemCore

/// Answers `dyad.v1.Store`, but for subscriptions and workout sessions, for apps or for the owner.
struct StoreService: Sendable {
  /// The metadata by which an app says its version.
  static let versionName = "dyad-app-version"
  /// As long as a version may be.
  static let mostVersionBytes = 128

  let store: LocalStore
  let door: CallerDoor
  let desk: AccessDesk
  let engine: SyncEngine
  let log: Log
  /// Where the subscription of a caller stands that has this name; it is heard from by this.
  let subscriberAnchor: @Sendable (StoreCaller, String) async throws -> Anchor
  private let sessions: AppSessions

  init(
    store: LocalStore, door: CallerDoor, desk: AccessDesk, engine: SyncEngine, log: Log,
    subscriberAnchor: @escaping @Sendable (StoreCaller, String) async throws -> Anchor
  ) {
    self.store = store
    self.door = door
    self.desk = desk
    self.engine = engine
    self.log = log
    self.subscriberAnchor = subscriberAnchor
    sessions = AppSessions(store)
  }

  /// Adds the methods.
  func add(to router: inout Router) {
    addWriting(to: &router)
    addReading(to: &router)
    addChanges(to: &router)
    addAuthorization(to: &router)
    addRecords(to: &router)
  }

  /// Answers a method whose call is over soon.
  func answer<Value>(
    _ call: ServerCall, _ body: (StoreView) async throws -> Value
  ) async throws -> Value {
    try await RPCError.translating(log) { try await body(view(for: call)) }
  }

  /// Answers a method that goes on for as long as its caller wants and may.
  func stand<Value: Sendable>(
    _ call: ServerCall, _ body: @escaping @Sendable (StoreView) async throws -> Value
  ) async throws -> Value {
    try await RPCError.translating(log) {
      let view = try view(for: call)
      return try await door.whileKnown(view.caller) { try await body(view) }
    }
  }

  /// What is known here, by the clock of the node.
  ///
  /// Its age is how long ago the node and its peers held the same, if that is known.
  func coverage(aged age: Double?) -> CoverageMessage {
    var coverage = CoverageMessage()
    coverage.from = store.earliestPermittedSampleDate
    coverage.until = store.clock.now
    coverage.age = age
    return coverage
  }

  private func view(for call: ServerCall) throws -> StoreView {
    let caller = try door.caller(of: call)
    switch caller {
    case .owner: return StoreView(store: store, caller: caller, session: nil)
    case .app(let app):
      let version = call.metadata[text: Self.versionName]
      guard (version?.utf8.count ?? 0) <= Self.mostVersionBytes else {
        throw StoreWireError(
          Self.versionName, "a version has at most \(Self.mostVersionBytes) bytes")
      }
      let session = sessions.session(of: app, version: version)
      return StoreView(store: store, caller: caller, session: session)
    }
  }
}
