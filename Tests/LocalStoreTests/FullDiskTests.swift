internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

/// Stores that are many times as long as what is kept in reserve, on a disk that is full.
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(if: SmallDisk.obstacle == nil, "there is no small disk here"))
struct `A big store on a full disk` {
  private static let rows = 4_096

  /// Samples that no compression makes shorter.
  private static func run(_ uuids: inout UUIDSequence, from first: Int) -> SampleRun {
    var entropy = Entropy()
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for number in first..<first + rows {
      let note = (0..<12).map { _ in String(entropy.next() as UInt64, radix: 36) }.joined()
      run.append(
        Sample(
          uuid: uuids.take(), type: .stepCount, start: Double(number), end: Double(number),
          value: .quantity(Quantity(Double(number), .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "App")),
          metadata: ["note": .string(note)]))
    }
    return run
  }

  /// Saves until the disk is full to the last byte.
  private static func fill(_ store: LocalStore, on disk: SmallDisk) async throws {
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    var first = 0
    while true {
      do {
        try await store.commit(.save(Change.Save([run(&uuids, from: first)])))
      } catch let error as StorageError where error.code == .full {
        break
      }
      first += rows
    }
    try disk.fill()
    #expect(try disk.freeBytes() < 4_096)
    #expect(store.sampleCount >= 8 * rows)
  }

  /// Does something that gives room on a full disk, and saves again.
  private static func expectRoom(
    after change: Change, count: (Int) -> Int
  ) async throws {
    let disk = try SmallDisk(megabytes: 24)
    let store = try await LocalStore.open(StoreLocation(folder: disk.folder.path))
    try await fill(store, on: disk)
    let before = store.sampleCount
    try await store.commit(change)
    #expect(store.sampleCount == count(before))
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    try await store.commit(.save(Change.Save([run(&uuids, from: 1_000_000)])))
    #expect(store.sampleCount == count(before) + rows)
    try await store.close()
    let again = try await LocalStore.open(StoreLocation(folder: disk.folder.path))
    #expect(again.sampleCount == count(before) + rows)
    #expect(try await again.verify().isSound)
    try await again.close()
  }

  @Test func `all history is erased`() async throws {
    try await Self.expectRoom(after: .eraseHistory) { _ in 0 }
  }

  @Test func `most samples are deleted`() async throws {
    let last = Double(Self.rows)
    try await Self.expectRoom(
      after: .delete(Change.Deletion(.matching(.stepCount, .start(.greaterOrEqual, last))))
    ) { _ in Self.rows }
  }
}
