internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// What belongs to this node alone: its records, and what was decided on it.
package struct NodeTable: ~Copyable {
  private var put: Statement
  private var fetch: Statement
  private var fetchAll: Statement
  private var append: Statement
  private var forget: Statement
  private var latest: Statement
  /// Whether checksums are of the bodies alone, as before version 13.
  private let isOlder: Bool

  /// Under which the store itself keeps what the sync rules remember.
  static let syncKey = "sync"
  /// As many entries as the audit keeps, a few MB.
  package static let mostEntries: Int64 = 10_000
  /// As many bytes as the key of a record may have.
  static let mostKeyBytes = 64
  /// As many bytes as a record may have.
  static let mostBodyBytes = 1_048_576

  /// Reads and writes these tables of a store.
  ///
  /// - Parameters:
  ///   - connection: To the store.
  ///   - version: That of its tables; one that is older may be read, record by record.
  /// - Throws: What SQLite throws.
  package init(
    _ connection: borrowing Connection, version: Int = Schema.migrator.newestVersion
  ) throws(SQLiteError) {
    isOlder = version < 13
    let put = try connection.prepare(
      "INSERT OR REPLACE INTO node_record (key, body, checksum) VALUES (?1, ?2, ?3)",
      persistent: true)
    let fetch = try connection.prepare(
      "SELECT body, checksum FROM node_record WHERE key = ?1", persistent: true)
    let fetchAll = try connection.prepare(
      "SELECT body, checksum, key FROM node_record ORDER BY key", persistent: true)
    let append = try connection.prepare(
      """
      INSERT INTO audit (at, event, subject, detail, checksum) VALUES (?1, ?2, ?3, ?4, ?5)
      RETURNING id
      """, persistent: true)
    let forget = try connection.prepare("DELETE FROM audit WHERE id <= ?1", persistent: true)
    let latest = try connection.prepare(
      """
      SELECT id, at, event, subject, detail, checksum FROM audit ORDER BY id DESC LIMIT ?1
      """, persistent: true)
    self.put = put
    self.fetch = fetch
    self.fetchAll = fetchAll
    self.append = append
    self.forget = forget
    self.latest = latest
  }

  mutating func put(_ key: String, _ body: [UInt8]) throws(SQLiteError) {
    try put.bind(key, at: 1)
    try put.bind(body, at: 2)
    try put.bind(RowChecksum.of(body, in: .text(key)), at: 3)
    try put.run()
    // The statement lives on, and what it was given may be secret.
    put.reset(clearing: true)
  }

  /// The body of a record of this node.
  ///
  /// - Parameter key: Whose.
  /// - Returns: `nil` where it was never set.
  /// - Throws: `damaged` where its bytes are not what was written.
  package mutating func record(_ key: String) throws -> [UInt8]? {
    try fetch.bind(key, at: 1)
    defer { fetch.reset() }
    guard try fetch.step() else { return nil }
    let bytes = try fetch.blob(at: 0)
    let sum = isOlder ? Checksum.of(bytes) : RowChecksum.of(bytes, in: .text(key))
    guard sum == fetch.integer(at: 1) else {
      throw StorageError(
        .damaged, cannot: "read the record \(key) of this node", "its checksum does not match")
    }
    return bytes
  }

  /// Whether the record is what was written, or never was.
  mutating func isSound(_ key: String) throws(SQLiteError) -> Bool {
    try fetch.bind(key, at: 1)
    defer { fetch.reset() }
    guard try fetch.step() else { return true }
    return RowChecksum.of(try fetch.blob(at: 0), in: .text(key)) == fetch.integer(at: 1)
  }

  /// The keys of the records of this node that are not what was written, but for what the sync rules remember.
  mutating func damagedRecords() throws(SQLiteError) -> [String] {
    defer { fetchAll.reset() }
    var keys: [String] = []
    while try fetchAll.step() {
      // A flipped bit may leave no text.
      let key = String(decoding: try fetchAll.blob(at: 2), as: UTF8.self)
      let sum = RowChecksum.of(try fetchAll.blob(at: 0), in: try fetchAll.value(at: 2))
      if sum != fetchAll.integer(at: 1), key != Self.syncKey {
        keys.append(key)
      }
    }
    return keys
  }

  mutating func append(_ entry: AuditEntry) throws(SQLiteError) {
    try append.bind(entry.at, at: 1)
    try append.bind(entry.event, at: 2)
    try append.bind(entry.subject, at: 3)
    try append.bind(entry.detail, at: 4)
    try append.bind(entry.checksum, at: 5)
    guard try append.step() else { return }
    let id = append.integer(at: 0)
    append.reset()
    guard id > Self.mostEntries else { return }
    try forget.bind(id - Self.mostEntries, at: 1)
    try forget.run()
  }

  /// The latest entries of the audit, newest first.
  ///
  /// In the place of one that is not what was written stands one with the event "damaged", and the
  /// others stay readable.
  package mutating func audit(latest count: Int) throws(SQLiteError) -> [AuditEntry] {
    var entries: [AuditEntry] = []
    try visitAudit(latest: count) { id, entry in
      entries.append(
        entry
          ?? AuditEntry(
            at: 0, event: "damaged", detail: "entry \(id) of the audit is not what was written"))
    }
    return entries
  }

  /// The numbers of entries of the audit that are not what was written.
  mutating func damagedEntries() throws(SQLiteError) -> [Int64] {
    var damaged: [Int64] = []
    try visitAudit(latest: Int(Self.mostEntries)) { id, entry in
      if entry == nil { damaged.append(id) }
    }
    return damaged
  }

  private mutating func visitAudit(
    latest count: Int, _ visit: (Int64, AuditEntry?) -> Void
  ) throws(SQLiteError) {
    try latest.bind(Int64(max(0, count)), at: 1)
    defer { latest.reset() }
    while try latest.step() {
      var texts: [String] = []
      for column in 2...4 {
        // As bytes, because a flipped bit may leave no text.
        if let text = String(validating: try latest.blob(at: column), as: UTF8.self) {
          texts.append(text)
        }
      }
      var entry: AuditEntry?
      if texts.count == 3 {
        let read = AuditEntry(
          at: latest.double(at: 1), event: texts[0], subject: texts[1], detail: texts[2])
        if read.checksum == latest.integer(at: 5) { entry = read }
      }
      visit(latest.integer(at: 0), entry)
    }
  }
}

extension AuditEntry {
  /// The hash of all of it; no text holds the byte that separates them.
  fileprivate var checksum: Int64 {
    var bytes: [UInt8] = []
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: at.bitPattern >> shift))
    }
    for text in [event, subject, detail] { bytes += Array(text.utf8) + [0] }
    return Checksum.of(bytes)
  }
}
