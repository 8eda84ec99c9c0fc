internal import HealthModel
internal import HealthStorage
internal import NodeLog
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import LocalStore
@testable internal import NodeKit
@testable internal import NodeSync

// @testable: the daemon's care of its store is its own, and only the store notes faults of the disk.

struct StoreCareTests {
  /// Hands lines on as they come.
  private struct Lines: LogSink {
    let continuation: AsyncStream<LogLine>.Continuation

    func write(_ line: LogLine) { _ = continuation.yield(line) }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a fault of the disk that the store went on after is a line of the log`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.file("state")))
    let (lines, continuation) = AsyncStream.makeStream(of: LogLine.self)
    let log = Log(.debug, to: Lines(continuation: continuation))
    let care = StoreCare(
      store: store, engine: SyncEngine(store, role: .phone, log: log), log: log)
    // Whoever needs the room is told of a full disk.
    store.faults.note(StorageError.noRoom)
    store.faults.note(
      StorageError(.unavailable, cannot: "move the log into the database", "disk I/O error"))
    let caring = Task { await care.run() }
    let line = await lines.first { $0.event.hasPrefix("store.") }
    #expect(line?.event == "store.disk-failed")
    #expect(line?.level == .error)
    let text = line.map {
      String(decoding: LogFormat.text.bytes(of: $0, isForJournal: false), as: UTF8.self)
    }
    #expect(
      text?.contains("cannot move the log into the database: disk I/O error") == true,
      "\(text ?? "")")
    // With the store its faults end.
    caring.cancel()
    try await store.close()
    await caring.value
  }
}
