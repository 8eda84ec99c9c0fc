internal import HealthModel
internal import SQLiteCore
internal import SystemCore
internal import TestSupport

/// The peer: a row per sample in SQLite, keyed by UUID, with an index by time.
final class RowStore {
  let folder: TemporaryFolder
  private let connection: Connection
  private var insert: Statement
  private var range: Statement
  private var latest: Statement
  private var byUUID: Statement
  private var tail: Statement
  private var deleteRange: Statement
  private var deleteUUID: Statement

  /// The number in the first column of the answer to any question.
  func number(_ sql: String) throws -> Double? { try connection.text(sql).flatMap(Double.init) }

  /// As many rows as one transaction takes in bulk.
  static let rowsPerTransaction = 10_000

  /// The columns of rows that were read.
  struct Rows {
    var uuids: [SampleUUID] = []
    var starts: [Double] = []
    var ends: [Double] = []
    var values: [Double] = []
    var sources: [Int64] = []
  }

  init(vfs: String? = nil) throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(
      path: folder.file("rows.db"), mode: .readWriteCreate, vfs: vfs)
    try PeerSettings.apply(to: connection)
    try connection.execute(
      """
      CREATE TABLE sample (
        uuid BLOB NOT NULL UNIQUE, type INTEGER NOT NULL, start REAL NOT NULL, end REAL NOT NULL,
        value REAL NOT NULL, source INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX sample_by_time ON sample (type, end, start);
      """)
    let columns = "SELECT uuid, start, end, value, source FROM sample"
    let insert = try connection.prepare(
      "INSERT INTO sample VALUES (?1, 1, ?2, ?3, ?4, 1)", persistent: true)
    let range = try connection.prepare(
      "\(columns) WHERE type = 1 AND end >= ?1 AND end < ?2", persistent: true)
    let latest = try connection.prepare(
      "\(columns) WHERE type = 1 ORDER BY end DESC LIMIT 1", persistent: true)
    let byUUID = try connection.prepare("\(columns) WHERE uuid = ?1", persistent: true)
    let tail = try connection.prepare("\(columns) WHERE rowid > ?1", persistent: true)
    let deleteRange = try connection.prepare(
      "DELETE FROM sample WHERE type = 1 AND end >= ?1 AND end < ?2", persistent: true)
    let deleteUUID = try connection.prepare("DELETE FROM sample WHERE uuid = ?1", persistent: true)
    self.folder = folder
    self.insert = insert
    self.range = range
    self.latest = latest
    self.byUUID = byUUID
    self.tail = tail
    self.deleteRange = deleteRange
    self.deleteUUID = deleteUUID
    self.connection = connection
  }

  /// Inserts the samples in one transaction.
  func save(_ run: SampleRun, uuids: [UInt8]) throws {
    guard case .quantity(let values, _) = run.payload else { return }
    try connection.execute("BEGIN IMMEDIATE")
    for row in 0..<run.count {
      try insert.bind(uuids[(row * 16)..<(row * 16 + 16)], at: 1)
      try insert.bind(run.starts[row], at: 2)
      try insert.bind(run.ends[row], at: 3)
      try insert.bind(values[row], at: 4)
      try insert.run()
    }
    try connection.execute("COMMIT")
  }

  func rows(endingFrom from: Double, to: Double) throws -> Rows {
    try range.bind(from, at: 1)
    try range.bind(to, at: 2)
    return try Self.read(&range)
  }

  func latestRow() throws -> Rows { try Self.read(&latest) }

  func row(_ uuid: SampleUUID) throws -> Rows {
    try byUUID.bind(uuid.bytes, at: 1)
    return try Self.read(&byUUID)
  }

  func rows(after row: Int) throws -> Rows {
    try tail.bind(row, at: 1)
    return try Self.read(&tail)
  }

  func delete(endingFrom from: Double, to: Double) throws {
    try deleteRange.bind(from, at: 1)
    try deleteRange.bind(to, at: 2)
    try deleteRange.run()
  }

  func delete(_ uuid: SampleUUID) throws {
    try deleteUUID.bind(uuid.bytes, at: 1)
    try deleteUUID.run()
  }

  /// Moves the log into the file.
  func settle() throws {
    try connection.checkpoint(.truncate)
  }

  var bytes: Int {
    get throws { try FileSystem.size(of: folder.file("rows.db")) }
  }

  private static func read(_ statement: inout Statement) throws -> Rows {
    var rows = Rows()
    while try statement.step() {
      let uuid = try statement.withBlob(at: 0) { bytes throws(SQLiteError) in
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<8 {
          words.0 = words.0 << 8 | UInt64(bytes[index])
          words.1 = words.1 << 8 | UInt64(bytes[index + 8])
        }
        return SampleUUID(high: words.0, low: words.1)
      }
      rows.uuids.append(uuid)
      rows.starts.append(statement.double(at: 1))
      rows.ends.append(statement.double(at: 2))
      rows.values.append(statement.double(at: 3))
      rows.sources.append(statement.integer(at: 4))
    }
    return rows
  }
}

extension SampleRun {
  /// All its UUIDs as bytes, one after another.
  var uuidBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * SampleUUID.byteCount)
    for uuid in uuids { uuid.append(to: &bytes) }
    return bytes
  }
}
