private import CSQLite

/// What a connection did and holds; for budgets and benchmarks.
package struct ConnectionStatistics: Hashable, Sendable {
  /// Bytes of the page cache.
  package var cacheBytes: Int
  /// Bytes of the parsed schema.
  package var schemaBytes: Int
  /// Bytes of the prepared statements.
  package var statementBytes: Int
  /// Pages found in the cache since the connection opened.
  package var cacheHits: Int
  /// Pages read from the file since the connection opened.
  package var cacheMisses: Int
  /// Pages written since the connection opened.
  package var pagesWritten: Int
  /// Pages written in the middle of a transaction because the cache was full.
  package var pagesSpilled: Int

  /// Bytes held in all.
  package var memoryUsed: Int { cacheBytes + schemaBytes + statementBytes }
}

extension Connection {
  /// The counters as they are now.
  package func statistics() throws(SQLiteError) -> ConnectionStatistics {
    ConnectionStatistics(
      cacheBytes: try counter(SQLITE_DBSTATUS_CACHE_USED),
      schemaBytes: try counter(SQLITE_DBSTATUS_SCHEMA_USED),
      statementBytes: try counter(SQLITE_DBSTATUS_STMT_USED),
      cacheHits: try counter(SQLITE_DBSTATUS_CACHE_HIT),
      cacheMisses: try counter(SQLITE_DBSTATUS_CACHE_MISS),
      pagesWritten: try counter(SQLITE_DBSTATUS_CACHE_WRITE),
      pagesSpilled: try counter(SQLITE_DBSTATUS_CACHE_SPILL))
  }

  private func counter(_ number: Int32) throws(SQLiteError) -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    try check(
      unsafe sqlite3_db_status(handle, number, &current, &highest, 0), cannot: "read a counter")
    return Int(current)
  }
}

extension Statement {
  /// Rows visited by reading a whole table because no index fits, since it was prepared.
  package var fullScanSteps: Int { counter(SQLITE_STMTSTATUS_FULLSCAN_STEP) }

  /// Sorts that no index made unnecessary, since it was prepared.
  package var sorts: Int { counter(SQLITE_STMTSTATUS_SORT) }

  /// Operations of SQLite's virtual machine, since it was prepared.
  package var operations: Int { counter(SQLITE_STMTSTATUS_VM_STEP) }

  private func counter(_ number: Int32) -> Int {
    Int(unsafe sqlite3_stmt_status(handle, number, 0))
  }
}
