internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

/// A copy of a store that is in use.
struct StoreBackupTests {
  private let fixture: BackupFixture

  init() throws {
    fixture = try BackupFixture()
  }

  @Test func `a backup while others save is a store of one moment`() async throws {
    let store = try await LocalStore.open(fixture.location)
    for base in 1...4 as ClosedRange<UInt64> {
      try await store.commit(BackupFixture.save(0..<10, base: base))
    }
    let path = fixture.shelf.file("backup")
    let (saved, before) = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for base in 1...4 as ClosedRange<UInt64> {
        group.addTask {
          var counter: UInt64 = 10
          while !Task.isCancelled {
            try await store.commit(BackupFixture.save(counter..<counter + 1, base: base))
            counter += 1
          }
          return counter
        }
      }
      let before = store.sampleCount
      let bytes = try await store.backup(to: path)
      #expect(try bytes == FileSystem.size(of: path))
      group.cancelAll()
      return (try await group.reduce(0, +), before)
    }
    #expect(try FileSystem.rights(of: path).octal == "0600")
    let target = try TemporaryFolder()
    let location = StoreLocation(folder: target.path)
    let count = try await StoreBackup.restore(from: path, to: location)
    let found = try await fixture.uuids(in: location)
    #expect(found.count == count)
    #expect(count >= before && count <= Int(saved))
    var inOrder = 0
    // Each task saved one after the other, so that what is there of it has no holes.
    for base in 1...4 as ClosedRange<UInt64> {
      var counter: UInt64 = 0
      while found.contains(BackupFixture.uuid(counter, base: base)) { counter += 1 }
      #expect(counter >= 10)
      inOrder += Int(counter)
    }
    #expect(inOrder == count)
    #expect(try await BackupFixture.uuids(in: store).isSuperset(of: found))
  }

  @Test func `a backup has nothing that was deleted, though it can be taken back here`()
    async throws
  {
    let store = try await LocalStore.open(fixture.location)
    let marker = "app.zzqxbackup"
    let sample = Sample(
      uuid: BackupFixture.uuid(900), type: .stepCount, start: 1, end: 2,
      value: .quantity(Quantity(1, .count)),
      source: SourceRevision(source: Source(bundleIdentifier: marker, name: marker)))
    try await store.commit(BackupFixture.save(0..<100))
    try await store.commit(.save(Change.Save([SampleRun(sample)])))
    try await store.commit(.delete(Change.Deletion(.uuids([sample.uuid]))))
    /// How often a backup names the app; its tombstone does, for as long as it is told.
    func places(in name: String) async throws -> Int {
      _ = try await store.backup(to: fixture.shelf.file(name))
      let bytes = try FileSystem.readFile(fixture.shelf.file(name), atMost: 1 << 26)
      return bytes.indices.count { bytes[$0...].starts(with: Array(marker.utf8)) }
    }
    let before = try await places(in: "backup")
    #expect(try await store.removals().count == 1)
    try await store.maintain(all: true)
    #expect(try await places(in: "later") == before)
    try await store.close()
    let path = fixture.shelf.file("backup")
    let target = try TemporaryFolder()
    let location = StoreLocation(folder: target.path)
    #expect(try await StoreBackup.restore(from: path, to: location) == 100)
    let restored = try await LocalStore.open(location)
    #expect(try await restored.removals().isEmpty)
    #expect(try await restored.verify().findings.isEmpty)
    try await restored.close()
  }

  @Test func `a backup goes nowhere where something is`() async throws {
    let store = try await LocalStore.open(fixture.location)
    try fixture.shelf.write([1, 2, 3], to: "taken")
    let error = await #expect(throws: SystemError.self) {
      _ = try await store.backup(to: fixture.shelf.file("taken"))
    }
    #expect(error?.code == .alreadyExists)
    #expect(try fixture.shelf.read("taken") == [1, 2, 3])
    let missing = await #expect(throws: SystemError.self) {
      _ = try await store.backup(to: fixture.shelf.file("none/backup"))
    }
    #expect(missing?.code == .notFound)
    await #expect(throws: ModelError.self) {
      _ = try await store.backup(to: store.location.database + "-journal")
    }
    #expect(fixture.shelf.contents() == ["taken"])
  }

  @Test func `a backup that is cancelled leaves nothing`() async throws {
    let store = try await LocalStore.open(fixture.location)
    let path = fixture.shelf.file("backup")
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.cancelAll()
        group.addTask { try await store.backup(to: path) }
        try await group.waitForAll()
      }
    }
    #expect(fixture.shelf.contents() == [])
  }

  @Test func `a backup does not keep others from saving`() async throws {
    let store = try await LocalStore.open(fixture.location)
    try await store.commit(BackupFixture.save(0..<1_000))
    async let bytes = store.backup(to: fixture.shelf.file("backup"))
    for counter in 1_000..<1_050 as Range<UInt64> {
      try await store.commit(BackupFixture.save(counter..<counter + 1))
    }
    #expect(try await bytes > 0)
    #expect(store.sampleCount == 1_050)
  }
}
