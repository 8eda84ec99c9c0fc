#pragma once

#include <stddef.h>
#include <stdint.h>

/// What a disk is sure to hold of each file, and what it was told since the last sync.
typedef struct Shadow Shadow;
typedef struct ShadowFile ShadowFile;

Shadow *Shadow_make(void);
void Shadow_free(Shadow *shadow);

/// The record of the file at `path`, which holds what is in the file now if it is a new record.
/// A null pointer when memory runs out or the file cannot be read.
ShadowFile *Shadow_open(Shadow *shadow, const char *path);

/// Each returns 0, or 1 when memory runs out.
int ShadowFile_write(ShadowFile *file, const void *bytes, size_t count, int64_t offset);
int ShadowFile_truncate(ShadowFile *file, int64_t size);
int ShadowFile_sync(ShadowFile *file);

/// The file's name was removed; with `isSynced` for certain.
void Shadow_remove(Shadow *shadow, const char *path, int isSynced);

/// Writes to the real files what survives; 0, or 1 when a file could not be written.
int Shadow_settle(Shadow *shadow, uint64_t seed, unsigned keep);
