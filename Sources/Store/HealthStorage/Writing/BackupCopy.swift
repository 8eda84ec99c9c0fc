internal import SQLiteCore

/// A copy of a store that is to be a backup.
package enum BackupCopy {
  /// Takes out of the copy what was deleted and can be taken back in the store alone.
  ///
  /// - Parameter path: The copy, which nobody else has open.
  /// - Throws: What SQLite throws, and where the copy cannot be read.
  package static func eraseRemoved(in path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM removed)") == 1 else { return }
    // Nobody needs it before it is whole.
    try connection.execute(
      """
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
      PRAGMA secure_delete = ON;
      BEGIN;
      """)
    var removed = try RemovedTable(connection)
    var documents = try DocumentTable(connection)
    for document in try removed.documents() { try documents.remove(document) }
    try connection.execute("DELETE FROM removed; COMMIT; PRAGMA incremental_vacuum")
  }
}
