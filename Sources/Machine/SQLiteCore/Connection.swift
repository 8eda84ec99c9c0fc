internal import CSQLite

/// One open database, and the only owner of its handle.
///
/// It is opened without SQLite's own mutexes and is not `Sendable`: the isolation of whoever owns it
/// is the only isolation it, and the statements prepared from it, can be used from. It can be sent
/// to another isolation as a whole.
///
/// A statement may outlive its connection: the handle then stays open inside SQLite, unreachable
/// from here, until the last statement is gone. `close()` refuses that; `deinit` permits it.
@safe package struct Connection: ~Copyable {
  /// What the connection may do with the file.
  package enum Mode: Hashable, Sendable {
    /// Read and write, and make the file when there is none.
    case readWriteCreate
    /// Read and write a file that exists.
    case readWrite
    /// Read a file that exists.
    case readOnly
  }

  /// Long enough for a checkpoint of another connection to pass, short enough for a person to wait.
  package static var patience: Duration { .seconds(5) }

  let handle: OpaquePointer
  /// Stops what this connection is doing, from any thread.
  package let interrupter: Interrupter
  /// Whether what it opened is gone with the last connection to it.
  package let isInMemory: Bool
  /// What is known of the write-ahead log, where this connection follows it.
  let log: UnsafeMutablePointer<CSQLite_Log>
  /// What statements may read, where that is restricted.
  var watch: ReadingWatch?
  private var isClosed = false

  /// The file system of databases in memory, which connections of this process share by their path.
  ///
  /// The path begins with a slash. They have no write-ahead log, and who finds one locked is told so at once.
  package static let memorySystem = "memdb"

  /// Opens the file at `path`, or a database in memory for ":memory:".
  ///
  /// - Parameters:
  ///   - path: The file's path; a link is followed.
  ///   - mode: What the connection may do with the file.
  ///   - vfs: The name of a registered file system of SQLite's, or the default one.
  ///   - busyTimeout: How long to wait for another connection's lock.
  /// - Throws: `SQLiteError`; a file that is no database shows itself at the first statement.
  package init(
    path: String, mode: Mode, vfs: String? = nil, busyTimeout: Duration = Connection.patience
  ) throws(SQLiteError) {
    let handle = try unsafe Connection.open(path, mode, vfs: vfs, busyTimeout: busyTimeout)
    unsafe self.handle = handle
    self.interrupter = unsafe Interrupter(handle)
    isInMemory = path == ":memory:" || vfs == Self.memorySystem
    let log = UnsafeMutablePointer<CSQLite_Log>.allocate(capacity: 1)
    unsafe log.initialize(to: CSQLite_Log())
    unsafe self.log = log
  }

  deinit {
    if !isClosed {
      interrupter.disarm()
      // What still uses the handle keeps it, and may commit.
      unsafe CSQLite_followLog(handle, nil)
      // What has to be compiled again later is refused.
      if watch != nil { _ = unsafe sqlite3_set_authorizer(handle, ReadingWatch.ask, nil) }
      // It cannot fail: what still uses the handle keeps it.
      _ = unsafe sqlite3_close_v2(handle)
    }
    unsafe log.deallocate()
  }

  /// Closes the database now.
  ///
  /// - Throws: `busy`, naming the statements that were not let go; the database then closes
  ///   together with the last of them.
  package consuming func close() throws(SQLiteError) {
    interrupter.disarm()
    let status = unsafe sqlite3_close(handle)
    guard status == SQLITE_OK else {
      var names: [String] = []
      var statement = unsafe sqlite3_next_stmt(handle, nil)
      while let found = unsafe statement {
        names.append(unsafe sqlite3_sql(found).map { unsafe String(cString: $0) } ?? "")
        unsafe statement = unsafe sqlite3_next_stmt(handle, found)
      }
      throw SQLiteError(
        SQLiteError.Code(status), cannot: "close the database",
        "statements are in use: \(names.joined(separator: "; "))")
    }
    isClosed = true
  }

  func check(_ status: Int32, cannot operation: @autoclosure () -> String) throws(SQLiteError) {
    guard status == SQLITE_OK else {
      throw unsafe SQLiteError(status, on: handle, cannot: operation())
    }
  }
}

extension Connection {
  /// Apart from the initialiser, because a value that is half made has no `deinit` to close it.
  private static func open(
    _ path: String, _ mode: Mode, vfs: String?, busyTimeout: Duration
  )
    throws(SQLiteError) -> OpaquePointer
  {
    guard !path.utf8.contains(0) else {
      throw SQLiteError(.misuse, cannot: "open a database", "its path contains a zero byte")
    }
    // Where somebody else has begun to use SQLite, it goes on counting, which costs time and nothing else.
    _ = countsNoMemory
    var opened: OpaquePointer?
    var status = unsafe sqlite3_open_v2(path, &opened, mode.flags, vfs)
    if status == SQLITE_OK, let handle = unsafe opened {
      status = unsafe configure(handle, busyTimeout: busyTimeout)
      if status == SQLITE_OK { return unsafe handle }
    }
    let error = unsafe SQLiteError(status, on: opened, cannot: "open \(path)")
    // SQLite hands out a handle even on failure, and it still has to be closed.
    _ = unsafe sqlite3_close_v2(opened)
    throw error
  }

  /// Keeps SQLite from counting what it allocates, which takes a lock each time and which nobody asks for.
  private static let countsNoMemory = CSQLite_configure(SQLITE_CONFIG_MEMSTATUS, 0)

  private static func configure(_ handle: OpaquePointer, busyTimeout: Duration) -> Int32 {
    // No file can make SQL do what our own SQL does not say, by no trigger and no view either, and "x" is never a
    // string.
    let flags: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    for (flag, on) in flags {
      let status = unsafe CSQLite_setFlag(handle, flag, on)
      guard status == SQLITE_OK else { return status }
    }
    let milliseconds = min(max(0, busyTimeout / .milliseconds(1)), Double(Int32.max))
    return unsafe sqlite3_busy_timeout(handle, Int32(milliseconds))
  }
}

extension Connection.Mode {
  /// The flags of `sqlite3_open_v2`.
  fileprivate var flags: Int32 {
    let always = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    return switch self {
    case .readWriteCreate: always | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: always | SQLITE_OPEN_READWRITE
    case .readOnly: always | SQLITE_OPEN_READONLY
    }
  }
}
