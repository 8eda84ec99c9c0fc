internal import HealthModel
internal import HealthStorage
private import Synchronization
internal import SystemCore
internal import TestSupport

@testable internal import LocalStore
@testable internal import NodeApps
@testable internal import NodeLog

// @testable: the daemon's parts are put together by hand.

/// A store of its own for one test, which can be opened anew as after a crash.
final class SubscriptionFixture: Sendable {
  let folder: TemporaryFolder
  let events = EventLog()
  private let time = Mutex(700_000_000.0)
  private let uuids: Mutex<UUIDSequence>

  init() throws {
    folder = try TemporaryFolder()
    var generator = Entropy()
    uuids = Mutex(UUIDSequence(using: &generator))
  }

  /// What the store's clock shows.
  var now: Double {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Opens the store, while the one before is closed or forgotten; its clock is the test's, or the
  /// system's for what waits by it.
  func open(isReal: Bool = false) async throws -> LocalStore {
    try await LocalStore.open(
      StoreLocation(folder: folder.file("store")), clock: isReal ? .system : WallClock { self.now })
  }

  /// Saves a number of steps for an app; returns where the log is then.
  @discardableResult
  func save(
    _ type: ObjectType = .stepCount, by app: String = "app.one", in store: LocalStore
  )
    async throws -> Anchor
  {
    let revision = SourceRevision(source: Source(bundleIdentifier: app, name: "App"))
    let sample = Sample(
      uuid: uuids.withLock { $0.take(for: type) }, type: type, start: now, end: now,
      value: .quantity(Quantity(3, type.description?.canonicalUnit ?? .count)), source: revision)
    try await store.commit(.save(Change.Save([SampleRun(sample)])))
    return store.state.anchor
  }

  /// Saves a document of somebody's.
  func saveDocument(by app: String, in store: LocalStore) async throws {
    let document = Document(
      title: "", patientName: "", authorName: "", custodianName: "",
      byteCount: Int64(CDASample.bytes.count))
    let sample = Sample(
      uuid: uuids.withLock { $0.take(for: .cda) }, type: .cda, start: now, end: now,
      value: .object(.document(document)),
      source: SourceRevision(source: Source(bundleIdentifier: app, name: "App")))
    try await store.commit(
      .save(Change.Save([SampleRun(sample)], documents: [sample.uuid: CDASample.bytes])))
  }

  /// An app of this user, or of another.
  static func app(_ identifier: String = "app.one", user: UInt32 = Machine.user) -> RegisteredApp {
    RegisteredApp(
      bundleIdentifier: identifier, name: "App", readReason: "", shareReason: "", user: user,
      tokenDigest: [], addedAt: 0)
  }

  /// A subscription of the owner, or of an app.
  func subscription(
    _ name: String = "steps", of app: String? = nil, types: [ObjectType] = [.stepCount],
    starting target: Subscription.Target = .nothing, at anchor: Anchor
  ) -> Subscription {
    Subscription(
      Subscription.Key(app: app, name: name), types: types, starting: target, at: anchor)
  }

  /// A program that writes a line into `file` each time, and then does as it is told.
  func script(_ script: String, writing file: String) -> Subscription.Target {
    .command(["/bin/sh", "-c", "echo start >>\(folder.file(file)); \(script)"])
  }

  /// How many lines are in a file; none where it is not.
  func lines(in file: String) -> Int {
    ((try? folder.read(file)) ?? []).count { $0 == UInt8(ascii: "\n") }
  }

  /// Runs a runner for the length of a closure.
  func running(
    _ store: LocalStore, knowing apps: [RegisteredApp] = [],
    longest: Duration = .seconds(60), retryingAfter retry: Double = 0.001,
    _ body: () async throws -> Void
  ) async throws {
    var plan = DeliveryPlan(seed: 1)
    plan.shortestPeriod = 0
    plan.firstRetry = retry
    let launcher = Launcher(
      appSocket: folder.file("app.sock"), ownerSocket: folder.file("operator.sock"),
      manager: folder.file("systemctl"), longest: longest)
    let runner = SubscriptionRunner(
      store, launcher: launcher, plan: plan, log: Log(.debug, to: events)
    ) { identifier in apps.first { $0.bundleIdentifier == identifier } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await runner.run() }
      try await body()
      group.cancelAll()
    }
  }
}

/// The subscriptions that a store keeps, for tests that change them without a caller.
struct KeptSubscriptions {
  let store: LocalStore
  private let kept: StoredSubscriptions

  /// Reads what is kept; anew, it is read from the store as another process would.
  init(_ store: LocalStore, anew: Bool = false) async throws {
    self.store = store
    kept = anew ? StoredSubscriptions() : store.subscriptions
    _ = try await kept.subscriptions(of: store)
  }

  var all: [Subscription.Key: Subscription] {
    get async throws { try await kept.subscriptions(of: store).all }
  }

  func subscribe(
    _ wanted: Subscription, checking check: @Sendable () throws -> Void = {}
  ) async throws -> Anchor {
    try await kept.subscribe(wanted, in: store, checking: check)
  }

  func acknowledge(
    _ key: Subscription.Key, of types: [ObjectType], through anchor: Anchor
  ) async throws {
    try await kept.acknowledge(key, of: types, through: anchor, in: store)
  }

  func unsubscribe(_ key: Subscription.Key) async throws {
    try await kept.unsubscribe(key, in: store)
  }

  func unsubscribeAll(
    of app: String, removing remove: @Sendable ([Change]) async throws -> Bool
  ) async throws -> Bool {
    try await kept.unsubscribeAll(of: app, in: store, removing: remove)
  }

  func noteStart(_ key: Subscription.Key) async throws -> Subscription? {
    try await kept.noteStart(key, in: store)
  }

  func anchor(
    of app: String?, named name: String, for types: [ObjectType]
  ) async throws -> Anchor {
    try await kept.anchor(Subscription.Key(app: app, name: name), for: types, in: store)
  }
}

/// The events of a log, one after the other.
final class EventLog: LogSink {
  private let stream: AsyncStream<LogLine>
  private let continuation: AsyncStream<LogLine>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func write(_ line: LogLine) {
    continuation.yield(line)
  }

  /// Waits for the next line of an event; what comes before it is passed over.
  @discardableResult
  func next(_ event: String) async throws -> LogLine {
    for await line in stream where line.event == event { return line }
    throw TestSupportError("cannot wait for \(event): the log has ended")
  }
}
