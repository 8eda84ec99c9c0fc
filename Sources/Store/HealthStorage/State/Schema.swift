package import SQLiteCore

/// The tables of a store and how a connection to them is set up.
package enum Schema {
  /// "Dyad" in ASCII: tells our files from other SQLite databases.
  package static let applicationID: Int32 = 0x4479_6164

  package static let migrator = Migrator(
    applicationID: applicationID,
    migrations: migrations)

  /// The steps from an empty file to the tables of today.
  package static let migrations = [
    Migration(version: 1, sql: PackageResources.v0001_store_sql),
    Migration(version: 2, sql: PackageResources.v0002_node_sql),
    Migration(version: 3, sql: PackageResources.v0003_sync_sql),
    Migration(version: 4, sql: PackageResources.v0004_uuid_pages_sql),
    Migration(version: 5, sql: PackageResources.v0005_lanes_sql),
    Migration(version: 6, sql: PackageResources.v0006_loose_blocks_sql),
    Migration(version: 7, sql: PackageResources.v0007_imports_sql),
    Migration(version: 8, sql: PackageResources.v0008_quotients_sql),
  ]

  /// Sets a new connection up, and brings the tables up to date where it may write.
  package static func prepare(
    _ connection: borrowing Connection, forWriting isWriting: Bool
  ) throws {
    if isWriting {
      // Only before the first table does a file learn to give pages back; saying it again writes a page.
      if try connection.integer("PRAGMA auto_vacuum") != 2 {
        try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
      }
      if connection.isInMemory {
        try connection.execute("PRAGMA journal_mode = MEMORY")
      } else {
        // Until the log is there a journal is, and one whose removal a power cut undid would take
        // everything back; only so is the removal synced.
        try connection.execute("PRAGMA synchronous = EXTRA")
        try connection.enableWriteAheadLog()
        try connection.execute("PRAGMA synchronous = FULL")
      }
      try connection.execute(
        """
        PRAGMA secure_delete = ON;
        PRAGMA foreign_keys = ON;
        PRAGMA journal_size_limit = 16777216;
        PRAGMA cache_size = -8192;
        """)
      _ = try migrator.migrate(connection)
      if !connection.isInMemory { try connection.followLog(checkpointingAt: 2_000) }
    } else {
      try connection.execute(
        """
        PRAGMA query_only = ON;
        PRAGMA cache_size = -8192;
        """)
    }
    try connection.execute("PRAGMA temp_store = MEMORY")
  }
}
