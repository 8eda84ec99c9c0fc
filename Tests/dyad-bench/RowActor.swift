internal import HealthModel
internal import SQLiteCore
internal import SystemCore

/// The peer's one connection, shared by many tasks as it would be: one after another.
actor RowActor {
  private let executor = ThreadExecutor(label: "rows")
  private let store: RowStore

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ store: sending RowStore) {
    self.store = store
  }

  func save(_ run: SampleRun) throws {
    try store.save(run, uuids: run.uuidBytes)
  }
}
