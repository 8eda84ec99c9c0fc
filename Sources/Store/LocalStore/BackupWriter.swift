internal import HealthStorage
internal import SQLiteCore
internal import SystemCore

/// Copies a store that is in use, on a thread that blocks for it.
actor BackupWriter {
  private let executor = ThreadExecutor(label: "dyad.backup")
  private let location: StoreLocation
  private let system: String?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  /// - Parameters:
  ///   - location: The store, which this process has open.
  ///   - system: By which file system of SQLite's it does.
  init(of location: StoreLocation, on system: String?) {
    self.location = location
    self.system = system
  }

  /// Makes the copy; returns its size once it is on the disk.
  func write(to path: String) async throws -> Int {
    do {
      // A connection of its own, because the reader's is for queries, which do not wait for this.
      return try await write(
        Connection(path: location.database, mode: .readOnly, vfs: system), to: path)
    } catch let error as SQLiteError {
      try Task.checkCancellation()
      throw StorageError(error)
    }
  }

  private func write(_ source: consuming Connection, to path: String) async throws -> Int {
    try FileSystem.createFile(path, [])
    do {
      let interrupter = source.interrupter
      try await withTaskCancellationHandler {
        try Task.checkCancellation()
        try source.copy(to: path)
        try RemovedTable.erase(inCopyAt: path)
      } onCancel: {
        interrupter.interrupt()
      }
      try FileSystem.synchronizeFile(path)
      // Once more, because what came just before the copying interrupted nothing.
      try Task.checkCancellation()
      return try FileSystem.size(of: path)
    } catch {
      // The first error is the one to report.
      _ = try? FileSystem.removeFile(path)
      throw error
    }
  }
}
