package import SQLiteCore

// The room that the store takes on the disk. One in memory has no log.
extension StoreWriter {
  /// Moves the write-ahead log into the database and removes it, so that erased bytes are gone.
  package mutating func checkpoint() throws(SQLiteError) {
    try connection.execute("PRAGMA incremental_vacuum")
    if !connection.isInMemory { try connection.checkpoint(.truncate) }
  }

  /// The same for a store that goes on: the log keeps its place on the disk.
  package mutating func scrub() throws(SQLiteError) {
    try connection.execute("PRAGMA incremental_vacuum")
    if !connection.isInMemory { try connection.scrubLog() }
  }

  /// Whether something can be erased that no query reads; what can be taken back is given up where a save needs its room.
  package var hasRoomToGive: Bool {
    let free = try? connection.integer("PRAGMA freelist_count")
    let removed = try? connection.integer("SELECT EXISTS (SELECT 1 FROM removed)")
    return hasErasableGarbage || !leftDocuments.isEmpty || free ?? 0 > 0 || removed ?? 0 > 0
      || state.types.values.contains { !$0.dead.isEmpty }
  }

  /// How many bytes of the log are used.
  package var logBytes: Int { Int(clamping: connection.logBytes) }

  /// Why the log could not be moved into the database after a commit, where the disk was to blame; once for each time.
  package func takeLogFault() -> StorageError? {
    connection.takeLogFault().map { StorageError($0) }
  }

  /// Moves into the database what of the log can be, so that the log needs no more room.
  package func moveLog() throws(SQLiteError) { try connection.checkpoint(.passive) }

  /// Moves the log into the database and removes it, so that others have its room.
  package func removeLog() throws(SQLiteError) { try connection.truncateLog() }

  /// The same as `scrub`, a little at a time where it has to be, so that hardly any room is needed for it.
  package func shrink() throws(SQLiteError) {
    // What is beyond the end of the database then need not be moved there.
    try? connection.execute("PRAGMA incremental_vacuum")
    var free = try connection.integer("PRAGMA freelist_count") ?? 0
    while free > 0 {
      try? connection.truncateLog()
      try connection.execute("PRAGMA incremental_vacuum(32)")
      let rest = try connection.integer("PRAGMA freelist_count") ?? 0
      guard rest < free else { break }
      free = rest
    }
    try connection.truncateLog()
  }

  /// Needs as little room as it can from now on, or no less than it likes; between transactions.
  ///
  /// Where there is little, what is erased in a page that stays is overwritten as ever, and a page that is
  /// given up goes with all that it holds: overwriting it first would take as much of the log. `shrink` takes
  /// such pages out of the database. Tables are emptied as a whole, too, and not row by row as it takes to see
  /// that nothing refers to them.
  package mutating func spareRoom(_ isShort: Bool) throws(SQLiteError) {
    hasLittleRoom = isShort
    try connection.execute(
      isShort
        ? "PRAGMA secure_delete = FAST; PRAGMA foreign_keys = OFF"
        : "PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON")
  }

  /// Makes transactions fail, as on a full disk, that need more than so many bytes of room.
  ///
  /// Each new page is written to the log and to the database, and each page that was free to the log.
  package func boundGrowth(within bytes: Int) throws(SQLiteError) {
    let most = Int64(UInt32.max - 1)
    guard bytes < .max else { return try connection.execute("PRAGMA max_page_count = \(most)") }
    let pages = Int64(bytes) / (try connection.integer("PRAGMA page_size") ?? 4_096)
    let free = try connection.integer("PRAGMA freelist_count") ?? 0
    let count = try connection.integer("PRAGMA page_count") ?? 0
    let growth = max(0, (pages - free) / 2)
    try connection.execute("PRAGMA max_page_count = \(min(most, count + growth))")
  }

  /// Whether there is little room for commits in the file of the log.
  package var isLogNearlyFull: Bool { connection.isLogNearlyFull }

  /// Makes room for commits, so that they are quicker; between transactions.
  package func extendLog() throws(SQLiteError) { try connection.extendLog() }
}
