internal import SQLiteCore

/// Gives a peer's connection what our own writer has, so that only the layout differs.
enum PeerSettings {
  static func apply(to connection: borrowing Connection) throws {
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.enableWriteAheadLog()
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA wal_autocheckpoint = 2000;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA cache_size = -8192;
      PRAGMA temp_store = MEMORY;
      """)
  }
}
