#include "CFaultVFS.h"

#include "shadow.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

typedef struct Counts {
  uint64_t operations[CFaultOperationCount];
  uint64_t bytesWritten[CFaultFileCount];
  uint64_t syncs[CFaultFileCount];
} Counts;

struct CFaultVFS {
  sqlite3_vfs base;
  sqlite3_vfs *real;
  // Guards all below, because a process may use several connections on several threads.
  pthread_mutex_t mutex;
  Shadow *shadow;
  CFaultDecide decide;
  void *context;
  Counts counts;
  int openFiles;
  int hasCrashed;
};

typedef struct File {
  sqlite3_file base;
  CFaultVFS *vfs;
  // A null pointer for a file without a name or without a shadow.
  ShadowFile *shadow;
  CFaultFile kind;
  sqlite3_file *real;
} File;

static CFaultVFS *vfsOf(sqlite3_vfs *vfs) { return (CFaultVFS *)vfs; }
static File *fileOf(sqlite3_file *file) { return (File *)file; }
static sqlite3_file *realOf(sqlite3_file *file) { return fileOf(file)->real; }

/// Counts one operation; what becomes of it.
static CFaultVerdict judge(CFaultVFS *vfs, CFaultOperation operation) {
  pthread_mutex_lock(&vfs->mutex);
  CFaultVerdict verdict = CFaultCrash;
  if (!vfs->hasCrashed) {
    vfs->counts.operations[operation] += 1;
    verdict = vfs->decide(vfs->context, operation);
    if (verdict == CFaultCrash) vfs->hasCrashed = 1;
  }
  pthread_mutex_unlock(&vfs->mutex);
  return verdict;
}

static int hasCrashed(CFaultVFS *vfs) {
  pthread_mutex_lock(&vfs->mutex);
  int result = vfs->hasCrashed;
  pthread_mutex_unlock(&vfs->mutex);
  return result;
}

static int closeFile(sqlite3_file *file) {
  CFaultVFS *vfs = fileOf(file)->vfs;
  int status = SQLITE_OK;
  if (realOf(file)->pMethods != NULL) status = realOf(file)->pMethods->xClose(realOf(file));
  pthread_mutex_lock(&vfs->mutex);
  vfs->openFiles -= 1;
  pthread_mutex_unlock(&vfs->mutex);
  return status;
}

static int readFile(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (judge(fileOf(file)->vfs, CFaultRead) != CFaultNone) return SQLITE_IOERR_READ;
  return realOf(file)->pMethods->xRead(realOf(file), bytes, count, offset);
}

/// Writes through to the file and to the shadow.
static int writeThrough(File *file, const void *bytes, int count, sqlite3_int64 offset) {
  CFaultVFS *vfs = file->vfs;
  int status = file->real->pMethods->xWrite(file->real, bytes, count, offset);
  if (status != SQLITE_OK) return status;
  pthread_mutex_lock(&vfs->mutex);
  vfs->counts.bytesWritten[file->kind] += (uint64_t)count;
  if (file->shadow != NULL && ShadowFile_write(file->shadow, bytes, (size_t)count, offset) != 0) {
    status = SQLITE_NOMEM;
  }
  pthread_mutex_unlock(&vfs->mutex);
  return status;
}

static int writeFile(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  CFaultVerdict verdict = judge(fileOf(file)->vfs, CFaultWrite);
  if (verdict == CFaultNone) return writeThrough(fileOf(file), bytes, count, offset);
  if (verdict != CFaultCrash && count > 1) {
    int status = writeThrough(fileOf(file), bytes, count / 2, offset);
    if (status != SQLITE_OK) return status;
  }
  return verdict == CFaultFull ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
  CFaultVFS *vfs = fileOf(file)->vfs;
  if (judge(vfs, CFaultTruncate) != CFaultNone) return SQLITE_IOERR_TRUNCATE;
  int status = realOf(file)->pMethods->xTruncate(realOf(file), size);
  if (status != SQLITE_OK || fileOf(file)->shadow == NULL) return status;
  pthread_mutex_lock(&vfs->mutex);
  if (ShadowFile_truncate(fileOf(file)->shadow, size) != 0) status = SQLITE_NOMEM;
  pthread_mutex_unlock(&vfs->mutex);
  return status;
}

