internal import HealthCodec
internal import HealthModel
package import SQLiteCore

/// The rows out of sight, by block.
package struct DeadTable: ~Copyable {
  private var put: Statement
  private var remove: Statement

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let put = try connection.prepare(
      "INSERT OR REPLACE INTO dead (block, rows, checksum) VALUES (?1, ?2, ?3)", persistent: true)
    let remove = try connection.prepare("DELETE FROM dead WHERE block = ?1", persistent: true)
    self.put = put
    self.remove = remove
  }

  mutating func put(_ rows: IntervalSet, of block: Int64) throws {
    try put.bind(block, at: 1)
    let bytes = try rows.encoded()
    try put.bind(bytes, at: 2)
    try put.bind(RowChecksum.of(bytes, in: .integer(block)), at: 3)
    try put.run()
  }

  mutating func remove(_ block: Int64) throws(SQLiteError) {
    try remove.bind(block, at: 1)
    try remove.run()
  }
}
