#pragma once

#include <stdint.h>

/// A file system for SQLite that counts what is done to files, fails what it is told to fail, and
/// can lose power: everything that was not synced is then taken back.
///
/// It passes all to the default file system, so the files are real ones.

typedef enum CFaultOperation {
  CFaultOpen,
  CFaultRead,
  CFaultWrite,
  CFaultTruncate,
  CFaultSync,
  CFaultFileSize,
  CFaultLock,
  CFaultAccess,
  CFaultDelete,
  CFaultMapShared,
  CFaultLockShared,
  CFaultOperationCount,
} CFaultOperation;

typedef enum CFaultFile {
  CFaultDatabase,
  CFaultLog,
  CFaultJournal,
  CFaultOther,
  CFaultFileCount,
} CFaultFile;

typedef enum CFaultVerdict {
  /// Goes through.
  CFaultNone,
  /// An I/O error; a write reaches the file by half.
  CFaultIO,
  /// No space; a write reaches the file by half. For what takes no space, an I/O error.
  CFaultFull,
  /// Power is lost: this and all later operations fail.
  CFaultCrash,
} CFaultVerdict;

/// Asked before each operation; called from the thread that uses the connection.
typedef CFaultVerdict (*CFaultDecide)(void *context, CFaultOperation operation);

typedef struct CFaultVFS CFaultVFS;

/// Registers a file system called `name`; a null pointer when memory runs out or SQLite refuses.
///
/// With `shadow` it remembers what was synced, which `CFaultVFS_settle` needs.
CFaultVFS *CFaultVFS_make(const char *name, int shadow, CFaultDecide decide, void *context);

/// Unregisters it; 0, or 1 when files are still open, and then nothing happens.
int CFaultVFS_destroy(CFaultVFS *vfs);

/// What was done so far.
uint64_t CFaultVFS_operations(CFaultVFS *vfs, CFaultOperation operation);
uint64_t CFaultVFS_bytesWritten(CFaultVFS *vfs, CFaultFile file);
uint64_t CFaultVFS_syncs(CFaultVFS *vfs, CFaultFile file);

/// Power is lost now: all later operations fail.
void CFaultVFS_crash(CFaultVFS *vfs);

/// Whether power was lost.
int CFaultVFS_hasCrashed(CFaultVFS *vfs);

/// Leaves in the files what a disk would hold now that power is lost: all that was synced, and of
/// the rest each sector with a chance of `keep` in 256, drawn from `seed`. Power is then back.
///
/// 0; 1 when files are still open; 2 when a file could not be written; 3 without a shadow.
int CFaultVFS_settle(CFaultVFS *vfs, uint64_t seed, unsigned keep);