static int syncFile(sqlite3_file *file, int flags) {
  CFaultVFS *vfs = fileOf(file)->vfs;
  if (judge(vfs, CFaultSync) != CFaultNone) return SQLITE_IOERR_FSYNC;
  int status = realOf(file)->pMethods->xSync(realOf(file), flags);
  if (status != SQLITE_OK) return status;
  pthread_mutex_lock(&vfs->mutex);
  vfs->counts.syncs[fileOf(file)->kind] += 1;
  if (fileOf(file)->shadow != NULL && ShadowFile_sync(fileOf(file)->shadow) != 0) {
    status = SQLITE_NOMEM;
  }
  pthread_mutex_unlock(&vfs->mutex);
  return status;
}

static int fileSize(sqlite3_file *file, sqlite3_int64 *size) {
  if (judge(fileOf(file)->vfs, CFaultFileSize) != CFaultNone) return SQLITE_IOERR_FSTAT;
  return realOf(file)->pMethods->xFileSize(realOf(file), size);
}

static int lockFile(sqlite3_file *file, int level) {
  if (judge(fileOf(file)->vfs, CFaultLock) != CFaultNone) return SQLITE_IOERR_LOCK;
  return realOf(file)->pMethods->xLock(realOf(file), level);
}

// Letting go never fails, and goes on after a crash: the process is gone and so are its locks.
static int unlockFile(sqlite3_file *file, int level) {
  return realOf(file)->pMethods->xUnlock(realOf(file), level);
}

static int checkReservedLock(sqlite3_file *file, int *result) {
  if (judge(fileOf(file)->vfs, CFaultLock) != CFaultNone) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return realOf(file)->pMethods->xCheckReservedLock(realOf(file), result);
}

static int fileControl(sqlite3_file *file, int operation, void *argument) {
  if (hasCrashed(fileOf(file)->vfs)) return SQLITE_IOERR;
  return realOf(file)->pMethods->xFileControl(realOf(file), operation, argument);
}

static int sectorSizeOf(sqlite3_file *file) {
  return realOf(file)->pMethods->xSectorSize(realOf(file));
}

static int characteristicsOf(sqlite3_file *file) {
  return realOf(file)->pMethods->xDeviceCharacteristics(realOf(file));
}

static int mapShared(sqlite3_file *file, int region, int size, int extend, void volatile **mapped) {
  if (judge(fileOf(file)->vfs, CFaultMapShared) != CFaultNone) {
    *mapped = NULL;
    return SQLITE_IOERR_SHMMAP;
  }
  return realOf(file)->pMethods->xShmMap(realOf(file), region, size, extend, mapped);
}

static int lockShared(sqlite3_file *file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_UNLOCK) == 0 &&
      judge(fileOf(file)->vfs, CFaultLockShared) != CFaultNone) {
    return SQLITE_IOERR_SHMLOCK;
  }
  return realOf(file)->pMethods->xShmLock(realOf(file), offset, count, flags);
}

static void barrierShared(sqlite3_file *file) {
  realOf(file)->pMethods->xShmBarrier(realOf(file));
}

static int unmapShared(sqlite3_file *file, int isDeleted) {
  if (hasCrashed(fileOf(file)->vfs)) isDeleted = 0;
  return realOf(file)->pMethods->xShmUnmap(realOf(file), isDeleted);
}

