internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SQLiteCore
internal import SyncCore
private import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

/// A phone's store and a watch's in one process, and their rules; no message is ever lost.
final class SyncedStores: Sendable {
  let phone: LocalStore
  let watch: LocalStore
  let clock: MovedClock
  private let phoneID: DeviceID
  private let watchID: DeviceID
  // Only what runs on the writer's thread of each store locks its node.
  private let phoneNode: Mutex<PhoneNode<SyncTransaction>>
  private let watchNode: Mutex<WatchNode<SyncTransaction>>
  private let said = Mutex<Set<String>>([])

  /// Opens both below `folder`, paired at the first time.
  init(
    _ folder: TemporaryFolder, _ clock: MovedClock, limits: NodeLimits = NodeLimits()
  ) async throws {
    self.clock = clock
    phone = try await LocalStore.open(
      StoreLocation(folder: folder.file("phone")), clock: clock.clock)
    watch = try await LocalStore.open(
      StoreLocation(folder: folder.file("watch")), clock: clock.clock)
    phoneID = try #require(DeviceID(Array(repeating: 1, count: DeviceID.byteCount)))
    watchID = try #require(DeviceID(Array(repeating: 2, count: DeviceID.byteCount)))
    // It knows its own settings again, and nobody here makes some up.
    let sealing = SettingsSealing(seal: { _ in [1] }, isOwn: { seal, _ in seal == [1] })
    phoneNode = Mutex(PhoneNode(limits: limits, sealing: sealing))
    watchNode = Mutex(WatchNode(seed: 7, phone: phoneID, limits: limits))
    let now = clock.now
    let (phoneID, watchID) = (phoneID, watchID)
    try await onPhone { node, store in
      try node.opened(&store)
      node.add(watchID, &store, now: now)
      _ = try node.flush(&store)
    }
    try await onWatch { node, store in
      try node.opened(&store)
      if store.record.peers[phoneID] == nil {
        store.record = SyncRecord(role: .watch)
        try node.moveFloor(to: now - 7 * MovedClock.day, &store)
      }
      _ = try node.flush(&store)
    }
  }

  /// Does something with the phone's rules on its writer.
  func onPhone<Result: Sendable>(
    _ body: @Sendable (inout PhoneNode<SyncTransaction>, inout SyncTransaction) throws -> Result
  ) async throws -> Result {
    try await phone.withSyncStore { [self] store in
      try phoneNode.withLock { try body(&$0, &store) }
    }
  }

  /// Does something with the watch's rules on its writer.
  func onWatch<Result: Sendable>(
    _ body: @Sendable (inout WatchNode<SyncTransaction>, inout SyncTransaction) throws -> Result
  ) async throws -> Result {
    try await watch.withSyncStore { [self] store in
      try watchNode.withLock { try body(&$0, &store) }
    }
  }

  /// The phone's owner decides what apps may do on the watch, which the next session tells it.
  func decide(_ access: [WatchSettings.Access]) async throws {
    let watchID = watchID
    try await onPhone { node, store in
      try node.decide(for: watchID, &store) { $0.access = access }
      _ = try node.flush(&store)
    }
  }

  /// The phone tells the watch records of its own at the next session.
  func tell(_ records: [String: [UInt8]]) async throws {
    let watchID = watchID
    try await onPhone { node, store in
      try node.decide(for: watchID, &store) { $0.records = records }
      _ = try node.flush(&store)
    }
  }

  /// A whole session, until nobody has anything to say; returns the kinds of messages it took.
  @discardableResult
  func sync(mustReconcile: Bool = false) async throws -> Set<String> {
    said.withLock { $0 = [] }
    let now = clock.now
    let watchID = watchID
    try await onPhone { node, _ in node.connected(watchID, mustReconcile: mustReconcile) }
    try await onWatch { node, store in try node.connect(&store, now: now) }
    try await settle()
    return said.withLock { $0 }
  }

  /// Asks whether both hold the same.
  func compare() async throws -> RootVerdict? {
    let asked = try await onWatch { node, store in try node.compare(&store) }
    #expect(asked)
    try await settle()
    return try await onWatch { node, _ in node.verdict }
  }

  /// Delivers until nobody has anything to say.
  func settle() async throws {
    let now = clock.now
    let watchID = watchID
    for _ in 0..<1_000 {
      let toPhone = try await onWatch { node, store in
        try node.pump(&store, now: now)
        try node.acknowledge(&store, now: now)
        return try node.flush(&store)
      }
      for message in toPhone {
        note(message)
        try await onPhone { node, store in
          try node.receive(message, from: watchID, &store, now: now)
        }
      }
      let toWatch = try await onPhone { node, store in
        try node.pump(watchID, &store, now: now)
        try node.acknowledge(watchID, &store, now: now)
        return try node.flush(&store).map(\.message)
      }
      for message in toWatch {
        note(message)
        try await onWatch { node, store in
          try node.receive(message, &store, now: now)
          try store.adoptSettings()
        }
      }
      if toPhone.isEmpty && toWatch.isEmpty { return }
    }
    Issue.record("they never fall silent")
  }

  func close() async throws {
    try await phone.close()
    try await watch.close()
  }

  private func note(_ message: SyncMessage) {
    said.withLock { _ = $0.insert(String("\(message)".prefix { $0 != "(" })) }
  }
}

extension LocalStore {
  /// The UUIDs of all steps.
  func steps() async throws -> Set<SampleUUID> {
    Set(try await samples(SampleQuery(.stepCount)).all().flatMap(\.uuids))
  }

  /// Saves a run of steps, one a second, the first of which starts at `start`.
  @discardableResult
  func saveSteps(
    _ counters: Range<UInt64>, base: UInt64, from start: Double
  ) async throws
    -> [SampleUUID]
  {
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in counters {
      let begin = start + Double(counter)
      run.append(
        Sample(
          uuid: SampleUUID(base: base, counter: counter), type: .stepCount, start: begin,
          end: begin + 1, value: .quantity(Quantity(1, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
    }
    try await commit(.save(Change.Save([run])))
    return run.uuids
  }

  func delete(_ uuids: [SampleUUID]) async throws {
    try await commit(.delete(Change.Deletion(.uuids(uuids))))
  }

  /// All that changed since an anchor.
  func news(
    since anchor: Anchor
  ) async throws -> (added: Set<SampleUUID>, deleted: Set<SampleUUID>, anchor: Anchor) {
    var query = ChangeQuery([.stepCount], since: anchor)
    var (added, deleted): (Set<SampleUUID>, Set<SampleUUID>) = ([], [])
    while true {
      let page = try await changes(query)
      added.formUnion(page.added.flatMap(\.uuids))
      deleted.formUnion(page.deleted.map(\.uuid))
      query.anchor = page.anchor
      if !page.hasMore { return (added, deleted, page.anchor) }
    }
  }
}

/// Changes a closed store behind its back.
func spoil(_ location: StoreLocation, _ sql: String) throws {
  let connection = try Connection(path: location.database, mode: .readWrite)
  try connection.execute(sql)
}
