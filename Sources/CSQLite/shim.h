#pragma once

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast macro, which Swift cannot import.
static inline sqlite3_destructor_type CSQLite_transient(void) { return SQLITE_TRANSIENT; }

/// `sqlite3_db_config` is variadic, which Swift cannot call; this is its on-off form.
static inline int CSQLite_setFlag(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}
