internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SyncCore
internal import TestSupport
internal import Testing

/// Readers for whom tombstones wait.
struct SubscriberTests {
  private let folder: TemporaryFolder
  private let clock = MovedClock()
  private let limits = NodeLimits()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open() async throws -> LocalStore {
    try await LocalStore.open(StoreLocation(folder: folder.path), clock: clock.clock)
  }

  /// Moves the clock on by so many retentions.
  private func wait(_ retentions: Double) {
    clock.now += retentions * limits.retention
  }

  private func code(_ body: () async throws -> Void) async -> StorageError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? StorageError)?.code
    }
  }

  @Test func `tombstones go with their age where nobody waits`() async throws {
    let store = try await open()
    let saved = try await store.saveSteps(0..<4, base: 1, from: clock.now)
    let anchor = store.state.anchor
    try await store.delete([saved[0]])
    let between = store.state.anchor
    wait(0.9)
    try await store.delete([saved[1]])
    try await store.maintain()
    #expect(store.state.horizon == 0)
    wait(0.2)
    try await store.maintain()
    #expect(store.state.horizon == between.position)
    #expect(await code { _ = try await store.news(since: anchor) } == .startOver)
    #expect(try await store.news(since: between).deleted == [saved[1]])
  }

  @Test func `tombstones wait for a subscriber, until it was silent too long`() async throws {
    let store = try await open()
    let saved = try await store.saveSteps(0..<4, base: 1, from: clock.now)
    let start = try await store.news(since: .beginning)
    try await store.subscribe("app", at: start.anchor)
    try await store.subscribe("gone", at: start.anchor)
    try await store.unsubscribe("gone")
    try await store.delete([saved[0]])
    wait(1.5)
    try await store.maintain()
    #expect(store.state.horizon <= start.anchor.position)
    let heard = try await store.news(since: start.anchor)
    #expect(heard.deleted == [saved[0]])

    // To be heard is not to have been told.
    try await store.acknowledge("app", through: start.anchor)
    wait(1.5)
    try await store.maintain()
    #expect(store.state.horizon <= start.anchor.position)
    try await store.acknowledge("app", through: heard.anchor)
    try await store.maintain()
    #expect(store.state.horizon == heard.anchor.position)

    try await store.delete([saved[1]])
    clock.now += limits.retention + limits.subscriberPatience
    try await store.maintain()
    #expect(try await store.news(since: heard.anchor).deleted == [saved[1]])
    // The bound is reached: the gap is reported, and whoever starts over goes on.
    clock.now += 1
    try await store.maintain()
    #expect(await code { _ = try await store.news(since: heard.anchor) } == .startOver)
    #expect(await code { try await store.acknowledge("app", through: heard.anchor) } == .startOver)
    let again = try await store.news(since: .beginning)
    #expect(again.added == Set(saved[2...]))
    try await store.acknowledge("app", through: again.anchor)
    #expect(store.syncRecord.subscribers["app"]?.position == again.anchor.position)
  }

  @Test func `a subscription lasts, and never moves back`() async throws {
    var anchors: [Anchor] = []
    do {
      let store = try await open()
      let saved = try await store.saveSteps(0..<3, base: 1, from: clock.now)
      try await store.subscribe("app")
      for uuid in saved {
        anchors.append(store.state.anchor)
        try await store.delete([uuid])
      }
      try await store.acknowledge("app", through: anchors[2])
      try await store.acknowledge("app", through: anchors[1])
      try await store.acknowledge("app", through: .beginning)
      try await store.close()
    }
    let store = try await open()
    #expect(store.syncRecord.subscribers["app"]?.position == anchors[2].position)
    // Subscribing anew without an anchor loses nothing; with one it is where the reader says it is.
    try await store.subscribe("app")
    #expect(store.syncRecord.subscribers["app"]?.position == anchors[2].position)
    try await store.subscribe("app", at: anchors[0])
    #expect(store.syncRecord.subscribers["app"]?.position == anchors[0].position)
    try await store.unsubscribe("app")
    #expect(store.syncRecord.subscribers.isEmpty)
  }

  @Test func `a clock that goes back lets nobody be waited for for ever`() async throws {
    let store = try await open()
    let saved = try await store.saveSteps(0..<2, base: 1, from: clock.now)
    try await store.delete([saved[0]])
    let before = clock.now
    wait(100)
    try await store.subscribe("app", at: Anchor(incarnation: store.incarnation, position: 1))
    clock.now = before + limits.retention + 1
    try await store.maintain()
    #expect(store.syncRecord.subscribers["app"]?.heard == clock.now)
    #expect(store.state.horizon <= 1)
    wait(2.1)
    try await store.maintain()
    #expect(store.state.horizon == store.state.head)
  }

  @Test func `what cannot be followed is refused alone, and says what to do`() async throws {
    let store = try await open()
    let saved = try await store.saveSteps(0..<4, base: 1, from: clock.now)
    try await store.delete([saved[0]])
    wait(1.1)
    try await store.maintain()
    try await store.subscribe("app")
    let own = store.incarnation
    let bad = [
      // What is saved meanwhile does not come that far.
      Anchor(incarnation: own, position: store.state.head + 1_000),
      Anchor(incarnation: Incarnation(rawValue: own.rawValue ^ 1), position: 1),
      Anchor(incarnation: own, position: 1),
    ]
    let start = clock.now
    let refused = try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, anchor) in bad.enumerated() {
        group.addTask {
          let subscribed = await code { try await store.subscribe("other", at: anchor) }
          let acknowledged = await code { try await store.acknowledge("app", through: anchor) }
          return [subscribed, acknowledged].filter { $0 == .startOver }.count
        }
        group.addTask {
          let first = UInt64(10 + index)
          try await store.saveSteps(first..<first + 1, base: 1, from: start)
          return 0
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(refused == 6)
    #expect(try await store.steps().count == 6)
    #expect(Set(store.syncRecord.subscribers.keys) == ["app"])
    let error = await #expect(throws: ModelError.self) {
      try await store.acknowledge("nobody", through: store.state.anchor)
    }
    #expect(error?.description.hasSuffix("subscribe first") == true)
  }

  @Test(arguments: ["", "a\0b", String(repeating: "a", count: 1_025)])
  func `a name that is none is refused`(name: String) async throws {
    let store = try await open()
    let error = await #expect(throws: ModelError.self) { try await store.subscribe(name) }
    #expect(error?.code == .invalidArgument)
    #expect(store.syncRecord.subscribers.isEmpty)
  }

  @Test func `there are so many at most, but those who fell silent give way`() async throws {
    let store = try await open()
    let names = (0..<Change.mostSubscribers).map { number in
      String(repeating: "n", count: Source.mostTextBytes - 3) + String(100 + number)
    }
    try await store.commitTogether(names.map { .subscribe($0, at: nil) })
    let error = await #expect(throws: ModelError.self) { try await store.subscribe("more") }
    #expect(error?.description.contains("unsubscribe one") == true)
    try await store.subscribe(names[0])
    wait(2.1)
    try await store.acknowledge(names[1], through: .beginning)
    try await store.subscribe("more")
    #expect(Set(store.syncRecord.subscribers.keys) == ["more", names[1]])
  }

  @Test(arguments: [NodeRole.phone, .watch])
  func `in a store with peers the rules decide`(role: NodeRole) async throws {
    let store = try await open()
    let saved = try await store.saveSteps(0..<4, base: 1, from: clock.now)
    try await store.delete([saved[0]])
    let start = clock.now
    try await store.withSyncStore { sync in
      sync.record = SyncRecord(role: role)
      // A watch has its phone before it first met it.
      guard role == .phone,
        let watch = DeviceID(Array(repeating: 2, count: DeviceID.byteCount))
      else { return }
      sync.record.peers[watch] = PeerRecord(heard: start)
    }
    wait(5)
    try await store.maintain()
    try await store.forgetDeletions()
    #expect(store.state.horizon == 0)
  }
}
