internal import HealthStorage
internal import SQLiteCore
internal import SystemCore

/// Reads a backup, on a thread that blocks for it.
actor BackupReading {
  private let executor = ThreadExecutor(label: "dyad.backup")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  func verify(
    _ path: String, _ progress: (Int) -> Void
  ) throws -> VerificationReport {
    do {
      var reader = try StoreReader(Connection(path: path, mode: .readOnly))
      return try reader.verifyAll(progress)
    } catch {
      throw StorageError.naming(error)
    }
  }
}
