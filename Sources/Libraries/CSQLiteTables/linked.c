#define _GNU_SOURCE
#include <dlfcn.h>

#include "CSQLiteTables.h"

// SQLite hands its functions to extensions alone, so that one is registered for the length of an opening. Others
// that are opened meanwhile call it too, to the same effect.
int CSQLiteTables_useLinked(void) {
  void (*take)(void) = (void (*)(void))CSQLiteTables_take;
  int status = sqlite3_auto_extension(take);
  if (status != SQLITE_OK) return status;
  sqlite3 *db = 0;
  status = sqlite3_open(":memory:", &db);
  sqlite3_close(db);
  sqlite3_cancel_auto_extension(take);
  return status;
}

// SQLite lets go of an extension with the connection that loaded it, and of one that refuses at once, while threads of
// ours run in it.
void CSQLiteTables_stayLoaded(void) {
  Dl_info here;
  if (!dladdr((void *)CSQLiteTables_stayLoaded, &here) || !here.dli_fname) return;
  dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
