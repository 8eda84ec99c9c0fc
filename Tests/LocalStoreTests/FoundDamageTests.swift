internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SyncCore
internal import TestSupport
internal import Testing

/// Damage that readers meet: the writer hears of it, and peers give it again (R24).
struct FoundDamageTests {
  private let folder: TemporaryFolder
  private let clock = MovedClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Who meets the damage.
  enum Finder: CaseIterable, Sendable {
    case query, follower, verification

    func look(at store: LocalStore) async throws {
      switch self {
      case .query:
        await #expect(throws: StorageError.self) { _ = try await store.steps() }
      case .follower:
        await #expect(throws: StorageError.self) { _ = try await store.news(since: .beginning) }
      case .verification:
        #expect(try await store.verify().findings.count == 1)
        // Noted at once, without a session.
        #expect(!store.state.damagedDots.isEmpty)
      }
    }
  }

  @Test(arguments: Finder.allCases)
  func `what a reader finds damaged is asked for in the next session`(
    finder: Finder
  ) async throws {
    let saved: [SampleUUID]
    do {
      let stores = try await SyncedStores(folder, clock)
      saved = try await stores.phone.saveSteps(0..<1_500, base: 1, from: clock.now - 5_000)
      try await stores.sync()
      #expect(try await stores.compare() == .equal)
      try await stores.close()
    }
    try spoil(
      StoreLocation(folder: folder.file("watch")),
      "UPDATE block SET checksum = checksum + 1 WHERE id = (SELECT max(id) FROM block)")
    let stores = try await SyncedStores(folder, clock)
    #expect(stores.watch.state.damagedDots.isEmpty)
    try await finder.look(at: stores.watch)
    let damaged = try await stores.watch.withSyncStore { $0.damaged }
    #expect(!damaged.isEmpty && damaged == stores.watch.state.damagedDots)
    try await stores.sync()
    #expect(stores.watch.state.damagedDots.isEmpty)
    #expect(try await stores.compare() == .equal)
    #expect(try await stores.watch.steps() == Set(saved))
    #expect(try await stores.phone.steps() == Set(saved))
    #expect(try await stores.watch.verify().findings == [])
  }

  @Test func `verifying finds what went bad on the disk since it was read`() async throws {
    let location = StoreLocation(folder: folder.file("one"))
    let store = try await LocalStore.open(location, clock: clock.clock)
    try await store.saveSteps(0..<300, base: 1, from: clock.now)
    #expect(try await store.steps().count == 300)
    #expect(try await store.verify().isSound)
    try spoil(location, "UPDATE block SET checksum = checksum + 1")
    #expect(try await store.verify().findings.count == 1)
    #expect(!store.state.damagedDots.isEmpty)
  }

  @Test func `a record of the sync that is damaged is told`() async throws {
    let location = StoreLocation(folder: folder.file("one"))
    do {
      let store = try await LocalStore.open(location, clock: clock.clock)
      let saved = try await store.saveSteps(0..<3, base: 1, from: clock.now)
      try await store.delete([saved[0]])
      try await store.subscribe("app")
      #expect(!store.isRecordDamaged)
      let report = try await store.verify()
      #expect(report.isSound && !report.isRecordDamaged)
      try await store.close()
    }
    try spoil(location, "UPDATE node_record SET checksum = checksum + 1")
    let store = try await LocalStore.open(location, clock: clock.clock)
    #expect(store.isRecordDamaged)
    let report = try await store.verify()
    #expect(report.isRecordDamaged && report.findings.count == 1)
    // Who was waited for is not known any more, so that nothing is forgotten.
    clock.now += 1_000 * MovedClock.day
    try await store.maintain()
    #expect(store.state.horizon == 0)
    try await store.withSyncStore { $0.record = $0.record }
    #expect(!store.isRecordDamaged)
    #expect(try await store.verify().findings == [])
  }
}
