internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import RPCInProcess
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps
@testable internal import NodeLog
@testable internal import NodeSync

// The daemon alone is made of these parts, so that none of them is `package`.

/// A store with its services for apps and for the owner, called without bytes.
final class StoreFixture: Sendable {
  static let app = "app.one"
  static let other = "app.two"
  static let user: UInt32 = 1_234
  /// What the store's clock shows.
  static let now = 700_000_000.0

  let folder: TemporaryFolder
  let store: LocalStore
  let apps: AppRegistry
  let messenger: KnownMessenger
  let requests: AccessRequests
  private let appDoor: CallerDoor
  private let ownerDoor = CallerDoor(apps: nil)
  let engine: SyncEngine
  private let seal: AnchorSeal
  private let log: Log

  init(_ role: NodeRole = .phone) async throws {
    folder = try TemporaryFolder()
    store = try await LocalStore.open(
      StoreLocation(folder: folder.file("store")), clock: WallClock { Self.now })
    apps = try await AppRegistry.open(store, tokens: folder.file("apps"))
    messenger = KnownMessenger(role)
    requests = messenger.requests(over: store)
    appDoor = CallerDoor(apps: apps)
    log = Log(.error, to: DroppedLines())
    engine = SyncEngine(store, role: role, log: log)
    seal = try await AnchorSeal.open(store)
  }

  /// Makes an app known and returns its token.
  @discardableResult
  func add(
    _ app: String = app, readReason: String = "To show it.", shareReason: String = "To keep it."
  ) async throws -> String {
    try await apps.add(
      app, name: "App", readReason: readReason, shareReason: shareReason, user: Self.user
    ).token
  }

  /// The node shuts down.
  func beginShutdown() {
    appDoor.beginShutdown()
  }

  /// Calls the service as an app, or whoever has a token and a user.
  func asApp<Value: Sendable>(
    _ token: String?, user: UInt32? = user, version: String? = nil,
    _ body: (Client, CallOptions) async throws -> Value
  ) async throws -> Value {
    var options = CallOptions()
    if let token { options.metadata.add("authorization", .text("Bearer \(token)")) }
    if let version { options.metadata.add(StoreService.versionName, .text(version)) }
    return try await calling(appDoor, user, options, body)
  }

  /// Calls the service as the owner.
  func asOwner<Value: Sendable>(
    _ body: (Client, CallOptions) async throws -> Value
  ) async throws -> Value {
    try await calling(ownerDoor, Machine.user, CallOptions(), body)
  }

  private func calling<Value: Sendable>(
    _ door: CallerDoor, _ user: UInt32?, _ options: CallOptions,
    _ body: (Client, CallOptions) async throws -> Value
  ) async throws -> Value {
    var router = CallerRouter(door)
    StoreService(
      store: store, door: door, requests: requests, engine: engine,
      watches: WatchWorkouts(store, engine) { [] }, seal: seal, log: log
    ).add(to: &router)
    let served = router
    let transport = InProcessTransport(from: CallPeer(address: "unix", user: user))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await transport.run(served) }
      defer { transport.beginShutdown() }
      let value = try await body(Client(over: transport), options)
      transport.beginShutdown()
      try await group.waitForAll()
      return value
    }
  }
}

extension StoreFixture {
  /// The user lets an app share and read types, or denies it.
  func decide(
    _ app: String = app, share: [ObjectType: Bool] = [:], read: [ObjectType: Bool] = [:]
  ) async throws {
    try await store.decide(AccessDecision(share: share, read: read), for: app)
  }

  /// One of a base of its own, whoever saves the object.
  func uuid() -> SampleUUID { uuids(1, of: .stepCount)[0] }

  /// So many of one base, for one app.
  func uuids(_ count: Int, of type: ObjectType) -> [SampleUUID] {
    var entropy = Entropy()
    var sequence = UUIDSequence(using: &entropy)
    return sequence.take(count, for: type)
  }

  static func source(_ bundle: String) -> SourceRevision {
    SourceRevision(source: Source(bundleIdentifier: bundle, name: bundle))
  }

  /// Samples of one quantity type, a minute apart.
  func run(
    _ type: ObjectType, _ values: [Double], from bundle: String = "somebody.else"
  ) -> SampleRun {
    let unit = type.description?.canonicalUnit ?? .count
    var run = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    let uuids = uuids(values.count, of: type)
    for (index, value) in values.enumerated() {
      run.append(
        Sample(
          uuid: uuids[index], type: type, start: Double(60 * index), end: Double(60 * index + 30),
          value: .quantity(Quantity(value, unit)), source: Self.source(bundle)))
    }
    return run
  }

  /// One object that is no single number.
  func object(_ type: ObjectType, _ body: ObjectBody) -> SampleRun {
    SampleRun(
      Sample(
        uuid: uuid(), type: type, start: 0, end: 600, value: .object(body),
        source: Self.source("somebody.else")))
  }

  /// Saves as somebody else than the app.
  @discardableResult
  func save(
    _ runs: [SampleRun], documents: [SampleUUID: [UInt8]] = [:]
  ) async throws -> [SampleUUID] {
    try await store.commit(.save(Change.Save(runs, documents: documents)))
    return runs.flatMap(\.uuids)
  }
}
extension Client {
  /// All messages of an answer.
  func all<Request, Response>(
    _ method: Method<Request, Response>, _ request: Request, _ options: CallOptions
  ) async throws -> [Response] {
    try await withCall(method, options: options) { call in
      try call.sendOnly(request)
      var responses: [Response] = []
      while let response = try await call.receive() { responses.append(response) }
      return responses
    }
  }

  /// Saves runs.
  func save(_ runs: [SampleRun], _ options: CallOptions) async throws {
    var request = SaveRequest()
    request.runs = try SampleRun.messages(of: runs)
    _ = try await call(StoreMethods.save, request, options: options)
  }

  /// All samples of a type that the caller sees.
  func samples(_ type: ObjectType, _ options: CallOptions) async throws -> [Sample] {
    var request = QueryRequest()
    request.type = type.identifier
    let responses = try await all(StoreMethods.query, request, options)
    #expect(responses.first?.coverage != nil)
    #expect(responses.first?.runs.isEmpty == true)
    return try responses.flatMap { try SampleRun.runs($0.runs, links: true) }.flatMap { run in
      (0..<run.count).map { run[$0] }
    }
  }
}

extension ChangesRequest {
  init(_ type: ObjectType, since anchor: [UInt8] = []) {
    self.init()
    types = [type.identifier]
    self.anchor = anchor
  }
}

extension ChangesResponse {
  /// The UUIDs of what was saved.
  var addedUUIDs: [SampleUUID] {
    get throws { try SampleRun.runs(added).flatMap(\.uuids) }
  }
}

/// The refusal that `body` ends with.
func refusal<Value>(_ body: () async throws -> Value) async throws -> RPCError {
  do {
    _ = try await body()
  } catch let error as RPCError {
    return error
  }
  Issue.record("nothing was refused")
  throw CancellationError()
}
