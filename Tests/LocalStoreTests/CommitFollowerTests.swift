internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Synchronization
internal import TestSupport
internal import Testing

/// Somebody who follows the commits of others.
struct CommitFollowerTests {
  private struct Stopped: Error {}

  /// What happened, in order.
  private final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// Takes part in commits as a closure says.
  private final class Partner: CommitFollower {
    let takesPart = true
    private let part:
      @Sendable (inout SyncTransaction) throws -> ((_ failure: (any Error)?) -> Void)?
    private let diary: Diary

    init(
      _ diary: Diary,
      _ part:
        @escaping @Sendable (inout SyncTransaction) throws -> (
          (_ failure: (any Error)?) -> Void
        )?
    ) {
      self.diary = diary
      self.part = part
    }

    func takePart(
      in transaction: inout SyncTransaction
    ) throws -> ((_ failure: (any Error)?) -> Void)? { try part(&transaction) }

    func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>) {
      diary.note("sees \(snapshot.state.head), \(types.count)")
    }
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
    var partner: Partner? = Partner(diary) { sync in
      diary.note("goes on at \(sync.head.position)")
      sync.record.ordinal = numericCast(sync.head.position)
      return { failure in diary.note(failure == nil ? "is durable" : "is not") }
    }
    if let partner { store.follow(by: partner) }
    for number in 1...2 as ClosedRange<UInt64> {
      try await store.commit(Self.save(number))
      diary.note("saved \(store.state.head), \(store.syncRecord.ordinal)")
    }
    // Nobody holds it any more.
    partner = nil
    try await store.commit(Self.save(3))
    #expect(
      diary.all == [
        "goes on at 1", "is durable", "sees 1, 1", "saved 1, 1",
        "goes on at 2", "is durable", "sees 2, 1", "saved 2, 2",
      ])
    try await store.close()
  }

  @Test func `one that fails takes nothing with it`() async throws {
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let partner = Partner(diary) { sync in
      sync.record.ordinal = 9
      throw Stopped()
    }
    store.follow(by: partner)
    try await store.commit(Self.save(1))
    #expect(store.state.head == 1 && store.syncRecord.ordinal != 9)
    #expect(diary.all == ["sees 1, 1"])
    try await store.close()
  }
}
