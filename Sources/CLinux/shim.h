#pragma once

#include <sys/vfs.h>

/// `statfs` stands in a header that the Glibc module leaves out; this is the kind of file system at
/// `path`, or -1 with `errno` set.
static inline long CLinux_fileSystemKind(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : -1;
}
