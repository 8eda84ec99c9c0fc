internal import HealthModel
package import SQLiteCore

/// Twins' aliases, in stretches (R23).
package struct AliasTable: ~Copyable {
  private var insert: Statement
  private var remove: Statement

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT INTO alias
        (type, incarnation, last, first, host_type, host_incarnation, host_first, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, persistent: true)
    let remove = try connection.prepare(
      "DELETE FROM alias WHERE type = ?1 AND incarnation = ?2 AND last = ?3", persistent: true)
    self.insert = insert
    self.remove = remove
  }

  /// Adds a stretch of aliases of one type whose hosts are of one type.
  mutating func insert(
    _ span: Aliases.Span, type: Int64, hostType: Int64
  ) throws(SQLiteError) {
    try insert.run(
      row: .integer(type), .integer(Int64(bitPattern: span.stream.incarnation.rawValue)),
      .integer(Int64(bitPattern: span.sequences.upperBound)),
      .integer(Int64(bitPattern: span.sequences.lowerBound)), .integer(hostType),
      .integer(Int64(bitPattern: span.host.incarnation.rawValue)),
      .integer(Int64(bitPattern: span.hostFirst)))
  }

  /// Removes a stretch as it was added.
  mutating func remove(_ span: Aliases.Span, type: Int64) throws(SQLiteError) {
    try remove.bind(type, at: 1)
    try remove.bind(Int64(bitPattern: span.stream.incarnation.rawValue), at: 2)
    try remove.bind(Int64(bitPattern: span.sequences.upperBound), at: 3)
    try remove.run()
  }
}
