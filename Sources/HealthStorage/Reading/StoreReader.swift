package import SQLiteCore

/// One connection that only reads, for queries and checks.
package struct StoreReader: ~Copyable {
  let connection: Connection
  package var tables: ReadTables

  package init(_ connection: consuming Connection) throws {
    try Schema.prepare(connection, forWriting: false)
    let tables = try ReadTables(connection)
    self.tables = tables
    self.connection = connection
  }
}
