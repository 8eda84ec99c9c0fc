internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SyncCore
internal import TestSupport
internal import Testing

/// The sync rules on stores that processes own.
struct SyncStoreTests {
  private let folder: TemporaryFolder
  private let clock = MovedClock()
  private var now: Double { clock.now }

  init() throws {
    folder = try TemporaryFolder()
  }

  private struct Stopped: Error {}

  @Test func `what a phone decided is not asked again when the lease is over`() async throws {
    let stores = try await SyncedStores(folder, clock)
    let grant = Grant(share: .authorized, read: .denied)
    try await stores.decide([WatchSettings.Access(app: "app", type: .stepCount, grant: grant)])
    try await stores.sync()
    let session = AppSession(
      stores.watch, as: SourceRevision(source: Source(bundleIdentifier: "app", name: "App")))
    let request = AccessRequest(share: [.stepCount, .heartRate], read: [.stepCount])
    #expect(session.authorizationStatus(of: .stepCount) == .authorized)
    #expect(try session.undecided(in: request) == AccessRequest(share: [.heartRate]))
    clock.now += WatchSettings.usualLease + 1
    // What was decided holds no more, but it was.
    #expect(session.authorizationStatus(of: .stepCount) == .notDetermined)
    #expect(throws: ModelError.self) { try session.visibility(of: .stepCount) }
    #expect(try session.undecided(in: request) == AccessRequest(share: [.heartRate]))
  }

  @Test func `whoever waits is woken when decisions hold again, and when there are new ones`()
    async throws
  {
    let stores = try await SyncedStores(folder, clock)
    let grant = Grant(read: .authorized)
    let steps = WatchSettings.Access(app: "app", type: .stepCount, grant: grant)
    try await stores.decide([steps])
    try await stores.sync()
    let session = AppSession(
      stores.watch, as: SourceRevision(source: Source(bundleIdentifier: "app", name: "App")))
    clock.now += WatchSettings.usualLease + 1
    #expect(throws: ModelError.self) { try session.visibility(of: .stepCount) }
    var feed = stores.watch.wakeups(for: [.stepCount]).makeAsyncIterator()
    var request = stores.watch.wakeups(for: [.heartRate]).makeAsyncIterator()
    var others = stores.watch.wakeups(for: [.bodyMass]).makeAsyncIterator()
    try await stores.decide([
      WatchSettings.Access(app: "app", type: .heartRate, grant: grant), steps,
    ])
    try await stores.sync()
    #expect(try session.visibility(of: .stepCount) == .everything)
    #expect(try session.undecided(in: AccessRequest(read: [.heartRate])).isEmpty)
    // What was not told by now is not told any more.
    try await stores.watch.close()
    #expect(await feed.next() != nil)
    #expect(await request.next() != nil)
    #expect(await others.next() == nil)
  }

  @Test func `a follower on the watch hears what the phone saved and deleted`() async throws {
    let stores = try await SyncedStores(folder, clock)
    let first = try await stores.phone.saveSteps(0..<600, base: 1, from: now - 4_000)
    let own = try await stores.watch.saveSteps(0..<3, base: 2, from: now - 100)
    let start = try await stores.watch.news(since: .beginning)
    #expect(start.added == Set(own))
    var wakeups = stores.watch.wakeups(for: [.stepCount]).makeAsyncIterator()
    try await stores.sync()
    #expect(await wakeups.next() != nil)
    #expect(try await stores.compare() == .equal)
    #expect(try await stores.phone.steps() == Set(first + own))
    let second = try await stores.watch.news(since: start.anchor)
    #expect(second.added == Set(first) && second.deleted == [])

    try await stores.phone.delete(Array(first[10..<20]))
    try await stores.phone.delete([own[0]])
    var later = stores.watch.wakeups(for: [.stepCount]).makeAsyncIterator()
    try await stores.settle()
    #expect(await later.next() != nil)
    #expect(try await stores.compare() == .equal)
    let third = try await stores.watch.news(since: second.anchor)
    #expect(third.added == [] && third.deleted == Set(first[10..<20] + [own[0]]))
    let (onPhone, onWatch) = (try await stores.phone.steps(), try await stores.watch.steps())
    #expect(onPhone == onWatch)
    #expect(try await stores.watch.verify().findings == [])
    #expect(try await stores.phone.verify().findings == [])
  }

