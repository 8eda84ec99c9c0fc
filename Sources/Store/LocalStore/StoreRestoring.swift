internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SystemCore

/// The steps of a restore, on the thread that blocks for them.
///
/// | Ends after | What is there |
/// |---|---|
/// | copying and checking | the old store; the copy, which the next restore removes |
/// | keeping the old file, emptying its log | the old store, whole in one file, with a second name |
/// | removing the marker and the log | the old store, which begins a new incarnation |
/// | renaming | the new store |
actor StoreRestoring {
  private let executor = ThreadExecutor(label: "dyad.restoring")
  /// `nil` where the damaged store itself is what there is to copy.
  private let backup: String?
  private let location: StoreLocation

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  init(from backup: String?, to location: StoreLocation) {
    self.backup = backup
    self.location = location
  }

  /// Where the backup is copied to.
  private var fresh: String { location.restoring }
  /// Where the old database stays.
  private var kept: String {
    location.database + (backup == nil ? ".before-repair" : ".before-restore")
  }

  func run(_ beforehand: @Sendable () throws -> Void) throws -> Int {
    guard let backup else { preconditionFailure("a repair has no backup to restore") }
    guard try FileSystem.exists(backup) else {
      throw StorageError(.unsupported, cannot: "restore \(backup)", "there is no such file")
    }
    try FileSystem.createFolder(location.folder)
    let lock = try StoreLock(location.lock)
    defer { withExtendedLifetime(lock) {} }
    do {
      try removeFresh()
      let count = try makeFresh(from: backup)
      try beforehand()
      try putInPlace()
      return count
    } catch {
      // The first error is the one to report, and the next restore removes what is left.
      try? removeFresh()
      throw error
    }
  }

  /// Puts what can be read of the store in its place, as a database whose pages are all sound.
  ///
  /// - Returns: What is wrong with it after that.
  /// - Throws: `StorageError` where too little can be read for that; the store is as it was then.
  func repair() throws -> VerificationReport {
    guard try FileSystem.exists(location.database) else {
      throw StorageError(.unsupported, cannot: "repair the store", "there is none")
    }
    let lock = try StoreLock(location.lock)
    defer { withExtendedLifetime(lock) {} }
    // It may have what an earlier repair could not read.
    guard try !FileSystem.exists(kept) else {
      throw StorageError(
        .damaged, cannot: "repair the store",
        "\(kept) is there from an earlier repair; move it elsewhere, then repair again")
    }
    do {
      try removeFresh()
      let report = try makeMended()
      try putInPlace()
      return report
    } catch {
      // The first error is the one to report, and the next repair removes what is left.
      try? removeFresh()
      throw error
    }
  }

  private func makeMended() throws -> VerificationReport {
    try FileSystem.createFile(fresh, [], asOfFolder: true)
    do {
      let salvage = try StoreSalvage.copy(
        from: Connection(path: location.database, mode: .readOnly), to: fresh)
      var report = try mendFresh(lacksDeletions: salvage.missing["deletion"] != nil)
      report.addMissing(salvage.missing)
      for suffix in ["-wal", "-shm"] { _ = try FileSystem.removeFile(fresh + suffix) }
      try FileSystem.synchronizeFile(fresh)
      return report
    } catch let error as SQLiteError {
      throw StorageError(error)
    }
  }

  private func mendFresh(lacksDeletions: Bool) throws -> VerificationReport {
    var writer = try StoreWriter(
      Connection(path: fresh, mode: .readWrite), beginning: Incarnation(rawValue: 1),
      pins: PinnedGenerations())
    var reader = try StoreReader(Connection(path: fresh, mode: .readOnly))
    let report = try writer.mendFromBlocks(&reader, lacksDeletions: lacksDeletions)
    try writer.checkpoint()
    return report
  }

  private func removeFresh() throws { try StoreLocation.removeDatabase(fresh) }

  /// Copies the backup and opens the copy as a store, with all that is checked and brought up to date then.
  private func makeFresh(from backup: String) throws -> Int {
    try FileSystem.createFile(fresh, [], asOfFolder: true)
    do {
      try copy(backup)
      let count = try checkedCount()
      // Whoever opened it last left everything in the one file.
      for suffix in ["-wal", "-shm"] { _ = try FileSystem.removeFile(fresh + suffix) }
      try FileSystem.synchronizeFile(fresh)
      return count
    } catch let error as SQLiteError where error.code == .notADatabase {
      throw StorageError(.unsupported, cannot: "restore \(backup)", "there is no store in it")
    } catch let error as SQLiteError {
      throw StorageError(error)
    }
  }

  private func copy(_ backup: String) throws {
    let source = try Connection(path: backup, mode: .readOnly)
    guard try Schema.migrator.version(of: source) > 0 else {
      throw StorageError(.unsupported, cannot: "restore \(backup)", "there is no store in it")
    }
    // Copying makes all that is listed anew.
    try Schema.check(source)
    if let finding = try source.integrityFindings(.full).first {
      throw StorageError(.damaged, cannot: "restore \(backup)", finding)
    }
    try source.copy(to: fresh)
  }

  private func checkedCount() throws -> Int {
    var writer = try StoreWriter(
      Connection(path: fresh, mode: .readWrite), beginning: Incarnation(rawValue: 1),
      pins: PinnedGenerations())
    try writer.checkpoint()
    return writer.state.sampleCounts.values.reduce(0, +)
  }

  private func putInPlace() throws {
    if try FileSystem.exists(location.database) { try keepOld() }
    // Without it the next open cannot take itself for the one that was closed.
    try CleanCloseMarker(of: location)?.remove()
    // Before the new database is there: its predecessor's log would be read into it.
    for suffix in ["-wal", "-shm", "-journal"] {
      _ = try FileSystem.removeFile(location.database + suffix)
    }
    try FileSystem.synchronizeFolder(location.folder)
    try FileSystem.moveFile(fresh, to: location.database)
    try FileSystem.synchronizeFolder(location.folder)
  }

  /// Gives the old database a second name, with everything that was committed to it.
  private func keepOld() throws {
    try removeKept()
    do {
      try FileSystem.linkFile(location.database, as: kept)
      let log = location.database + "-wal"
      // Before it is opened: where the database is too damaged for its log, closing removes that.
      if try FileSystem.exists(log) { try FileSystem.linkFile(log, as: kept + "-wal") }
      if try emptyOldLog() { _ = try FileSystem.removeFile(kept + "-wal") }
      try FileSystem.synchronizeFolder(location.folder)
    } catch {
      // The first error is the one to report; what is left is one more name of what is there.
      try? removeKept()
      throw error
    }
  }

  private func removeKept() throws {
    for suffix in ["", "-wal"] { _ = try FileSystem.removeFile(kept + suffix) }
  }

  /// Moves the old store's log into its database; `false` where it is too damaged for that, which may be
  /// why it is replaced.
  private func emptyOldLog() throws -> Bool {
    do throws(SQLiteError) {
      let old = try Connection(path: location.database, mode: .readWrite)
      guard try old.text("PRAGMA journal_mode") == "wal" else { return true }
      try old.checkpoint(.truncate)
      return true
    } catch {
      guard error.code == .corrupt || error.code == .notADatabase else {
        throw StorageError(error)
      }
      return false
    }
  }
}
