package import SQLiteCore

/// One connection that only reads, for queries and checks.
package struct StoreReader: ~Copyable, ConnectionHolder {
  package let connection: Connection
  package var tables: ReadTables

  /// Opens a connection of its own.
  ///
  /// - Parameters:
  ///   - connection: To the store's file.
  ///   - fresh: Shared with the store's writer, where it is in this process.
  /// - Throws: `StorageError` or `SQLiteError` when the file is no store or cannot be read.
  package init(
    _ connection: consuming Connection, fresh: FreshBlocks = FreshBlocks()
  ) throws {
    try Schema.prepare(connection, forWriting: false)
    let tables = try ReadTables(connection, fresh: fresh)
    self.tables = tables
    self.connection = connection
  }

  /// Takes what readings found damaged since the last time, for the writer to note (R24).
  package mutating func takeDamage() -> DamagedParts {
    DamagedParts(
      blocks: tables.blocks.takeUnreadable(),
      headers: tables.uuids.takeUnreadable().union(tables.segments.takeUnreadable()),
      documents: tables.documents.takeUnreadable(), records: tables.state.takeUnreadable(),
      spans: tables.uuids.takeUnreadableSpans(), members: tables.members.takeUnreadable(),
      deletionsThrough: tables.deletions.takeUnreadable()
    )
  }

  /// Forgets decoded blocks and pages of the file, which come back as they are needed.
  package mutating func dropCaches() {
    tables.blocks.forgetRuns()
    connection.releaseMemory()
  }
}
