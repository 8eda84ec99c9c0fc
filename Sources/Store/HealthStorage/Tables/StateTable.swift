internal import HealthCodec
internal import HealthModel
package import SQLiteCore

/// The small facts of a store: its head, types, epochs, vector, grants and records.
package struct StateTable: ~Copyable {
  private var putStore: Statement
  private var putType: Statement
  private var putEpoch: Statement
  private var putVector: Statement
  private var removeVector: Statement
  private var putGrant: Statement
  private var putRecord: Statement
  private var removeRecord: Statement
  private var fetchRecord: Statement
  private var fetchRecords: Statement
  private var fetchStore: Statement
  /// Whether a reading found a record damaged since the last time somebody asked.
  private var hasUnreadable = false

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let putStore = try connection.prepare(
      """
      UPDATE store SET
        head = ?1, horizon = ?2, cutoff = ?3, erased = ?4, known_from = ?5, loose_from = ?6,
        checksum = ?7, garbage = ?8, garbage_checksum = ?9
      """, persistent: true)
    let putType = try connection.prepare(
      """
      INSERT INTO type (id, identifier, checksum) VALUES (?1, ?2, ?3)
      """, persistent: true)
    // An incarnation that began without writing anything gives way to the next.
    let putEpoch = try connection.prepare(
      "INSERT OR REPLACE INTO epoch (first_position, incarnation, checksum) VALUES (?1, ?2, ?3)",
      persistent: true)
    let putVector = try connection.prepare(
      "INSERT OR REPLACE INTO vector (type, incarnation, covered, checksum) VALUES (?1, ?2, ?3, ?4)",
      persistent: true)
    let removeVector = try connection.prepare(
      "DELETE FROM vector WHERE type = ?1 AND incarnation = ?2", persistent: true)
    let putGrant = try connection.prepare(
      """
      INSERT OR REPLACE INTO app_grant
        (app, type, share, read, position, incarnation, own_since, foreign_since, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, persistent: true)
    let putRecord = try connection.prepare(
      "INSERT OR REPLACE INTO record (key, position, incarnation, body, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
      persistent: true)
    let removeRecord = try connection.prepare(
      "DELETE FROM record WHERE key = ?1", persistent: true)
    let fetchRecord = try connection.prepare(
      "SELECT \(Self.recordColumns) FROM record WHERE key = ?1", persistent: true)
    let fetchRecords = try connection.prepare(
      "SELECT \(Self.recordColumns) FROM record", persistent: true)
    let fetchStore = try connection.prepare(StoreRow.query, persistent: true)
    self.putStore = putStore
    self.putType = putType
    self.putEpoch = putEpoch
    self.putVector = putVector
    self.removeVector = removeVector
    self.putGrant = putGrant
    self.putRecord = putRecord
    self.removeRecord = removeRecord
    self.fetchRecord = fetchRecord
    self.fetchRecords = fetchRecords
    self.fetchStore = fetchStore
  }

  /// Writes the first row: `garbage` are the blocks that were replaced and not erased yet.
  mutating func putStore(_ state: StoreState, garbage: IntervalSet) throws {
    let bytes = try garbage.encoded()
    try putStore.bind(bytes, at: 8)
    try putStore.bind(Checksum.of(bytes), at: 9)
    try putStore.run(row: state.row.values)
  }

  /// The blocks that were replaced and not erased yet; none where the list is damaged.
  static func garbage(_ connection: borrowing Connection) throws -> IntervalSet {
    var row = try connection.prepare("SELECT garbage, garbage_checksum FROM store")
    guard try row.step() else { return IntervalSet() }
    let bytes = try row.blob(at: 0)
    guard Checksum.of(bytes) == row.integer(at: 1) else { return IntervalSet() }
    return (try? IntervalSet(decoding: bytes, limits: .stored)) ?? IntervalSet()
  }

  /// Erases the blocks that the last process left replaced.
  ///
  /// A list that is damaged is let be: a few blocks too many do no harm, one too few would.
  ///
  /// - Returns: Those for which the disk has no room, because they are overwritten first.
  static func eraseGarbage(_ connection: borrowing Connection) throws -> [Int64] {
    let blocks = try garbage(connection)
    if blocks.isEmpty { return [] }
    do throws(SQLiteError) {
      try erase(blocks, connection)
      return []
    } catch {
      // SQLite has rolled back by itself after some faults.
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      guard error.code == .full else { throw error }
      return blocks.intervals.flatMap { $0.map { Int64(clamping: $0) } }
    }
  }

  private static func erase(
    _ blocks: IntervalSet, _ connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.execute("BEGIN IMMEDIATE")
    var remove = try connection.prepare("DELETE FROM block WHERE id BETWEEN ?1 AND ?2")
    for interval in blocks.intervals {
      try remove.bind(Int64(clamping: interval.lowerBound), at: 1)
      try remove.bind(Int64(clamping: interval.upperBound), at: 2)
      try remove.run()
    }
    try connection.execute("UPDATE store SET garbage = x'', garbage_checksum = 0; COMMIT")
  }

  /// The first row of the last commit, which may be later than a snapshot.
  mutating func storeRow() throws -> StoreRow {
    defer { fetchStore.reset() }
    return try StoreRow(reading: &fetchStore)
  }

  mutating func put(_ type: ObjectType, _ state: TypeState) throws(SQLiteError) {
    try putType.run(row: .integer(state.id), .text(type.identifier))
  }

  mutating func put(_ epoch: StoreState.Epoch) throws(SQLiteError) {
    try putEpoch.run(
      row: .integer(epoch.firstPosition),
      .integer(Int64(bitPattern: epoch.incarnation.rawValue)))
  }

  /// Writes what is covered of a stream; one of which nothing is has no row.
  mutating func put(
    _ covered: IntervalSet, of incarnation: Incarnation, type: Int64
  ) throws {
    guard !covered.isEmpty else {
      try removeVector.bind(type, at: 1)
      try removeVector.bind(Int64(bitPattern: incarnation.rawValue), at: 2)
      return try removeVector.run()
    }
    try putVector.bind(type, at: 1)
    try putVector.bind(Int64(bitPattern: incarnation.rawValue), at: 2)
    let bytes = try covered.encoded()
    try putVector.bind(bytes, at: 3)
    let sum = RowChecksum.of(
      bytes, in: .integer(type), .integer(Int64(bitPattern: incarnation.rawValue)))
    try putVector.bind(sum, at: 4)
    try putVector.run()
  }

  mutating func put(
    _ grant: StoreState.AppGrant, app: String, type: Int64
  ) throws(SQLiteError) {
    try putGrant.run(
      row: .text(app), .integer(type), .integer(Int64(grant.grant.share.rawValue)),
      .integer(Int64(grant.grant.read.rawValue)), .integer(grant.position),
      .integer(Int64(bitPattern: grant.incarnation.rawValue)),
      grant.ownSince.map(SQLValue.integer) ?? .null,
      grant.foreignSince.map(SQLValue.integer) ?? .null)
  }

  mutating func putRecord(
    _ key: String, position: Int64, incarnation: Incarnation, body: [UInt8]
  ) throws(SQLiteError) {
    try putRecord.bind(key, at: 1)
    try putRecord.bind(position, at: 2)
    try putRecord.bind(Int64(bitPattern: incarnation.rawValue), at: 3)
    try putRecord.bind(body, at: 4)
    let sum = RowChecksum.of(
      body, in: .text(key), .integer(position), .integer(Int64(bitPattern: incarnation.rawValue)))
    try putRecord.bind(sum, at: 5)
    try putRecord.run()
  }

  mutating func removeRecord(_ key: String) throws(SQLiteError) {
    try removeRecord.bind(key, at: 1)
    try removeRecord.run()
  }

  /// The body of a record; `nil` where it was never set.
  package mutating func record(_ key: String) throws -> [UInt8]? {
    try fetchRecord.bind(key, at: 1)
    defer { fetchRecord.reset() }
    guard try fetchRecord.step() else { return nil }
    guard let bytes = try Self.soundBody(fetchRecord) else {
      hasUnreadable = true
      throw StorageError(.damaged, cannot: "read the record \(key)", "its checksum does not match")
    }
    return bytes
  }

  /// Whether records were found damaged since the last time.
  mutating func takeUnreadable() -> Bool {
    defer { hasUnreadable = false }
    return hasUnreadable
  }

  /// All records that are what was written, by key.
  package mutating func records() throws -> [String: [UInt8]] {
    var records: [String: [UInt8]] = [:]
    // One that is damaged is told by whoever asks for it.
    try eachRecord { key, bytes in records[key] = bytes }
    return records
  }

  /// The keys of the records that are not what was written.
  mutating func damagedRecords() throws -> [String] {
    var keys: [String] = []
    try eachRecord { key, bytes in if bytes == nil { keys.append(key) } }
    if !keys.isEmpty { hasUnreadable = true }
    return keys
  }

  private mutating func eachRecord(_ body: (String, [UInt8]?) -> Void) throws {
    defer { fetchRecords.reset() }
    while try fetchRecords.step() {
      body(try fetchRecords.text(at: 0), try Self.soundBody(fetchRecords))
    }
  }

  private static let recordColumns = "key, body, checksum, position, incarnation"

  /// The body of the current record; `nil` where it is damaged.
  private static func soundBody(_ row: borrowing Statement) throws(SQLiteError) -> [UInt8]? {
    let bytes = try row.blob(at: 1)
    let sum = RowChecksum.of(
      bytes, in: try row.value(at: 0), try row.value(at: 3), try row.value(at: 4))
    return sum == row.integer(at: 2) ? bytes : nil
  }
}
