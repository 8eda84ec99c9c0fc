package import HealthStorage
internal import SQLiteCore

/// Puts a backup in the place of a store that nobody uses.
package enum StoreBackup {
  /// Replaces the store at `location`, or makes it, from what `LocalStore.backup` wrote.
  ///
  /// The backup is copied and the copy opened as a store before anything is replaced. What was there stays
  /// beside it as `store.db.before-restore`, until the next time. The next open begins a new incarnation,
  /// so that nothing is numbered twice (R2). A process that ends in between leaves the old store or the
  /// new one.
  ///
  /// - Parameters:
  ///   - path: The backup, which stays as it is.
  ///   - location: The store.
  ///   - beforehand: What else belongs to it: done when the copy was found good, before the store is replaced.
  /// - Returns: How many samples the store has now.
  /// - Throws: `SystemError` with `locked` while another process owns the store; `StorageError` with
  ///   `unsupported` or `damaged` for a file that is no backup of a store. Nothing is replaced then.
  @discardableResult
  package static func restore(
    from path: String, to location: StoreLocation,
    _ beforehand: @escaping @Sendable () throws -> Void = {}
  ) async throws -> Int {
    try await StoreRestoring(from: path, to: location).run(beforehand)
  }

  /// Reads everything in a backup.
  ///
  /// - Parameters:
  ///   - path: The backup, which nobody writes.
  ///   - progress: Hears from time to time how many samples were read.
  /// - Returns: What it found.
  /// - Throws: Where it is no store of this version, or cannot be read at all.
  package static func verify(
    _ path: String, _ progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> VerificationReport {
    try await BackupReading().verify(path, progress)
  }

  /// A record of the node whose store a file holds.
  ///
  /// - Parameters:
  ///   - key: Which record.
  ///   - path: A backup, or the database of a store that nobody has open.
  /// - Returns: Its body; `nil` where it was never set, and where the file is no store.
  /// - Throws: Where the file cannot be read.
  package static func nodeRecord(_ key: String, in path: String) throws -> [UInt8]? {
    let connection = try Connection(path: path, mode: .readOnly)
    let version = try Schema.migrator.version(of: connection)
    guard version > 0 else { return nil }
    try Schema.check(connection)
    var table = try NodeTable(connection, version: version)
    return try table.record(key)
  }
}
