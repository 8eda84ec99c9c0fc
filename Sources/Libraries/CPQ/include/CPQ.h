#pragma once

/// The part of libpq, the client of PostgreSQL, that Dyad uses.
///
/// It is looked for when somebody asks for it, and not linked: whoever mirrors no store does not need it, and the
/// many libraries that it brings would be loaded by every command.

typedef struct CPQ_Connection CPQ_Connection;
typedef struct CPQ_Result CPQ_Result;

enum {
  CPQ_commandDone = 1,
  CPQ_rows = 2,
  CPQ_copyOut = 3,
  CPQ_copyIn = 4,
};

enum { CPQ_stateField = 'C', CPQ_primaryField = 'M' };

typedef struct {
  CPQ_Connection *_Nullable (*_Nonnull connect)(const char *_Nonnull);
  int (*_Nonnull status)(const CPQ_Connection *_Nonnull);
  char *_Nonnull (*_Nonnull errorMessage)(const CPQ_Connection *_Nonnull);
  void (*_Nonnull finish)(CPQ_Connection *_Nonnull);
  int (*_Nonnull transactionStatus)(const CPQ_Connection *_Nonnull);
  CPQ_Result *_Nullable (*_Nonnull run)(
      CPQ_Connection *_Nonnull, const char *_Nonnull, int, const unsigned *_Nullable,
      const char *_Nullable const *_Nullable, const int *_Nullable, const int *_Nullable, int);
  int (*_Nonnull resultStatus)(const CPQ_Result *_Nullable);
  char *_Nullable (*_Nonnull errorField)(const CPQ_Result *_Nullable, int);
  int (*_Nonnull rowCount)(const CPQ_Result *_Nonnull);
  int (*_Nonnull columnCount)(const CPQ_Result *_Nonnull);
  char *_Nonnull (*_Nonnull value)(const CPQ_Result *_Nonnull, int, int);
  int (*_Nonnull isNull)(const CPQ_Result *_Nonnull, int, int);
  char *_Nonnull (*_Nonnull changedRows)(CPQ_Result *_Nonnull);
  void (*_Nonnull clear)(CPQ_Result *_Nullable);
  CPQ_Result *_Nullable (*_Nonnull nextResult)(CPQ_Connection *_Nonnull);
  int (*_Nonnull putData)(CPQ_Connection *_Nonnull, const char *_Nonnull, int);
  int (*_Nonnull putEnd)(CPQ_Connection *_Nonnull, const char *_Nullable);
  int (*_Nonnull getData)(CPQ_Connection *_Nonnull, char *_Nullable *_Nonnull, int);
  void (*_Nonnull freeMemory)(void *_Nullable);
} CPQ_Library;

/// The library; null where this machine has none.
const CPQ_Library *_Nullable CPQ_load(void);

/// Whether a connection is usable, and whether it is inside a transaction.
enum { CPQ_usable = 0, CPQ_idle = 0 };