  @Test func `documents come with all of their bytes, also when a window opens for them`()
    async throws
  {
    let stores = try await SyncedStores(folder, clock)
    let uuids = try await saveDocuments(on: stores.phone, daysAgo: [1, 30])
    try await stores.sync()
    let recent = try await stores.watch.documentBytes(uuids[0])
    #expect(recent == Self.bytes)
    try await openWindow(of: stores)
    try await stores.settle()
    let refilled = try await stores.watch.documentBytes(uuids[1])
    #expect(refilled == Self.bytes)
    #expect(try await stores.compare() == .equal)
    #expect(try await stores.watch.verify().findings == [])
  }

  @Test func `a refill that a reconciliation comes between is whole in the end`() async throws {
    var limits = NodeLimits()
    limits.session.samples = 1
    limits.session.credit = 1
    let stores = try await SyncedStores(folder, clock, limits: limits)
    let uuids = try await saveDocuments(on: stores.phone, daysAgo: [29, 30, 31])
    try await stores.sync()
    try await openWindow(of: stores)
    try await stores.sync(mustReconcile: true)
    for uuid in uuids {
      let bytes = try await stores.watch.documentBytes(uuid)
      #expect(bytes == Self.bytes)
    }
    #expect(try await stores.compare() == .equal)
  }

