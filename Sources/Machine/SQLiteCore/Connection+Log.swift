internal import CSQLite

// The file of the write-ahead log: to write where there are blocks already takes half the time of making
// a file longer, because the file system has nothing of its own to make durable.
extension Connection {
  /// Commits that come one by one for so long make it worth to have room for more.
  private static let manyCommits = 16
  /// How much room there is to be, and how much is made at a time.
  private static let (leastRoom, step): (Int64, Int64) = (256 << 10, 1 << 20)
  /// What SQLite writes before each page.
  private static let frameHeaderBytes: Int64 = 24

  /// Moves pages to the database whenever the log has so many of them, and notes how long it gets.
  ///
  /// - Throws: `misuse` for a database without a write-ahead log.
  package func followLog(checkpointingAt frames: Int) throws(SQLiteError) {
    // Opens the log, if nothing has yet.
    let page = try integer("PRAGMA page_size") ?? 0
    _ = try integer("SELECT count(*) FROM sqlite_schema")
    var size: Int64 = 0
    try check(unsafe CSQLite_sizeOfLog(handle, &size), cannot: "look at the write-ahead log")
    unsafe log.pointee.checkpointAt = Int32(clamping: frames)
    unsafe log.pointee.frameBytes = page + Self.frameHeaderBytes
    // What an earlier process left there counts as used.
    unsafe log.pointee.mostUsed = size
    unsafe log.pointee.size = size
    unsafe CSQLite_followLog(handle, log)
  }

  /// Whether many commits came, and there is little room in the file for more.
  package var isLogNearlyFull: Bool {
    let log = unsafe log.pointee
    return log.commits >= Self.manyCommits && log.size - log.used < Self.leastRoom
      && log.size < mostLogBytes
  }

  /// How many bytes of the log are used.
  package var logBytes: Int64 { unsafe log.pointee.used }

  /// Why pages could not be moved to the database after a commit, where the disk was to blame; `nil` where they
  /// could, and for what was told before.
  ///
  /// The commit itself stands, and the next one tries again.
  package func takeLogFault() -> SQLiteError? {
    let status = unsafe log.pointee.fault
    guard status != SQLITE_OK else { return nil }
    unsafe log.pointee.fault = SQLITE_OK
    return unsafe SQLiteError(status, on: nil, cannot: "move the write-ahead log to the database")
  }

  /// Moves all pages to the database, and gives the room of the log back.
  ///
  /// - Throws: `busy` where a reader was in the way for too long, `full` where the database cannot grow.
  package func truncateLog() throws(SQLiteError) {
    try checkpoint(.truncate)
    unsafe log.pointee.size = 0
    unsafe log.pointee.used = 0
    unsafe log.pointee.mostUsed = 0
  }

  /// Makes room in the file for the commits to come; for whoever follows the log, between transactions.
  ///
  /// - Throws: `SQLiteError` where the disk is full or failed; the log is none the worse.
  package func extendLog() throws(SQLiteError) {
    let size = unsafe log.pointee.size
    let longer = min(size + Self.step, mostLogBytes)
    try clearLog(from: size, to: longer)
    unsafe log.pointee.size = longer
  }

  /// Moves all pages to the database and overwrites them in the log, so that what was erased is gone.
  ///
  /// A file that is longer than it should be is cut.
  ///
  /// - Throws: `busy` where a reader was in the way for too long.
  package func scrubLog() throws(SQLiteError) {
    let used = unsafe log.pointee.mostUsed
    if used > mostLogBytes {
      return try truncateLog()
    }
    try checkpoint(.restart)
    // Nobody looks for pages there now: the next writer starts the log anew.
    try clearLog(from: 0, to: used)
    unsafe log.pointee.used = 0
    unsafe log.pointee.mostUsed = 0
  }

  /// What commits of usual length fill before they are moved to the database.
  private var mostLogBytes: Int64 {
    let log = unsafe log.pointee
    return Int64(log.checkpointAt) * log.frameBytes + Self.step
  }

  private func clearLog(from: Int64, to: Int64) throws(SQLiteError) {
    guard from < to else { return }
    try check(unsafe CSQLite_clearLog(handle, from, to), cannot: "clear the write-ahead log")
  }
}
