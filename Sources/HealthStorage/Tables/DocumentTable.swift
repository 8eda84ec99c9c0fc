internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// The bytes of documents, in pieces so that neither side holds a whole one in memory.
package struct DocumentTable: ~Copyable {
  private var insert: Statement
  private var fetch: Statement
  private var remove: Statement

  /// As much of a document as is in memory at once.
  package static let pieceBytes = 64 * 1_024

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT INTO document_piece (high, low, ordinal, bytes, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """, persistent: true)
    let fetch = try connection.prepare(
      """
      SELECT bytes, checksum FROM document_piece
      WHERE high = ?1 AND low = ?2 AND ordinal = ?3
      """, persistent: true)
    let remove = try connection.prepare(
      "DELETE FROM document_piece WHERE high = ?1 AND low = ?2", persistent: true)
    self.insert = insert
    self.fetch = fetch
    self.remove = remove
  }

  mutating func insert(_ bytes: [UInt8], of document: SampleUUID) throws(SQLiteError) {
    var ordinal: Int64 = 0
    var offset = 0
    while offset < bytes.count {
      let piece = bytes[offset..<min(offset + Self.pieceBytes, bytes.count)]
      try Self.bind(document, to: &insert)
      try insert.bind(ordinal, at: 3)
      try insert.bind(piece, at: 4)
      try insert.bind(Checksum.of(piece.span), at: 5)
      try insert.run()
      ordinal += 1
      offset += piece.count
    }
  }

  /// Piece `ordinal` of a document; `nil` after the last.
  package mutating func piece(_ ordinal: Int, of document: SampleUUID) throws -> [UInt8]? {
    try Self.bind(document, to: &fetch)
    try fetch.bind(Int64(ordinal), at: 3)
    defer { fetch.reset() }
    guard try fetch.step() else { return nil }
    let bytes = try fetch.blob(at: 0)
    guard Checksum.of(bytes) == fetch.integer(at: 1) else {
      throw StorageError(.damaged, cannot: "read a document", "a checksum does not match")
    }
    return bytes
  }

  mutating func remove(_ document: SampleUUID) throws(SQLiteError) {
    try Self.bind(document, to: &remove)
    try remove.run()
  }

  private static func bind(
    _ document: SampleUUID, to statement: inout Statement
  ) throws(SQLiteError) {
    try statement.bind(Int64(bitPattern: document.high), at: 1)
    try statement.bind(Int64(bitPattern: document.low), at: 2)
  }
}
