internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import SyncCore
internal import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeLog
@testable internal import NodeSync

// What the daemon is put together from is nobody else's.

/// A phone's engine and a watch's over their stores, in one process, and wires between them that can be cut.
final class EnginePair: Sendable {
  let phone: SyncEngine
  let watch: SyncEngine
  let phoneID: DeviceID
  let watchID: DeviceID
  private let runs: [Task<Void, Never>]
  /// It is there for as long as the stores are.
  private let folder: TemporaryFolder

  /// Opens both below `folder`, paired, with no session; they speak these versions of the protocol.
  init(
    _ folder: TemporaryFolder, phone phoneVersions: ClosedRange<UInt32> = 1...1,
    watch watchVersions: ClosedRange<UInt32> = 1...1
  ) async throws {
    self.folder = folder
    phoneID = try #require(DeviceID(Array(repeating: 1, count: DeviceID.byteCount)))
    watchID = try #require(DeviceID(Array(repeating: 2, count: DeviceID.byteCount)))
    let log = Log(.error, to: DroppedLines())
    let phoneStore = try await LocalStore.open(StoreLocation(folder: folder.file("phone")))
    let watchStore = try await LocalStore.open(StoreLocation(folder: folder.file("watch")))
    var (phoneLimits, watchLimits) = (NodeLimits(), NodeLimits())
    (phoneLimits.versions, watchLimits.versions) = (phoneVersions, watchVersions)
    let (phone, watch) = (
      // However busy the machine is, no session grows old.
      SyncEngine(
        phoneStore, role: .phone, log: log, limits: phoneLimits, longestCalling: .seconds(86_400)),
      SyncEngine(
        watchStore, role: .watch, log: log, limits: watchLimits, longestCalling: .seconds(86_400))
    )
    (self.phone, self.watch) = (phone, watch)
    runs = [Task { await phone.run() }, Task { await watch.run() }]
    try await phone.setPeers([watchID])
    try await watch.setPeers([phoneID])
  }

  /// Begins a session that the watch, or the phone, called.
  ///
  /// - Parameters:
  ///   - caller: Which of them.
  ///   - listen: Is told what the watch says, before the phone hears it.
  /// - Returns: Its two ends.
  func connect(
    callingFrom caller: NodeRole = .watch,
    listening listen: @escaping @Sendable (SyncMessage) -> Void = { _ in }
  ) -> Connection {
    connect(to: phone, phoneID, callingFrom: caller, listening: listen)
  }

  /// The same with another phone than the first.
  func connect(
    to phone: SyncEngine, _ phoneID: DeviceID, callingFrom caller: NodeRole = .watch,
    listening listen: @escaping @Sendable (SyncMessage) -> Void = { _ in }
  ) -> Connection {
    let (up, down) = (Pipe(), Pipe())
    let say: @Sendable ([UInt8]) async throws -> Void = { message in
      listen(try SyncMessage(decoding: message, limits: .wire))
      try await up.send(message)
    }
    let (watch, watchID) = (watch, watchID)
    let watchEnd = Task {
      // Who has said all hangs up.
      defer { up.close() }
      return try await watch.run(
        with: phoneID, over: SyncWire(send: say, receive: down.receive, gate: up),
        dialed: caller == .watch)
    }
    let phoneEnd = Task {
      defer { down.close() }
      return try await phone.run(
        with: watchID, over: SyncWire(send: down.send, receive: up.receive, gate: down),
        dialed: caller == .phone)
    }
    return Connection(watch: watchEnd, phone: phoneEnd, up: up, down: down)
  }

  /// Ends everything.
  func close() async throws {
    for run in runs { run.cancel() }
    for run in runs { await run.value }
    try await phone.store.close()
    try await watch.store.close()
  }
}

/// One session's two ends.
struct Connection: Sendable {
  let watch: Task<Bool, any Error>
  let phone: Task<Bool, any Error>
  /// The ways to the phone and to the watch.
  let up: Pipe
  let down: Pipe

  /// Cuts the wire; what is under way is lost.
  func cut() async {
    for pipe in [up, down] { pipe.cut() }
    _ = await watch.result
    _ = await phone.result
  }
}

/// Messages on their way from one side to the other, with a gate where they enter.
final class Pipe: SendingGate {
  /// The wire is cut.
  struct Cut: Error {}

  private struct Guarded {
    var messages: [[UInt8]] = []
    var isShut = false
    /// What waits for the gate.
    var kept: [[UInt8]] = []
    var openings = 0
    var isClosed = false
    var isCut = false
  }

  private let guarded = Mutex(Guarded())
  private let news = WakeUp()

  @Sendable func send(_ message: [UInt8]) async throws {
    let isCut = guarded.withLock { guarded in
      if guarded.isShut { guarded.kept.append(message) } else { guarded.messages.append(message) }
      return guarded.isCut
    }
    if isCut { throw Cut() }
    news.wake()
  }

  @Sendable func receive() async throws -> [UInt8]? {
    while true {
      let (message, isOver) = try guarded.withLock { guarded in
        if guarded.isCut { throw Cut() }
        let message = guarded.messages.isEmpty ? nil : guarded.messages.removeFirst()
        return (message, guarded.isClosed)
      }
      if let message { return message }
      if isOver { return nil }
      try Task.checkCancellation()
      await news.sleep()
    }
  }

  /// How often what was ready left.
  var openings: Int { guarded.withLock { $0.openings } }

  func shut() {
    guarded.withLock { $0.isShut = true }
  }

  func open() {
    guarded.withLock { guarded in
      guarded.messages += guarded.kept
      (guarded.isShut, guarded.kept) = (false, [])
      guarded.openings += 1
    }
    news.wake()
  }

  func breakOff() { cut() }

  func close() {
    guarded.withLock { $0.isClosed = true }
    news.wake()
  }

  func cut() {
    guarded.withLock { $0.isCut = true }
    news.wake()
  }
}

extension LocalStore {
  /// The UUIDs of all steps.
  func steps() async throws -> Set<SampleUUID> {
    Set(try await samples(SampleQuery(.stepCount)).all().flatMap(\.uuids))
  }

  /// Saves steps, one a second, the last of which ended a minute ago.
  @discardableResult
  func saveSteps(_ count: Int, base: UInt64) async throws -> [SampleUUID] {
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in 0..<count {
      let start = clock.now - 60 - Double(count - counter)
      run.append(
        Sample(
          uuid: SampleUUID(base: base, counter: UInt64(counter)), type: .stepCount, start: start,
          end: start + 1, value: .quantity(Quantity(1, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
    }
    try await commit(.save(Change.Save([run])))
    return run.uuids
  }

  /// Waits until `holds` does, looking after each commit.
  func until(_ holds: (LocalStore) async throws -> Bool) async throws {
    let news = CommitNews()
    follow(by: news)
    while try await !holds(self) {
      try Task.checkCancellation()
      await news.wakeUp.sleep()
    }
  }
}

/// Wakes somebody after each commit.
private final class CommitNews: CommitFollower {
  let wakeUp = WakeUp()

  func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>) {
    wakeUp.wake()
  }
}
