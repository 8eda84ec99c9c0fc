private import Glibc
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

/// A store that a process owns.
struct LocalStoreTests {
  private static func steps(_ counter: UInt64, base: UInt64 = 3) -> Sample {
    Sample(
      uuid: SampleUUID(base: base, counter: counter), type: .stepCount, start: Double(counter),
      end: Double(counter) + 1, value: .quantity(Quantity(1, .count)),
      source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app")))
  }

  private static func save(_ samples: Sample...) -> Change {
    .save(Change.Save(samples.map { SampleRun($0) }))
  }

  @Test func `a second opener is told the owner's number`() async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.path)
    let store = try await LocalStore.open(location)
    let error = await #expect(throws: SystemError.self) {
      _ = try await LocalStore.open(location)
    }
    #expect(error?.code == .locked)
    #expect(error?.owner == getpid())
    try await store.commit(Self.save(Self.steps(1)))
  }

  @Test func `a database that was emptied is damaged, and no new store`() async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.path)
    try await BackupFixture().opened(location) {
      _ = try await $0.commit(Self.save(Self.steps(1)))
    }
    try folder.write([], to: "store.db")
    for _ in 0..<2 {
      let error = await #expect(throws: StorageError.self) {
        _ = try await LocalStore.open(location)
      }
      #expect(error?.code == .damaged)
    }
    #expect(try folder.read("store.db").isEmpty)
    // A first opening that was interrupted leaves an empty file, too, and no reserve yet.
    #expect(try FileSystem.removeFile(location.reserve))
    try await LocalStore.open(location).close()
  }

  @Test(.enabled(if: geteuid() == 0, "it takes root to make files of others"))
  func `root shuts nobody out of a store of their own`() async throws {
    let fixture = try BackupFixture()
    let user: UInt32 = 41_234
    #expect(unsafe chown(fixture.folder.path, user, user) == 0)
    let path = try await fixture.backup(after: 0..<5)
    try await StoreBackup.restore(from: path, to: fixture.location)
    #expect(try await fixture.uuids().count == 5)
    for name in fixture.folder.contents() {
      #expect(try FileSystem.rights(of: fixture.folder.file(name)).owner == user, "\(name)")
    }
    #expect(try FileSystem.rights(of: path).owner == 0)
  }

  @Test(arguments: [false, true])
  func `nothing is saved to a file that somebody took away`(isReplaced: Bool) async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    try await store.commit(Self.save(Self.steps(1)))
    let (path, away) = (store.location.database, folder.file("away"))
    try FileSystem.moveFile(path, to: away)
    if isReplaced { try FileSystem.createFile(path, []) }
    let error = await #expect(throws: StorageError.self) {
      try await store.commit(Self.save(Self.steps(2)))
    }
    #expect(error?.code == .unavailable)
    #expect(error?.detail.contains("put it back") == true)
    #expect(try await store.verify().findings.count == 1)
    #expect(try await BackupFixture.count(in: store) == 1)
    try FileSystem.moveFile(away, to: path)
    try await store.commit(Self.save(Self.steps(3)))
    #expect(try await store.verify().findings == [])
    #expect(try await BackupFixture.count(in: store) == 2)
    try await store.close()
  }

  @Test func `files are the owner's alone`() async throws {
    let parent = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: parent.file("dyad")))
    try await store.commit(Self.save(Self.steps(1)))
    var status = stat()
    #expect(unsafe stat(store.location.folder, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    for file in [store.location.database, store.location.database + "-wal", store.location.lock] {
      #expect(unsafe stat(file, &status) == 0, "\(file)")
      #expect(status.st_mode & 0o077 == 0, "\(file)")
    }
  }

  private static func incarnation(
    _ location: StoreLocation, _ counter: UInt64, closes: Bool
  ) async throws -> Incarnation? {
    let store = try await LocalStore.open(location)
    try await store.commit(save(steps(counter)))
    if closes { try await store.close() }
    return store.state.epochs.last?.incarnation
  }

  @Test func `an incarnation goes on after a clean close only`() async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder: folder.path)
    let first = try await Self.incarnation(location, 1, closes: true)
    let backup = try folder.read("store.db")
    let second = try await Self.incarnation(location, 2, closes: true)
    #expect(second == first)
    let third = try await Self.incarnation(location, 3, closes: false)
    #expect(third == first)
    let fourth = try await Self.incarnation(location, 4, closes: true)
    #expect(fourth != first)
    // A marker proves only the very database that was closed.
    try folder.write(backup, to: "store.db")
    let restored = try await Self.incarnation(location, 5, closes: true)
    #expect(restored != first && restored != fourth)
  }

  @Test func `a closed store takes no more`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    try await store.commit(Self.save(Self.steps(1)))
    try await store.close()
    await #expect(throws: StorageError.self) {
      try await store.commit(Self.save(Self.steps(2)))
    }
  }

  @Test func `savers who come together share commits, and a refusal is one's own`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    try await store.commit(Self.save(Self.steps(0, base: 99)))
    let before = store.state.generation
    let refusals = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 as Range<UInt64> {
        group.addTask {
          var refusals = 0
          for number in 0..<40 as Range<UInt64> {
            do {
              // Every tenth is a UUID that is taken.
              let isTaken = number % 10 == 9
              let sample = isTaken ? Self.steps(0, base: 99) : Self.steps(number, base: 100 + task)
              try await store.commit(Self.save(sample))
            } catch {
              if (error as? ModelError)?.code == .invalidArgument { refusals += 1 }
            }
          }
          return refusals
        }
      }
      return await group.reduce(0, +)
    }
    #expect(refusals == 8 * 4)
    #expect(store.state.types[.stepCount]?.liveCount == 1 + 8 * 36)
    #expect(store.state.generation - before < 8 * 40)
    #expect(try await store.verify().findings == [])
  }

  @Test func `a listener wakes for its types, once for all it missed`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let steps = store.wakeups(for: [.stepCount])
    let pulse = store.wakeups(for: [.heartRate])
    for counter in 0..<5 as Range<UInt64> { try await store.commit(Self.save(Self.steps(counter))) }
    try await store.commit(
      .delete(Change.Deletion(.uuids([Self.steps(1).uuid]))))
    // A refused save and a setting are no news.
    _ = try? await store.commit(Self.save(Self.steps(2)))
    try await store.commit(.setRecord(key: "a", body: [1]))
    try await store.close()
    var wakes = 0
    for await _ in steps { wakes += 1 }
    #expect(wakes == 1)
    for await _ in pulse { wakes += 1 }
    #expect(wakes == 1)
  }

  @Test func `each commit wakes a listener who waits`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    var wakeups = store.wakeups(for: [.stepCount]).makeAsyncIterator()
    for counter in 0..<3 as Range<UInt64> {
      try await store.commit(Self.save(Self.steps(counter)))
      #expect(await wakeups.next() != nil)
    }
  }

  @Test func `queries, changes and maintenance go on together`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    try await store.commit(
      .save(Change.Save([SampleRun(Self.steps(0, base: 50))])))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for counter in 0..<120 as Range<UInt64> {
          try await store.commit(Self.save(Self.steps(counter)))
          if counter % 3 == 2 {
            try await store.commit(.delete(Change.Deletion(.uuids([Self.steps(counter).uuid]))))
          }
        }
      }
      group.addTask { for _ in 0..<20 { try await store.maintain() } }
      group.addTask {
        var anchor = Anchor.beginning
        var live: Set<SampleUUID> = []
        while live.count < 81 {
          let page = try await store.changes(ChangeQuery([.stepCount], since: anchor, limit: 7))
          live.formUnion(page.added.flatMap(\.uuids))
          live.subtract(page.deleted.map(\.uuid))
          anchor = page.anchor
          if page.count == 0 { await Task.yield() }
        }
      }
      group.addTask {
        for _ in 0..<20 {
          let report = try await store.verify()
          #expect(report.findings == [])
          // What never goes is always found, whatever merges meanwhile.
          let query = SampleQuery(.stepCount, where: .uuid(UUIDSet([Self.steps(0, base: 50).uuid])))
          let runs = try await store.samples(query).all()
          #expect(runs.map(\.count) == [1])
        }
      }
      try await group.waitForAll()
    }
    #expect(store.state.types[.stepCount]?.liveCount == 81)
  }
}
