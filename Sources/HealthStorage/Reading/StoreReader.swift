package import SQLiteCore

/// One connection that only reads, for queries and checks.
package struct StoreReader: ~Copyable, ConnectionKeeper {
  package let connection: Connection
  package var tables: ReadTables

  package init(_ connection: consuming Connection) throws {
    try Schema.prepare(connection, forWriting: false)
    let tables = try ReadTables(connection)
    self.tables = tables
    self.connection = connection
  }

  /// Takes the blocks that readings found damaged since the last time, for the writer to note (R24).
  package mutating func takeDamagedBlocks() -> Set<Int64> {
    tables.blocks.takeUnreadable()
  }

  /// Forgets decoded blocks and pages of the file, which come back as they are needed.
  package mutating func dropCaches() {
    tables.blocks.forgetRuns()
    connection.releaseMemory()
  }
}
