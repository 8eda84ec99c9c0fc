#include "CPQ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

typedef void (*Listener)(void *, const char *);

static CPQ_Library library;
static CPQ_Connection *(*connect)(const char *);
static Listener (*listen)(CPQ_Connection *, Listener, void *);
static const CPQ_Library *loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// What a server says beside answers would be written to standard error.
static void ignore(void *context, const char *words) {
  (void)context;
  (void)words;
}

static CPQ_Connection *connectQuietly(const char *address) {
  CPQ_Connection *connection = connect(address);
  if (connection != NULL) listen(connection, ignore, NULL);
  return connection;
}

static void load(void) {
  void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  struct {
    const char *name;
    void **place;
  } functions[] = {
      {"PQconnectdb", (void **)&connect},
      {"PQsetNoticeProcessor", (void **)&listen},
      {"PQstatus", (void **)&library.status},
      {"PQerrorMessage", (void **)&library.errorMessage},
      {"PQfinish", (void **)&library.finish},
      {"PQtransactionStatus", (void **)&library.transactionStatus},
      {"PQexecParams", (void **)&library.run},
      {"PQresultStatus", (void **)&library.resultStatus},
      {"PQresultErrorField", (void **)&library.errorField},
      {"PQntuples", (void **)&library.rowCount},
      {"PQnfields", (void **)&library.columnCount},
      {"PQgetvalue", (void **)&library.value},
      {"PQgetisnull", (void **)&library.isNull},
      {"PQcmdTuples", (void **)&library.changedRows},
      {"PQclear", (void **)&library.clear},
      {"PQgetResult", (void **)&library.nextResult},
      {"PQputCopyData", (void **)&library.putData},
      {"PQputCopyEnd", (void **)&library.putEnd},
      {"PQgetCopyData", (void **)&library.getData},
      {"PQfreemem", (void **)&library.freeMemory},
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    *functions[index].place = dlsym(handle, functions[index].name);
    if (*functions[index].place == NULL) return;
  }
  library.connect = connectQuietly;
  loaded = &library;
}

const CPQ_Library *CPQ_load(void) {
  pthread_once(&once, load);
  return loaded;
}