// Version 2 has shared memory for the log and leaves out mapping the file itself, which would
// bypass the counting.
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = closeFile,
  .xRead = readFile,
  .xWrite = writeFile,
  .xTruncate = truncateFile,
  .xSync = syncFile,
  .xFileSize = fileSize,
  .xLock = lockFile,
  .xUnlock = unlockFile,
  .xCheckReservedLock = checkReservedLock,
  .xFileControl = fileControl,
  .xSectorSize = sectorSizeOf,
  .xDeviceCharacteristics = characteristicsOf,
  .xShmMap = mapShared,
  .xShmLock = lockShared,
  .xShmBarrier = barrierShared,
  .xShmUnmap = unmapShared,
};

static CFaultFile kindOf(int flags) {
  if (flags & SQLITE_OPEN_MAIN_DB) return CFaultDatabase;
  if (flags & SQLITE_OPEN_WAL) return CFaultLog;
  if (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL)) return CFaultJournal;
  return CFaultOther;
}

static int openFile(sqlite3_vfs *base, const char *path, sqlite3_file *file, int flags,
                    int *outFlags) {
  CFaultVFS *vfs = vfsOf(base);
  File *opened = fileOf(file);
  memset(opened, 0, sizeof(File));
  if (judge(vfs, CFaultOpen) != CFaultNone) return SQLITE_CANTOPEN;
  opened->vfs = vfs;
  opened->kind = kindOf(flags);
  opened->real = (sqlite3_file *)(opened + 1);
  memset(opened->real, 0, (size_t)vfs->real->szOsFile);

  // A temporary file is not there after a crash anyway.
  if (path != NULL && vfs->shadow != NULL && (flags & SQLITE_OPEN_DELETEONCLOSE) == 0) {
    pthread_mutex_lock(&vfs->mutex);
    opened->shadow = Shadow_open(vfs->shadow, path);
    pthread_mutex_unlock(&vfs->mutex);
    if (opened->shadow == NULL) return SQLITE_NOMEM;
  }
  int status = vfs->real->xOpen(vfs->real, path, opened->real, flags, outFlags);
  // Without methods SQLite does not call xClose.
  if (opened->real->pMethods == NULL) return status;
  opened->base.pMethods = &methods;
  pthread_mutex_lock(&vfs->mutex);
  vfs->openFiles += 1;
  pthread_mutex_unlock(&vfs->mutex);
  return status;
}

static int deleteFile(sqlite3_vfs *base, const char *path, int isSynced) {
  CFaultVFS *vfs = vfsOf(base);
  if (judge(vfs, CFaultDelete) != CFaultNone) return SQLITE_IOERR_DELETE;
  int status = vfs->real->xDelete(vfs->real, path, isSynced);
  if (status != SQLITE_OK || vfs->shadow == NULL) return status;
  pthread_mutex_lock(&vfs->mutex);
  Shadow_remove(vfs->shadow, path, isSynced);
  pthread_mutex_unlock(&vfs->mutex);
  return status;
}

static int accessFile(sqlite3_vfs *base, const char *path, int flags, int *result) {
  CFaultVFS *vfs = vfsOf(base);
  if (judge(vfs, CFaultAccess) != CFaultNone) return SQLITE_IOERR_ACCESS;
  return vfs->real->xAccess(vfs->real, path, flags, result);
}

static int fullPath(sqlite3_vfs *base, const char *path, int size, char *result) {
  return vfsOf(base)->real->xFullPathname(vfsOf(base)->real, path, size, result);
}

static int randomness(sqlite3_vfs *base, int count, char *bytes) {
  return vfsOf(base)->real->xRandomness(vfsOf(base)->real, count, bytes);
}

static int sleepFor(sqlite3_vfs *base, int microseconds) {
  return vfsOf(base)->real->xSleep(vfsOf(base)->real, microseconds);
}

static int currentTime(sqlite3_vfs *base, double *time) {
  return vfsOf(base)->real->xCurrentTime(vfsOf(base)->real, time);
}

static int currentTimeInteger(sqlite3_vfs *base, sqlite3_int64 *time) {
  return vfsOf(base)->real->xCurrentTimeInt64(vfsOf(base)->real, time);
}

