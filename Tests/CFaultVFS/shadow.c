#include "shadow.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What a disk writes whole.
enum { sectorSize = 512 };

typedef struct Change {
  struct Change *next;
  // A truncation has no bytes; its offset is the new size.
  int isTruncation;
  int64_t offset;
  size_t count;
  unsigned char bytes[];
} Change;

struct ShadowFile {
  ShadowFile *next;
  char *path;
  // What is sure to be there.
  unsigned char *durable;
  size_t durableSize;
  // Whether the name itself is sure to be there.
  int exists;
  int isRemoved;
  Change *first;
  Change **last;
};

struct Shadow {
  ShadowFile *files;
};

Shadow *Shadow_make(void) { return calloc(1, sizeof(Shadow)); }

static void forgetChanges(ShadowFile *file) {
  while (file->first != NULL) {
    Change *change = file->first;
    file->first = change->next;
    free(change);
  }
  file->last = &file->first;
}

static void forgetFiles(Shadow *shadow) {
  while (shadow->files != NULL) {
    ShadowFile *file = shadow->files;
    shadow->files = file->next;
    forgetChanges(file);
    free(file->durable);
    free(file->path);
    free(file);
  }
}

void Shadow_free(Shadow *shadow) {
  if (shadow == NULL) return;
  forgetFiles(shadow);
  free(shadow);
}

/// Makes the durable part `size` long, with zeros where it grows.
static int resize(ShadowFile *file, size_t size) {
  if (size == 0) {
    free(file->durable);
    file->durable = NULL;
  } else if (size != file->durableSize) {
    unsigned char *grown = realloc(file->durable, size);
    if (grown == NULL) return 1;
    if (size > file->durableSize) memset(grown + file->durableSize, 0, size - file->durableSize);
    file->durable = grown;
  }
  file->durableSize = size;
  return 0;
}

/// Takes what the file holds now as durable.
static int load(ShadowFile *file) {
  struct stat status;
  int descriptor = open(file->path, O_RDONLY | O_CLOEXEC);
  // A file that is not there yet is made by the caller, and is not sure to exist until synced.
  if (descriptor < 0) return 0;
  int result = fstat(descriptor, &status) != 0 || resize(file, (size_t)status.st_size) != 0;
  size_t done = 0;
  while (result == 0 && done < file->durableSize) {
    ssize_t count = pread(descriptor, file->durable + done, file->durableSize - done, (off_t)done);
    if (count <= 0) result = 1;
    else done += (size_t)count;
  }
  file->exists = 1;
  close(descriptor);
  return result;
}

static ShadowFile *find(Shadow *shadow, const char *path) {
  ShadowFile *file = shadow->files;
  while (file != NULL && strcmp(file->path, path) != 0) file = file->next;
  return file;
}

ShadowFile *Shadow_open(Shadow *shadow, const char *path) {
  ShadowFile *file = find(shadow, path);
  if (file != NULL) {
    if (file->isRemoved && access(path, F_OK) != 0) {
      // The name is used again: taking the old file back would now be two losses at once.
      file->isRemoved = 0;
      file->exists = 0;
      forgetChanges(file);
      if (resize(file, 0) != 0) return NULL;
    }
    return file;
  }
  file = calloc(1, sizeof(ShadowFile));
  if (file == NULL) return NULL;
  file->last = &file->first;
  file->path = strdup(path);
  if (file->path == NULL || load(file) != 0) {
    free(file->durable);
    free(file->path);
    free(file);
    return NULL;
  }
  file->next = shadow->files;
  shadow->files = file;
  return file;
}

static int append(ShadowFile *file, int isTruncation, const void *bytes, size_t count,
                  int64_t offset) {
  Change *change = malloc(sizeof(Change) + count);
  if (change == NULL) return 1;
  change->next = NULL;
  change->isTruncation = isTruncation;
  change->offset = offset;
  change->count = count;
  if (count > 0) memcpy(change->bytes, bytes, count);
  *file->last = change;
  file->last = &change->next;
  return 0;
}

int ShadowFile_write(ShadowFile *file, const void *bytes, size_t count, int64_t offset) {
  return append(file, 0, bytes, count, offset);
}

int ShadowFile_truncate(ShadowFile *file, int64_t size) {
  return append(file, 1, NULL, 0, size);
}

/// Makes a part of a change durable.
static int keepPart(ShadowFile *file, const Change *change, size_t from, size_t count) {
  size_t start = (size_t)change->offset + from;
  if (start + count > file->durableSize && resize(file, start + count) != 0) return 1;
  memcpy(file->durable + start, change->bytes + from, count);
  return 0;
}

int ShadowFile_sync(ShadowFile *file) {
  for (Change *change = file->first; change != NULL; change = change->next) {
    if (change->isTruncation) {
      if ((size_t)change->offset < file->durableSize &&
          resize(file, (size_t)change->offset) != 0) return 1;
    } else if (change->count > 0 && keepPart(file, change, 0, change->count) != 0) {
      return 1;
    }
  }
  forgetChanges(file);
  file->exists = 1;
  return 0;
}

void Shadow_remove(Shadow *shadow, const char *path, int isSynced) {
  ShadowFile *file = find(shadow, path);
  if (file == NULL) return;
  file->isRemoved = 1;
  if (isSynced) file->exists = 0;
}

/// SplitMix64, one number.
static uint64_t draw(uint64_t *state) {
  uint64_t mixed = (*state += 0x9e3779b97f4a7c15u);
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

static int isKept(uint64_t *state, unsigned keep) { return (draw(state) & 0xff) < keep; }

/// Keeps some of the changes, sector by sector.
static int keepSome(ShadowFile *file, uint64_t *state, unsigned keep) {
  for (Change *change = file->first; change != NULL; change = change->next) {
    if (change->isTruncation) {
      if (isKept(state, keep) && (size_t)change->offset < file->durableSize &&
          resize(file, (size_t)change->offset) != 0) return 1;
      continue;
    }
    size_t from = 0;
    while (from < change->count) {
      size_t count = sectorSize - ((size_t)change->offset + from) % sectorSize;
      if (count > change->count - from) count = change->count - from;
      if (isKept(state, keep)) {
        if (keepPart(file, change, from, count) != 0) return 1;
        file->exists = file->exists || !file->isRemoved;
      }
      from += count;
    }
  }
  return 0;
}

/// Makes the real file hold the durable part.
static int store(const ShadowFile *file) {
  int descriptor = open(file->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return 1;
  size_t done = 0;
  while (done < file->durableSize) {
    ssize_t count = write(descriptor, file->durable + done, file->durableSize - done);
    if (count <= 0) break;
    done += (size_t)count;
  }
  return (close(descriptor) != 0) | (done < file->durableSize);
}

int Shadow_settle(Shadow *shadow, uint64_t seed, unsigned keep) {
  int result = 0;
  for (ShadowFile *file = shadow->files; file != NULL; file = file->next) {
    // A removal that was not synced may have happened or not; so may the changes before it.
    if (file->isRemoved && file->exists && isKept(&seed, keep)) file->exists = 0;
    if (keepSome(file, &seed, keep) != 0) result = 1;
    if (file->exists) result |= store(file);
    else unlink(file->path);
  }
  forgetFiles(shadow);
  return result;
}
