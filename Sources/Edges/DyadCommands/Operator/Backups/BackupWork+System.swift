internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Pairing
internal import SystemCore

extension BackupWork {
  /// What is done to stores that no daemon has open.
  package static var system: BackupWork {
    var work = BackupWork(
      backUp: { store, path in UInt64(clamping: try await store.backup(to: path)) },
      restore: { path, location, file, beforehand in
        let count = try await StoreBackup.restore(from: path, to: location, beforehand)
        let store = try await LocalStore.open(location)
        try await store.commit(
          .noteAudit(AuditEntry(at: WallClock.system.now, event: "restored", subject: file)))
        try await store.close()
        return count
      },
      ledger: { path in
        try StoreBackup.nodeRecord(TrustLedger.recordKey, in: path).map {
          try TrustLedger(decoding: $0)
        }
      },
      size: { path in
        try FileSystem.exists(path) ? UInt64(clamping: FileSystem.size(of: path)) : nil
      })
    work.damageCount = { try await StoreBackup.verify($0, $1).findingCount }
    return work
  }
}
