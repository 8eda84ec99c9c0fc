internal import HealthModel
internal import SyncCore

/// A change that was checked and whose rows were found, so that only the disk can still fail it.
enum PreparedChange {
  case save(CheckedSave)
  case delete([RowsInBlock], by: Removal.Actor?)
  case replace([RowsInBlock], CheckedSave)
  case prune(Change.Prune)
  case dropTombstones(through: Int64)
  case forgetDeletions(NodeLimits)
  /// The log position that a reader is at; `nil` for one that unsubscribes.
  case setSubscriber(String, position: Int64?)
  case setCutoff(Double)
  case setGrant(Grant, app: String, type: ObjectType)
  case setRecord(key: String, body: [UInt8]?)
  case setNodeRecord(key: String, body: [UInt8])
  case noteAudit(AuditEntry)
  case noteExport(TakenExport)
  /// What takes the place of rows that were removed, by their numbers, and who removed them.
  case undo([Int64], StoreWriter.Copies, Removal.Actor?)
  case noteImport(ImportNote)
  case undoImport(ImportNote, [RowsInBlock])
  case eraseHistory
}

/// A save that was checked against the store.
struct CheckedSave {
  var save: Change.Save
  var uuids: UUIDSet
  /// What correlations and associations of the save name, with its types and end dates.
  var named: [SampleUUID: NamedSample]
  /// Samples that are stored under other UUIDs than the app said: by what it said.
  var renamed: [SampleUUID: SampleUUID] = [:]
}

/// A sample that an object holds or belongs to.
struct NamedSample {
  var type: ObjectType
  var end: Double
}
