#pragma once

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast macro, which Swift cannot import.
static inline sqlite3_destructor_type CSQLite_transient(void) { return SQLITE_TRANSIENT; }

/// `sqlite3_db_config` is variadic, which Swift cannot call; this is its on-off form.
static inline int CSQLite_setFlag(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

/// `sqlite3_config` is variadic, which Swift cannot call; this is its on-off form.
static inline int CSQLite_configure(int option, int on) { return sqlite3_config(option, on); }

/// What is known of a write-ahead log that its writer follows.
typedef struct {
  /// From so many pages on they are moved to the database.
  int checkpointAt;
  /// Commits that were followed.
  long long commits;
  /// What a page takes in the log.
  long long frameBytes;
  /// How far the log reaches as of the last commit, and how far it did at most since it was cleared.
  long long used, mostUsed;
  /// How long its file is.
  long long size;
  /// The status of the first checkpoint that failed by more than a reader in its way since this was taken; 0 where
  /// none did.
  int fault;
} CSQLite_Log;

static int CSQLite_noteCommit(void *log, sqlite3 *db, const char *name, int frames) {
  CSQLite_Log *known = (CSQLite_Log *)log;
  // After a header of 32 bytes.
  known->used = 32 + frames * known->frameBytes;
  if (known->used > known->mostUsed) known->mostUsed = known->used;
  if (known->used > known->size) known->size = known->used;
  known->commits++;
  // As SQLite itself does without a hook: what could not be moved now is moved later.
  if (frames < known->checkpointAt) return SQLITE_OK;
  int status = sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, 0, 0);
  // The commit is durable in the log, so it did not fail; but the disk did.
  int isHeldUp = (status & 0xff) == SQLITE_BUSY || (status & 0xff) == SQLITE_LOCKED;
  if (status != SQLITE_OK && !isHeldUp && !known->fault) known->fault = status;
  return SQLITE_OK;
}

/// Keeps `log` up to date, which takes the place of `wal_autocheckpoint`; without one, nobody is told.
static inline void CSQLite_followLog(sqlite3 *db, CSQLite_Log *log) {
  sqlite3_wal_hook(db, log ? CSQLite_noteCommit : 0, log);
}

/// The file of the write-ahead log; nothing where it is not open.
static inline sqlite3_file *CSQLite_logFile(sqlite3 *db) {
  sqlite3_file *file = 0;
  int status = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  return status == SQLITE_OK && file && file->pMethods ? file : 0;
}

static inline int CSQLite_sizeOfLog(sqlite3 *db, sqlite3_int64 *size) {
  sqlite3_file *file = CSQLite_logFile(db);
  return file ? file->pMethods->xFileSize(file, size) : SQLITE_MISUSE;
}

/// Writes zeros into the file of the write-ahead log, and waits until they are on the disk.
static inline int CSQLite_clearLog(sqlite3 *db, sqlite3_int64 from, sqlite3_int64 to) {
  static const char zeros[65536];
  sqlite3_file *file = CSQLite_logFile(db);
  int status = file ? SQLITE_OK : SQLITE_MISUSE;
  while (status == SQLITE_OK && from < to) {
    int count = to - from < (sqlite3_int64)sizeof zeros ? (int)(to - from) : (int)sizeof zeros;
    status = file->pMethods->xWrite(file, zeros, count, from);
    from += count;
  }
  return status == SQLITE_OK ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : status;
}
