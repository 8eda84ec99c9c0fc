private import CSQLite

/// How much of the write-ahead log a checkpoint must move.
package enum CheckpointMode: Hashable, Sendable {
  /// What needs no waiting.
  case passive
  /// Everything, waiting for readers and writers.
  case full
  /// Everything, and the next writer starts the log anew.
  case restart
  /// Everything, and the log file becomes empty.
  case truncate
}

/// What a checkpoint left.
package struct Checkpoint: Hashable, Sendable {
  /// Pages in the log.
  package var logFrames: Int
  /// Those of them that are in the database too.
  package var checkpointedFrames: Int
}

extension Connection {
  /// Makes the database use a write-ahead log.
  ///
  /// - Throws: also when SQLite quietly stays with another kind of journal.
  package func enableWriteAheadLog() throws(SQLiteError) {
    let mode = try text("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw SQLiteError(
        .other, cannot: "use a write-ahead log", "the journal mode stays \(mode ?? "unknown")")
    }
  }

  /// Moves pages from the write-ahead log to the database.
  ///
  /// - Throws: `busy` when a mode other than `passive` could not finish in time, and `misuse` for a
  ///   database without a write-ahead log.
  @discardableResult
  package func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> Checkpoint {
    var log: Int32 = 0
    var moved: Int32 = 0
    let status = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode.number, &log, &moved)
    try check(status, cannot: "checkpoint the write-ahead log")
    guard log >= 0, moved >= 0 else {
      throw SQLiteError(.misuse, cannot: "checkpoint the write-ahead log", "there is none")
    }
    return Checkpoint(logFrames: Int(log), checkpointedFrames: Int(moved))
  }
}

extension CheckpointMode {
  fileprivate var number: Int32 {
    switch self {
    case .passive: SQLITE_CHECKPOINT_PASSIVE
    case .full: SQLITE_CHECKPOINT_FULL
    case .restart: SQLITE_CHECKPOINT_RESTART
    case .truncate: SQLITE_CHECKPOINT_TRUNCATE
    }
  }
}
