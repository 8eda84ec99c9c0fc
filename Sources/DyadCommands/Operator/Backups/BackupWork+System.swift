internal import LocalStore
internal import SystemCore

extension BackupWork {
  /// What is done to stores that no daemon has open.
  package static var system: BackupWork {
    BackupWork(
      backUp: { store, path in UInt64(clamping: try await store.backup(to: path)) },
      restore: { path, location in try await StoreBackup.restore(from: path, to: location) },
      size: { path in
        try FileSystem.exists(path) ? UInt64(clamping: FileSystem.size(of: path)) : nil
      })
  }
}
