internal import HealthModel
internal import SQLiteCore
internal import TestSupport

/// The limit: the same columns as bare bytes in one blob per save, with nothing to find them by.
final class ColumnStore {
  private let folder: TemporaryFolder
  private let connection: Connection
  private var insert: Statement

  init() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.file("columns.db"), mode: .readWriteCreate)
    try PeerSettings.apply(to: connection)
    try connection.execute("CREATE TABLE piece (id INTEGER PRIMARY KEY, body BLOB) STRICT")
    let insert = try connection.prepare("INSERT INTO piece (body) VALUES (?1)", persistent: true)
    self.folder = folder
    self.insert = insert
    self.connection = connection
  }

  /// Writes the samples in one transaction of its own.
  func save(_ run: SampleRun) throws {
    guard case .quantity(let values, _) = run.payload else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(run.count * 40)
    // The limit is to be a limit, so the columns are copied as they lie in memory.
    unsafe run.uuids.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    for column in [run.starts, run.ends, values] {
      unsafe column.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }
    try insert.bind(bytes, at: 1)
    try insert.run()
  }
}
