private import HealthModel
package import HealthStorage

extension LocalStore {
  /// Makes a damaged store anew from all that can be read of it: indexes, and what blocks tell as well.
  ///
  /// The file as it was stays beside it as `store.db.before-repair`; as long as that is there nothing is repaired
  /// again. The store begins a new incarnation, as after a restore.
  ///
  /// - Returns: What is wrong after that, which a peer or a backup has.
  /// - Throws: `SystemError` where another process has the store; `StorageError` where too little can be read. The
  ///   store is as it was then.
  package static func repair(_ location: StoreLocation) async throws -> VerificationReport {
    try await StoreRestoring(from: nil, to: location).repair()
  }

  /// Writes all that is committed when this begins to a new file, beside those who save and query.
  ///
  /// The file is its owner's alone, has no samples that were deleted, and is what `StoreBackup.restore` takes.
  ///
  /// - Parameter path: Where nothing is yet, from the root on.
  /// - Returns: How many bytes it has.
  /// - Throws: `SystemError` where the file cannot be made, `alreadyExists` where something is there;
  ///   `StorageError` where it cannot be filled. Nothing is left behind then, nor on cancelling.
  package func backup(to path: String) async throws -> Int {
    guard !location.isInMemory else {
      throw ModelError(
        .invalidArgument, cannot: "write the backup \(path)", "the store is in memory alone")
    }
    // The store's own names may be free for the moment, and are never anybody else's.
    guard !path.hasPrefix(location.database) else {
      throw ModelError(
        .invalidArgument, cannot: "write the backup \(path)", "the store keeps its own files there")
    }
    // Rows out of sight are not for those who get it; a store that cannot erase them is worth a backup all the more.
    do { try await maintain() } catch let error as StorageError { faults.note(error) }
    return try await BackupWriter(of: location, on: system).write(to: path)
  }
}