  /// Several pieces of a document.
  private static let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  /// Saves a document that ended so many days ago, for each.
  private func saveDocuments(
    on store: LocalStore, daysAgo: [Double]
  ) async throws -> [SampleUUID] {
    var uuids: [SampleUUID] = []
    for (counter, daysAgo) in daysAgo.enumerated() {
      let uuid = SampleUUID(base: 77, counter: UInt64(counter))
      let end = now - daysAgo * MovedClock.day
      let document = Document(
        title: "t", patientName: "p", authorName: "a", custodianName: "c",
        byteCount: Int64(Self.bytes.count))
      let run = SampleRun(
        Sample(
          uuid: uuid, type: .cda, start: end, end: end, value: .object(.document(document)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "App"))))
      let save = Change.Save([run], documents: [uuid: Self.bytes])
      try await store.withSyncStore { sync in
        for result in sync.writer.commit([.save(save)], at: 0) { _ = try result.get() }
      }
      uuids.append(uuid)
    }
    return uuids
  }

  /// Lets the watch hold what ended in the last 40 days.
  private func openWindow(of stores: SyncedStores) async throws {
    let floor = now - 40 * MovedClock.day
    try await stores.onWatch { node, store in
      try node.moveFloor(to: floor, &store)
      _ = try node.flush(&store)
    }
  }

  @Test func `what is pruned is told as neither saved nor deleted`() async throws {
    let stores = try await SyncedStores(folder, clock)
    let old = try await stores.phone.saveSteps(
      0..<10, base: 1, from: now - 6 * MovedClock.day)
    let new = try await stores.phone.saveSteps(10..<20, base: 1, from: now - 100)
    try await stores.sync()
    let start = try await stores.watch.news(since: .beginning)
    #expect(start.added == Set(old + new))
    var wakeups = stores.watch.wakeups(for: [.stepCount]).makeAsyncIterator()
    let floor = now - MovedClock.day
    try await stores.onWatch { node, store in
      try node.moveFloor(to: floor, &store)
      try node.prune(&store)
    }
    // Who shows what there is has to look again.
    #expect(await wakeups.next() != nil)
    #expect(try await stores.watch.steps() == Set(new))
    #expect(stores.watch.earliestPermittedSampleDate == floor)
    let later = try await stores.watch.news(since: start.anchor)
    #expect(later.added == [] && later.deleted == [])
    try await stores.sync()
    #expect(try await stores.compare() == .equal)
    #expect(try await stores.phone.steps() == Set(old + new))
  }

  @Test func `a store that is opened again goes on with its cursors`() async throws {
    do {
      let stores = try await SyncedStores(folder, clock)
      let saved = try await stores.phone.saveSteps(0..<50, base: 1, from: now - 1_000)
      #expect(try await stores.sync().contains("reconcile") == false)
      try await stores.phone.delete([saved[3]])
      try await stores.settle()
      try await stores.close()
    }
    let stores = try await SyncedStores(folder, clock)
    let heard = stores.watch.syncRecord.peers.values.map(\.cursor.position)
    #expect(heard == [stores.phone.state.head])
    try await stores.phone.saveSteps(50..<60, base: 1, from: now - 1_000)
    let said = try await stores.sync()
    #expect(said.contains("batch") && !said.contains("reconcile"), "\(said)")
    #expect(try await stores.compare() == .equal)
    #expect(try await stores.watch.steps().count == 59)
  }

  @Test func `saves and deletions go on while sessions run`() async throws {
    let stores = try await SyncedStores(folder, clock)
    let start = now - 50_000
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (store, base) in [(stores.phone, 1), (stores.watch, 2)] as [(LocalStore, UInt64)] {
        group.addTask {
          for step in 0..<20 as Range<UInt64> {
            let saved = try await store.saveSteps(
              step * 10..<(step + 1) * 10, base: base, from: start)
            if step % 4 == 3 { try await store.delete([saved[0], saved[5]]) }
          }
        }
      }
      group.addTask { for _ in 0..<5 { try await stores.sync() } }
      try await group.waitForAll()
    }
    try await stores.sync()
    #expect(try await stores.compare() == .equal)
    #expect(try await stores.phone.steps().count == 380)
    let (onPhone, onWatch) = (try await stores.phone.steps(), try await stores.watch.steps())
    #expect(onPhone == onWatch)
  }

  @Test func `what a throw leaves is rolled back, and what was committed before it is told`()
    async throws
  {
    let store = try await LocalStore.open(
      StoreLocation(folder: folder.file("one")), clock: clock.clock)
    var wakeups = store.wakeups(for: [.stepCount]).makeAsyncIterator()
    let kept = try await store.saveSteps(0..<2, base: 1, from: now)
    #expect(await wakeups.next() != nil)
    let head = store.state.head
    var dots = VersionVector()
    for stream in store.state.vector.streams { dots.cover(1...1, in: stream.key) }
    let (first, time) = (dots, now)
    await #expect(throws: Stopped.self) {
      try await store.withSyncStore { sync in
        try sync.bury(first, at: time)
        try sync.commit()
        try sync.bury(sync.vector, at: time)
        sync.record.ordinal = 9
        throw Stopped()
      }
    }
    #expect(await wakeups.next() != nil)
    #expect(store.state.head == head + 1 && store.syncRecord.ordinal == 0)
    #expect(try await store.steps() == [kept[1]])
    try await store.saveSteps(2..<3, base: 1, from: now)
    #expect(try await store.steps().count == 2)
    #expect(try await store.verify().findings == [])
    try await store.close()
    let error = await #expect(throws: StorageError.self) {
      try await store.withSyncStore { sync in sync.record.ordinal = 1 }
    }
    #expect(error?.code == .unavailable)
  }

  @Test func `no other change is committed within the rules' transaction`() async throws {
    let store = try await LocalStore.open(
      StoreLocation(folder: folder.file("one")), clock: clock.clock)
    let start = now
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for counter in 0..<60 as Range<UInt64> {
          try await store.saveSteps(counter..<counter + 1, base: 1, from: start)
        }
      }
      group.addTask { for _ in 0..<10 { try await store.maintain() } }
      group.addTask {
        for ordinal in 1...60 as ClosedRange<UInt64> {
          do {
            try await store.withSyncStore { sync in
              let head = sync.head
              sync.record.ordinal += 1
              try sync.beginIncarnation()
              #expect(sync.head == head && sync.writer.state.head == head.position)
              if ordinal % 3 == 0 { throw Stopped() }
            }
          } catch is Stopped {}
        }
      }
      try await group.waitForAll()
    }
    #expect(store.syncRecord.ordinal == 40)
    #expect(try await store.steps().count == 60)
  }
}

extension LocalStore {
  /// All bytes of a document.
  fileprivate func documentBytes(_ uuid: SampleUUID) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = 0
    while let more = try await document(uuid, piece: piece) {
      bytes += more
      piece += 1
    }
    return bytes
  }
}
