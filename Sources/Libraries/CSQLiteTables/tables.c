#include <sqlite3ext.h>

#include <string.h>

#include "CSQLiteTables.h"

SQLITE_EXTENSION_INIT1

int CSQLiteTables_take(sqlite3 *db, char **message, const void *functions) {
  (void)db;
  (void)message;
  sqlite3_api = functions;
  return SQLITE_OK;
}

/// What SQLite keeps for a name, until the last connection or table that uses it is gone.
typedef struct {
  CSQLiteTables_Owner owner;
  char *schema;
} Module;

typedef struct {
  sqlite3_vtab base;
  Module *module;
} Table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *scan;
  CSQLiteTables_Piece piece;
  int64_t row;
} Cursor;

static int connect(
    sqlite3 *db, void *module, int argc, const char *const *argv, sqlite3_vtab **out, char **message) {
  (void)argc;
  (void)argv;
  (void)message;
  Module *known = module;
  int status = sqlite3_declare_vtab(db, known->schema);
  if (status != SQLITE_OK) return status;
  // No trigger and no view of a file that the host opens reads what is here. An SQLite from before 2020 does not know
  // how to forbid that.
  sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  Table *table = sqlite3_malloc(sizeof *table);
  if (!table) return SQLITE_NOMEM;
  memset(table, 0, sizeof *table);
  table->module = known;
  *out = &table->base;
  return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static int plan(sqlite3_vtab *base, sqlite3_index_info *question) {
  CSQLiteTables_Owner *owner = &((Table *)base)->module->owner;
  return owner->plan(owner->context, question);
}

static int open(sqlite3_vtab *base, sqlite3_vtab_cursor **out) {
  (void)base;
  Cursor *cursor = sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *out = &cursor->base;
  return SQLITE_OK;
}

static CSQLiteTables_Owner *owner(Cursor *cursor) {
  return &((Table *)cursor->base.pVtab)->module->owner;
}

static void end(Cursor *cursor) {
  if (cursor->scan) owner(cursor)->end(cursor->scan);
  cursor->scan = 0;
  cursor->piece.rows = 0;
}

static int close(sqlite3_vtab_cursor *base) {
  end((Cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

static int fail(Cursor *cursor, int status, char *message) {
  sqlite3_vtab *table = cursor->base.pVtab;
  if (message) {
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = message;
  }
  return status;
}

/// Gets the next piece; none is left where it has no rows.
static int load(Cursor *cursor) {
  char *message = 0;
  memset(&cursor->piece, 0, sizeof cursor->piece);
  cursor->row = 0;
  int status = owner(cursor)->next(cursor->scan, &cursor->piece, &message);
  if (status != SQLITE_OK) cursor->piece.rows = 0;
  return fail(cursor, status, message);
}

static int filter(
    sqlite3_vtab_cursor *base, int number, const char *text, int count, sqlite3_value **values) {
  (void)number;
  Cursor *cursor = (Cursor *)base;
  end(cursor);
  char *message = 0;
  CSQLiteTables_Owner *known = owner(cursor);
  int status = known->begin(known->context, text, count, values, &cursor->scan, &message);
  if (status != SQLITE_OK) return fail(cursor, status, message);
  return load(cursor);
}

static int next(sqlite3_vtab_cursor *base) {
  Cursor *cursor = (Cursor *)base;
  if (++cursor->row < cursor->piece.rows) return SQLITE_OK;
  return load(cursor);
}

static int isAtEnd(sqlite3_vtab_cursor *base) { return ((Cursor *)base)->piece.rows == 0; }

static int cell(sqlite3_vtab_cursor *base, sqlite3_context *answer, int column) {
  Cursor *cursor = (Cursor *)base;
  const CSQLiteTables_Piece *piece = &cursor->piece;
  if (column < 0 || column >= CSQLiteTables_mostColumns) return SQLITE_ERROR;
  if (piece->numbers[column]) {
    sqlite3_result_double(answer, piece->numbers[column][cursor->row]);
  } else if (piece->integers[column]) {
    sqlite3_result_int64(answer, piece->integers[column][cursor->row]);
  } else if (piece->texts[column]) {
    int length = piece->lengths[column][cursor->row];
    const char *text = piece->texts[column] + piece->starts[column][cursor->row];
    // Copied: SQLite may keep it longer than the piece is lent.
    if (length >= 0) sqlite3_result_text(answer, text, length, SQLITE_TRANSIENT);
  } else {
    owner(cursor)->cell(cursor->scan, cursor->row, column, answer);
  }
  return SQLITE_OK;
}

static const sqlite3_module methods = {
    .iVersion = 1,
    // The same twice makes the table be there without a declaration as well.
    .xCreate = connect,
    .xConnect = connect,
    .xBestIndex = plan,
    .xDisconnect = disconnect,
    .xDestroy = disconnect,
    .xOpen = open,
    .xClose = close,
    .xFilter = filter,
    .xNext = next,
    .xEof = isAtEnd,
    .xColumn = cell,
};

static void forget(void *module) {
  Module *known = module;
  known->owner.release(known->owner.context);
  sqlite3_free(known->schema);
  sqlite3_free(known);
}

int CSQLiteTables_add(sqlite3 *db, const char *name, const CSQLiteTables_Owner *owner) {
  Module *module = sqlite3_malloc(sizeof *module);
  char *schema = sqlite3_mprintf("%s", owner->schema);
  if (!module || !schema) {
    sqlite3_free(module);
    sqlite3_free(schema);
    owner->release(owner->context);
    return SQLITE_NOMEM;
  }
  module->owner = *owner;
  module->schema = schema;
  // Where it fails it has called `forget`.
  return sqlite3_create_module_v2(db, name, &methods, module, forget);
}

int CSQLiteTables_comparesBytes(sqlite3_index_info *question, int constraint) {
  const char *collation = sqlite3_vtab_collation(question, constraint);
  return !collation || strcmp(collation, "BINARY") == 0;
}

char *CSQLiteTables_text(const char *text) { return sqlite3_mprintf("%s", text); }
int CSQLiteTables_type(sqlite3_value *value) { return sqlite3_value_type(value); }
int64_t CSQLiteTables_integer(sqlite3_value *value) { return sqlite3_value_int64(value); }
double CSQLiteTables_number(sqlite3_value *value) { return sqlite3_value_double(value); }

const unsigned char *CSQLiteTables_bytes(sqlite3_value *value, int *count) {
  const unsigned char *bytes =
      sqlite3_value_type(value) == SQLITE_TEXT ? sqlite3_value_text(value) : sqlite3_value_blob(value);
  *count = sqlite3_value_bytes(value);
  return bytes;
}

void CSQLiteTables_answerNull(sqlite3_context *answer) { sqlite3_result_null(answer); }

void CSQLiteTables_answerInteger(sqlite3_context *answer, int64_t value) {
  sqlite3_result_int64(answer, value);
}

void CSQLiteTables_answerNumber(sqlite3_context *answer, double value) {
  sqlite3_result_double(answer, value);
}

void CSQLiteTables_answerText(sqlite3_context *answer, const char *text, int64_t count) {
  sqlite3_result_text64(answer, text, (sqlite3_uint64)count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

void CSQLiteTables_answerFailure(sqlite3_context *answer, const char *why) {
  sqlite3_result_error(answer, why, -1);
}

void CSQLiteTables_answerBlob(sqlite3_context *answer, const void *bytes, int64_t count) {
  sqlite3_result_blob64(answer, bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT);
}

int CSQLiteTables_run(sqlite3 *db, const char *sql, char **message) {
  return sqlite3_exec(db, sql, 0, 0, message);
}
