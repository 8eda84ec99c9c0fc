#pragma once

#include <sqlite3.h>
#include <stdint.h>

/// Tables of SQLite whose rows come from elsewhere, a piece at a time.
///
/// SQLite asks for each cell by itself, which a call into another language would make dear: columns of numbers and
/// texts are lent as arrays, and only what else is asked for is asked of the owner. Nothing here calls SQLite but by the
/// table of functions that whoever opened the connection uses, which may be another SQLite than the one linked.

enum { CSQLiteTables_mostColumns = 32 };

/// Rows that follow each other.
typedef struct {
  int64_t rows;
  /// For each column its numbers, its integers, its texts, or none of them: then the owner is asked for the cell.
  const double *_Nullable numbers[CSQLiteTables_mostColumns];
  const int64_t *_Nullable integers[CSQLiteTables_mostColumns];
  const char *_Nullable texts[CSQLiteTables_mostColumns];
  /// For each row where in them its text begins, and how many bytes it has; -1 for NULL.
  const int32_t *_Nullable starts[CSQLiteTables_mostColumns];
  const int32_t *_Nullable lengths[CSQLiteTables_mostColumns];
} CSQLiteTables_Piece;

/// Who knows the rows. What fails returns a status of SQLite's, and may leave a message of `sqlite3_malloc`.
typedef struct {
  /// Given back with the last table.
  void *_Nonnull context;
  /// `CREATE TABLE` with the columns and what tells rows apart, without row numbers; copied.
  const char *_Nonnull schema;
  int (*_Nonnull plan)(void *_Nonnull context, sqlite3_index_info *_Nonnull question);
  /// Begins to read, and tells what stands for that.
  int (*_Nonnull begin)(
      void *_Nonnull context, const char *_Nullable plan, int count,
      sqlite3_value *_Nullable *_Nullable values, void *_Nullable *_Nonnull scan,
      char *_Nullable *_Nonnull message);
  /// Fills in the next piece; no rows are the end.
  int (*_Nonnull next)(
      void *_Nonnull scan, CSQLiteTables_Piece *_Nonnull piece, char *_Nullable *_Nonnull message);
  void (*_Nonnull cell)(
      void *_Nonnull scan, int64_t row, int column, sqlite3_context *_Nonnull answer);
  void (*_Nonnull end)(void *_Nonnull scan);
  void (*_Nonnull release)(void *_Nonnull context);
} CSQLiteTables_Owner;

/// Takes the functions of whoever loads an extension.
int CSQLiteTables_take(
    sqlite3 *_Nullable db, char *_Nullable *_Nullable message, const void *_Nonnull functions);

/// Keeps the library in which this is in memory until the process ends.
void CSQLiteTables_stayLoaded(void);

/// Uses the SQLite that is linked here.
int CSQLiteTables_useLinked(void);

/// Makes a table known under a name: it is there at once, and `CREATE VIRTUAL TABLE` lists it.
int CSQLiteTables_add(
    sqlite3 *_Nonnull db, const char *_Nonnull name, const CSQLiteTables_Owner *_Nonnull owner);

/// Whether texts are compared byte by byte in a constraint of a question.
int CSQLiteTables_comparesBytes(sqlite3_index_info *_Nonnull question, int constraint);

/// What the owner needs of SQLite.
char *_Nullable CSQLiteTables_text(const char *_Nonnull text);
int CSQLiteTables_type(sqlite3_value *_Nonnull value);
int64_t CSQLiteTables_integer(sqlite3_value *_Nonnull value);
double CSQLiteTables_number(sqlite3_value *_Nonnull value);
const unsigned char *_Nullable CSQLiteTables_bytes(sqlite3_value *_Nonnull value, int *_Nonnull count);
void CSQLiteTables_answerNull(sqlite3_context *_Nonnull answer);
void CSQLiteTables_answerInteger(sqlite3_context *_Nonnull answer, int64_t value);
void CSQLiteTables_answerNumber(sqlite3_context *_Nonnull answer, double value);
void CSQLiteTables_answerText(
    sqlite3_context *_Nonnull answer, const char *_Nonnull text, int64_t count);
void CSQLiteTables_answerFailure(sqlite3_context *_Nonnull answer, const char *_Nonnull why);
void CSQLiteTables_answerBlob(
    sqlite3_context *_Nonnull answer, const void *_Nonnull bytes, int64_t count);
/// Runs statements that answer nothing.
int CSQLiteTables_run(
    sqlite3 *_Nonnull db, const char *_Nonnull sql, char *_Nullable *_Nonnull message);
