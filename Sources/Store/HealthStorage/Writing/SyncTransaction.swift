package import HealthModel
internal import SQLiteCore
internal import SyncCore

/// A store as the sync rules see and change it, lent by its writer.
///
/// The first change begins a transaction, which ends with `commit()` or `rollBack()`; the next change begins another.
/// What is read in between is what the open transaction has made of the store. Nobody else has the writer meanwhile.
package struct SyncTransaction: ~Copyable {
  /// Who lends it.
  package var writer: StoreWriter
  /// The peer by whose word rows are deleted: they can be taken back then.
  package var teller: DeviceID?
  /// Whether the transaction has begun.
  private var isOpen: Bool
  /// Whether the record was set without anything else having changed yet.
  private var hasNewRecord = false

  /// Takes a writer, whose transaction may have begun.
  package init(_ writer: consuming StoreWriter, isOpen: Bool = false) {
    self.writer = writer
    self.isOpen = isOpen
  }

  /// Gives the writer back; what is still open is rolled back.
  package consuming func end() -> StoreWriter {
    if isOpen || hasNewRecord { abandon() }
    return writer
  }

  /// Begins the transaction unless it has begun.
  ///
  /// - Throws: Also where a fault of the disk ended it: what was changed since is for nothing then.
  mutating func begin() throws {
    guard !isOpen else {
      guard writer.connection.isInTransaction else {
        throw StorageError(
          .unavailable, cannot: "go on with the transaction", "a fault of the disk ended it")
      }
      return
    }
    let (record, isDamaged) = (writer.draft.record, writer.draft.isRecordDamaged)
    hasNewRecord = false
    do {
      try writer.begin()
    } catch {
      abandon()
      throw error
    }
    writer.draft.record = record
    writer.draft.isRecordDamaged = isDamaged
    isOpen = true
  }

  /// The record of the sync; it is written with the next commit.
  package var record: SyncRecord {
    get { writer.draft.record }
    set {
      writer.draft.record = newValue
      // Whoever sets it has seen what it was.
      writer.draft.isRecordDamaged = false
      if !isOpen { hasNewRecord = true }
    }
  }

  package mutating func commit() throws {
    guard isOpen || hasNewRecord else { return }
    do {
      try begin()
      try writer.end()
      isOpen = false
    } catch {
      abandon()
      throw StorageError(wrapping: error)
    }
  }

  package mutating func rollBack() {
    guard isOpen || hasNewRecord || writer.noted != nil else { return }
    abandon()
  }

  private mutating func abandon() {
    writer.abandon()
    isOpen = false
    hasNewRecord = false
  }
}
