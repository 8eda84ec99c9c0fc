internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport
internal import Testing

/// What a store holds, in numbers.
struct StoreFiguresTests {
  private let fixture: BackupFixture

  init() throws {
    fixture = try BackupFixture()
  }

  @Test func `what is deleted counts no more`() async throws {
    try await fixture.opened { store in
      #expect(store.sampleCounts.isEmpty)
      try await store.commit(BackupFixture.save(0..<5))
      #expect(store.sampleCounts == [.stepCount: 5])
      try await store.commit(.delete(Change.Deletion(.uuids([BackupFixture.uuid(2)]))))
      #expect(store.sampleCount == 4)
      try await store.commit(.delete(Change.Deletion(.matching(.stepCount, .constant(true)))))
      #expect(store.sampleCounts.isEmpty)
      #expect(store.damagedSegmentCount == 0)
    }
  }

  @Test(arguments: [
    "UPDATE segment SET directory_checksum = 1; UPDATE block SET checksum = 1",
    "UPDATE block SET checksum = 1",
  ])
  func `a segment that cannot be read is counted once`(damage: String) async throws {
    try await fixture.opened { _ = try await $0.commit(BackupFixture.save(0..<5)) }
    try spoil(fixture.location, damage)
    let store = try await LocalStore.open(fixture.location)
    _ = try await store.verify()
    #expect(store.damagedSegmentCount == 1)
  }

  @Test func `a backup carries what is damaged along, and is no worse for it`() async throws {
    try await fixture.opened { _ = try await $0.commit(BackupFixture.save(0..<5)) }
    try spoil(fixture.location, "UPDATE block SET checksum = 1")
    let store = try await LocalStore.open(fixture.location)
    _ = try await store.backup(to: fixture.shelf.file("backup"))
    let target = StoreLocation(folder: fixture.shelf.file("target"))
    try await StoreBackup.restore(from: fixture.shelf.file("backup"), to: target)
    let restored = try await LocalStore.open(target)
    #expect(try await restored.verify().findings == store.verify().findings)
    #expect(restored.damagedSegmentCount == 1)
  }
}
