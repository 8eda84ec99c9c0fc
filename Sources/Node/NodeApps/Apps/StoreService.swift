internal import DyadServices
internal import HealthModel
package import LocalStore
package import NodeLog
package import NodeSync
internal import RPCCore
internal import SystemCore

/// Answers `dyad.v1.Store`, for apps or for the owner.
package struct StoreService: Sendable {
  /// The metadata by which an app says its version.
  static let versionName = "dyad-app-version"
  /// As long as a version may be.
  static let mostVersionBytes = 128

  let store: LocalStore
  let door: CallerDoor
  let requests: AccessRequests
  let engine: SyncEngine
  let watches: WatchWorkouts
  let seal: AnchorSeal
  let log: Log
  let pieces = SavesInPieces()
  /// Names what callers save without a name.
  let uuids = FreshUUIDs()
  private let sessions: AppSessions
  private let rooms = CallerRooms()

  package init(
    store: LocalStore, door: CallerDoor, requests: AccessRequests, engine: SyncEngine,
    watches: WatchWorkouts, seal: AnchorSeal, log: Log
  ) {
    self.store = store
    self.door = door
    self.requests = requests
    self.engine = engine
    self.watches = watches
    self.seal = seal
    self.log = log
    sessions = AppSessions(store)
  }

  /// Adds the methods.
  package func add(to router: inout CallerRouter) {
    addWriting(to: &router)
    addDocuments(to: &router)
    addReading(to: &router)
    addStatistics(to: &router)
    addChanges(to: &router)
    addSubscriptions(to: &router)
    addAuthorization(to: &router)
    addRecords(to: &router)
    addActivity(to: &router)
    addWorkouts(to: &router)
  }

  /// Answers a method whose call is over soon.
  package func answer<Value>(
    _ call: CheckedCall, _ body: (StoreView) async throws -> Value
  ) async throws -> Value {
    try await RPCError.translating(log) {
      try await rooms.call(call) { try await body(view(of: call, in: $0)) }
    }
  }

  /// Answers a method that goes on for as long as its caller wants and may.
  package func stand<Value: Sendable>(
    _ call: CheckedCall, _ body: @escaping @Sendable (StoreView) async throws -> Value
  ) async throws -> Value {
    try await RPCError.translating(log) {
      try await rooms.call(call) { room in
        let view = try view(of: call, in: room)
        return try await door.whileKnown(call.caller) { try await body(view) }
      }
    }
  }

  /// What is known here, by the clock of the node.
  func coverage(for view: StoreView) -> CoverageMessage {
    var coverage = CoverageMessage()
    coverage.from = store.earliestPermittedSampleDate
    coverage.until = store.clock.now
    coverage.age = age(for: view)
    return coverage
  }

  /// How long ago the node and its peers held the same, if that is known.
  ///
  /// They compare what they hold when something was told of any type, so apps are told only for how long the
  /// peers were out of touch.
  package func age(for view: StoreView) -> Double? { view.isOwner ? engine.age : engine.silence }

  private func view(of call: CheckedCall, in room: CallerRoom) throws -> StoreView {
    switch call.caller {
    case .owner:
      return StoreView(caller: call.caller, access: OwnerSession(store), room: room)
    case .app(let app):
      let version = call.metadata[text: Self.versionName]
      guard (version?.utf8.count ?? 0) <= Self.mostVersionBytes else {
        throw StoreWireError(
          Self.versionName, "a version has at most \(Self.mostVersionBytes) bytes")
      }
      let session = sessions.session(of: app, version: version)
      return StoreView(caller: call.caller, access: session, room: room)
    }
  }
}