static int lastError(sqlite3_vfs *base, int size, char *text) {
  return vfsOf(base)->real->xGetLastError(vfsOf(base)->real, size, text);
}

CFaultVFS *CFaultVFS_make(const char *name, int shadow, CFaultDecide decide, void *context) {
  sqlite3_vfs *real = sqlite3_vfs_find(NULL);
  CFaultVFS *vfs = calloc(1, sizeof(CFaultVFS));
  if (real == NULL || vfs == NULL) {
    free(vfs);
    return NULL;
  }
  char *copy = strdup(name);
  if (shadow) vfs->shadow = Shadow_make();
  vfs->real = real;
  vfs->decide = decide;
  vfs->context = context;
  // Version 2 has the time in milliseconds; version 3 could only replace system calls.
  vfs->base = (sqlite3_vfs){
    .iVersion = 2,
    .szOsFile = (int)sizeof(File) + real->szOsFile,
    .mxPathname = real->mxPathname,
    .zName = copy,
    .xOpen = openFile,
    .xDelete = deleteFile,
    .xAccess = accessFile,
    .xFullPathname = fullPath,
    .xRandomness = randomness,
    .xSleep = sleepFor,
    .xCurrentTime = currentTime,
    .xGetLastError = lastError,
    .xCurrentTimeInt64 = currentTimeInteger,
  };
  if (copy == NULL || (shadow && vfs->shadow == NULL) ||
      pthread_mutex_init(&vfs->mutex, NULL) != 0) {
    Shadow_free(vfs->shadow);
    free(copy);
    free(vfs);
    return NULL;
  }
  if (sqlite3_vfs_register(&vfs->base, 0) != SQLITE_OK) {
    pthread_mutex_destroy(&vfs->mutex);
    Shadow_free(vfs->shadow);
    free(copy);
    free(vfs);
    return NULL;
  }
  return vfs;
}

int CFaultVFS_destroy(CFaultVFS *vfs) {
  pthread_mutex_lock(&vfs->mutex);
  int isBusy = vfs->openFiles != 0;
  pthread_mutex_unlock(&vfs->mutex);
  if (isBusy || sqlite3_vfs_unregister(&vfs->base) != SQLITE_OK) return 1;
  Shadow_free(vfs->shadow);
  pthread_mutex_destroy(&vfs->mutex);
  free((char *)vfs->base.zName);
  free(vfs);
  return 0;
}

static uint64_t readCounter(CFaultVFS *vfs, const uint64_t *counter) {
  pthread_mutex_lock(&vfs->mutex);
  uint64_t result = *counter;
  pthread_mutex_unlock(&vfs->mutex);
  return result;
}

uint64_t CFaultVFS_operations(CFaultVFS *vfs, CFaultOperation operation) {
  return readCounter(vfs, &vfs->counts.operations[operation]);
}

uint64_t CFaultVFS_bytesWritten(CFaultVFS *vfs, CFaultFile file) {
  return readCounter(vfs, &vfs->counts.bytesWritten[file]);
}

uint64_t CFaultVFS_syncs(CFaultVFS *vfs, CFaultFile file) {
  return readCounter(vfs, &vfs->counts.syncs[file]);
}

void CFaultVFS_crash(CFaultVFS *vfs) {
  pthread_mutex_lock(&vfs->mutex);
  vfs->hasCrashed = 1;
  pthread_mutex_unlock(&vfs->mutex);
}

int CFaultVFS_hasCrashed(CFaultVFS *vfs) { return hasCrashed(vfs); }

int CFaultVFS_settle(CFaultVFS *vfs, uint64_t seed, unsigned keep) {
  pthread_mutex_lock(&vfs->mutex);
  int result = 3;
  if (vfs->openFiles != 0) {
    result = 1;
  } else if (vfs->shadow != NULL) {
    result = Shadow_settle(vfs->shadow, seed, keep) == 0 ? 0 : 2;
    vfs->hasCrashed = 0;
  }
  pthread_mutex_unlock(&vfs->mutex);
  return result;
}
