internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// The bytes of documents, in pieces so that neither side holds a whole one in memory.
///
/// The pieces of a deleted document that can be taken back have negative ordinals, from -1 down: they **wait**, and are
/// none of any document.
package struct DocumentTable: ~Copyable {
  private var insert: Statement
  private var fetch: Statement
  private var measure: Statement
  private var remove: Statement
  private var last: Statement
  private var next: Statement
  private var removeOld: Statement
  private var move: Statement
  private var hide: Statement
  private var bringBack: Statement
  /// The number of the next piece: no number is given twice, also where pieces are gone.
  private var number: Int64 = 1
  /// Documents that readings found damaged since the last time somebody took them.
  private(set) var unreadable: Set<SampleUUID> = []

  /// How much there is of a document.
  struct Extent {
    var pieces: Int64
    /// One more than the number of the last piece.
    var end: Int64
    var byteCount: Int64

    /// Whether it is a whole document of a length: pieces of peers may be short, so that their number alone
    /// says nothing.
    func isWhole(_ length: Int64) -> Bool { pieces == end && byteCount == length }
  }

  /// As much of a document as is in memory at once.
  package static let pieceBytes = 64 * 1_024

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT OR REPLACE INTO document_piece (rowid, high, low, ordinal, bytes, checksum)
      VALUES (?6, ?1, ?2, ?3, ?4, ?5)
      """, persistent: true)
    let fetch = try connection.prepare(
      """
      SELECT bytes, checksum FROM document_piece
      WHERE high = ?1 AND low = ?2 AND ordinal = ?3
      """, persistent: true)
    // SQLite tells a blob's length without reading the blob.
    let measure = try connection.prepare(
      """
      SELECT count(*), coalesce(max(abs(ordinal + (ordinal < 0))) + 1, 0), coalesce(sum(length(bytes)), 0)
      FROM document_piece WHERE high = ?1 AND low = ?2 AND (ordinal < 0) = ?3
      """, persistent: true)
    let remove = try connection.prepare(
      """
      DELETE FROM document_piece WHERE rowid IN
        (SELECT rowid FROM document_piece WHERE high = ?1 AND low = ?2 AND (ordinal < 0) = ?4 LIMIT ?3)
      """, persistent: true)
    let last = try connection.prepare("SELECT max(rowid) FROM document_piece", persistent: true)
    let next = try connection.prepare(
      """
      SELECT rowid, high, low FROM document_piece WHERE rowid > ?1 AND rowid <= ?2 AND ordinal >= 0
      ORDER BY rowid LIMIT 1
      """, persistent: true)
    let removeOld = try connection.prepare(
      "DELETE FROM document_piece WHERE high = ?1 AND low = ?2 AND rowid <= ?3 AND ordinal >= 0",
      persistent: true)
    let move = try connection.prepare(
      """
      UPDATE OR REPLACE document_piece
      SET high = ?3, low = ?4, checksum = (checksum | ?5) - (checksum & ?5)
      WHERE high = ?1 AND low = ?2 AND ordinal >= 0
      """, persistent: true)
    let hide = try connection.prepare(
      """
      UPDATE OR REPLACE document_piece SET ordinal = -1 - ordinal
      WHERE high = ?1 AND low = ?2 AND ordinal >= 0
      """, persistent: true)
    let bringBack = try connection.prepare(
      """
      UPDATE OR REPLACE document_piece
      SET high = ?3, low = ?4, ordinal = -1 - ordinal, checksum = (checksum | ?5) - (checksum & ?5)
      WHERE high = ?1 AND low = ?2 AND ordinal < 0
      """, persistent: true)
    self.move = move
    self.hide = hide
    self.bringBack = bringBack
    self.last = last
    self.next = next
    self.removeOld = removeOld
    self.insert = insert
    self.fetch = fetch
    self.measure = measure
    self.remove = remove
  }

  mutating func insert(_ bytes: [UInt8], of document: SampleUUID) throws(SQLiteError) {
    var ordinal: Int64 = 0
    var offset = 0
    while offset < bytes.count {
      let piece = Array(bytes[offset..<min(offset + Self.pieceBytes, bytes.count)])
      try put(piece, ordinal, of: document)
      ordinal += 1
      offset += piece.count
    }
  }

  /// Gives the pieces of a document to another UUID, under which its sample is stored from now on.
  mutating func move(_ document: SampleUUID, to uuid: SampleUUID) throws(SQLiteError) {
    try Self.bind(document, uuid, to: &move)
    try move.run()
  }

  /// Makes the pieces of a document wait: nobody reads them any more, also where somebody has begun to.
  mutating func hide(_ document: SampleUUID) throws(SQLiteError) {
    try Self.bind(document, to: &hide)
    try hide.run()
  }

  /// Gives the pieces of a document that wait to its copy.
  mutating func bringBack(_ document: SampleUUID, as copy: SampleUUID) throws(SQLiteError) {
    try Self.bind(document, copy, to: &bringBack)
    try bringBack.run()
  }

  /// Writes one piece.
  mutating func put(
    _ piece: [UInt8], _ ordinal: Int64, of document: SampleUUID
  ) throws(SQLiteError) {
    try Self.bind(document, to: &insert)
    try insert.bind(ordinal, at: 3)
    try insert.bind(piece, at: 4)
    try insert.bind(Self.checksum(piece, ordinal, of: document), at: 5)
    try insert.bind(number, at: 6)
    try insert.run()
    number += 1
  }

  /// Piece `ordinal` of a document; `nil` after the last.
  package mutating func piece(_ ordinal: Int, of document: SampleUUID) throws -> [UInt8]? {
    try Self.bind(document, to: &fetch)
    try fetch.bind(Int64(ordinal), at: 3)
    defer { fetch.reset() }
    guard try fetch.step() else { return nil }
    let bytes = try fetch.blob(at: 0)
    guard Self.checksum(bytes, Int64(ordinal), of: document) == fetch.integer(at: 1) else {
      unreadable.insert(document)
      throw StorageError(.damaged, cannot: "read a document", "a checksum does not match")
    }
    return bytes
  }

  /// Notes that a piece of a document is missing.
  mutating func noteUnreadable(_ document: SampleUUID) { unreadable.insert(document) }

  /// Takes the documents that were found damaged.
  mutating func takeUnreadable() -> Set<SampleUUID> {
    defer { unreadable = [] }
    return unreadable
  }

  /// What is wrong with the bytes of a document of a length, if anything is.
  mutating func flaw(of document: SampleUUID, byteCount: Int64) throws -> String? {
    let extent = try extent(of: document)
    guard extent.isWhole(byteCount) else {
      unreadable.insert(document)
      return "a piece of it is missing"
    }
    do {
      for ordinal in 0..<extent.pieces { _ = try piece(Int(ordinal), of: document) }
      return nil
    } catch let error as StorageError where error.code == .damaged {
      return error.detail
    }
  }

  /// Measures what there is of a document, or of what waits of it.
  mutating func extent(
    of document: SampleUUID, waiting isWaiting: Bool = false
  ) throws(SQLiteError) -> Extent {
    try Self.bind(document, to: &measure)
    try measure.bind(isWaiting ? 1 : 0, at: 3)
    defer { measure.reset() }
    guard try measure.step() else { return Extent(pieces: 0, end: 0, byteCount: 0) }
    return Extent(
      pieces: measure.integer(at: 0), end: measure.integer(at: 1),
      byteCount: measure.integer(at: 2))
  }

  /// Removes a document, or some pieces of it, or what waits of it.
  mutating func remove(
    _ document: SampleUUID, atMost pieces: Int64 = .max, waiting isWaiting: Bool = false
  ) throws(SQLiteError) {
    try Self.bind(document, to: &remove)
    try remove.bind(pieces, at: 3)
    try remove.bind(isWaiting ? 1 : 0, at: 4)
    try remove.run()
  }

  /// The number of the last piece that was ever written.
  var lastGiven: Int64 { number - 1 }

  /// The number of the last piece that is there; those written later have higher ones.
  mutating func lastNumber() throws(SQLiteError) -> Int64 {
    defer { last.reset() }
    return try last.step() ? last.integer(at: 0) : 0
  }

  /// Numbers pieces after `number` from now on, which is the last that a piece ever had.
  mutating func goOn(after number: Int64) { self.number = number + 1 }

  /// The first piece with a number in `numbers`, and whose it is.
  mutating func piece(
    numbered numbers: ClosedRange<Int64>
  ) throws(SQLiteError) -> (number: Int64, document: SampleUUID)? {
    try next.bind(numbers.lowerBound - 1, at: 1)
    try next.bind(numbers.upperBound, at: 2)
    defer { next.reset() }
    guard try next.step() else { return nil }
    return (
      next.integer(at: 0),
      SampleUUID(
        high: UInt64(bitPattern: next.integer(at: 1)),
        low: UInt64(bitPattern: next.integer(at: 2)))
    )
  }

  /// Removes the pieces of a document that have no higher number.
  mutating func remove(_ document: SampleUUID, numberedThrough number: Int64) throws(SQLiteError) {
    try Self.bind(document, to: &removeOld)
    try removeOld.bind(number, at: 3)
    try removeOld.run()
  }

  /// Binds two documents, and what makes the checksum of a piece of the one that of a piece of the other.
  private static func bind(
    _ document: SampleUUID, _ other: SampleUUID, to statement: inout Statement
  ) throws(SQLiteError) {
    try bind(document, to: &statement)
    try statement.bind(Int64(bitPattern: other.high), at: 3)
    try statement.bind(Int64(bitPattern: other.low), at: 4)
    try statement.bind(place(of: document) ^ place(of: other), at: 5)
  }

  private static func place(of document: SampleUUID) -> Int64 {
    RowChecksum.of([
      .integer(Int64(bitPattern: document.high)), .integer(Int64(bitPattern: document.low)),
    ])
  }

  /// The checksum of a piece, the same while it waits.
  private static func checksum(
    _ bytes: [UInt8], _ ordinal: Int64, of document: SampleUUID
  ) -> Int64 {
    RowChecksum.of(bytes, in: .integer(ordinal)) ^ place(of: document)
  }

  private static func bind(
    _ document: SampleUUID, to statement: inout Statement
  ) throws(SQLiteError) {
    try statement.bind(Int64(bitPattern: document.high), at: 1)
    try statement.bind(Int64(bitPattern: document.low), at: 2)
  }
}
