internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Synchronization
internal import TestSupport
internal import Testing

/// Somebody who goes on in the transactions of others.
struct CommitCompanionTests {
  private struct Stopped: Error {}

  /// What happened, in order.
  private final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let folder: TemporaryFolder
  private let diary = Diary()

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func save(_ counter: UInt64) -> Change {
    .save(
      Change.Save([
        SampleRun(
          Sample(
            uuid: SampleUUID(base: 1, counter: counter), type: .stepCount, start: 1, end: 2,
            value: .quantity(Quantity(5, .count)),
            source: SourceRevision(source: Source(bundleIdentifier: "a", name: "A"))))
      ]))
  }

  @Test func `it works before the commit, and hears of it before whoever saves`() async throws {
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let diary = diary
    store.accompanyCommits { writer in
      diary.note("goes on at \(writer.head.position)")
      writer.record.ordinal = numericCast(writer.head.position)
      return { failure in diary.note(failure == nil ? "is durable" : "is not") }
    }
    for number in 1...2 as ClosedRange<UInt64> {
      try await store.commit(Self.save(number))
      diary.note("saved \(store.state.head), \(store.syncRecord.ordinal)")
    }
    store.accompanyCommits(nil)
    try await store.commit(Self.save(3))
    #expect(
      diary.all == [
        "goes on at 1", "is durable", "saved 1, 1", "goes on at 2", "is durable", "saved 2, 2",
      ])
    try await store.close()
  }

  @Test func `one that fails takes nothing with it`() async throws {
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    store.accompanyCommits { writer in
      writer.record.ordinal = 9
      throw Stopped()
    }
    try await store.commit(Self.save(1))
    #expect(store.state.head == 1 && store.syncRecord.ordinal != 9)
    try await store.close()
  }
}
