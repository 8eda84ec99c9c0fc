#pragma once

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/vfs.h>

/// `statfs` stands in a header that the Glibc module leaves out; this is the kind of file system at
/// `path`, or -1 with `errno` set.
static inline long CLinux_fileSystemKind(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : -1;
}

/// The headers hide it from programs that do not ask for GNU extensions, as Swift does not.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

/// The next connection, not blocking and closed on exec, or -1 with `errno` set.
static inline int CLinux_accept(int descriptor) {
  return accept4(descriptor, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// `prctl` is variadic, which Swift cannot call; names the calling thread by the first 15 bytes.
static inline int CLinux_nameThread(const char *name) {
  return prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}

/// The same function; 0, or -1 with `errno` set. Afterwards a crash of the process leaves no image of
/// its memory, and no other process of its user may look into it.
static inline int CLinux_forbidDump(void) { return prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL); }

/// The same function; 1 if a crash may leave an image, 0 if not, -1 with `errno` set.
static inline int CLinux_mayDump(void) { return prctl(PR_GET_DUMPABLE, 0UL, 0UL, 0UL, 0UL); }

/// Its header is no part of the Glibc module: gives freed memory back to the system; 1 if there was any.
static inline int CLinux_trimHeap(void) {
  extern int malloc_trim(unsigned long);
  return malloc_trim(0);
}

/// Its header is no part of the Glibc module: lets all threads from now on share one heap; 1, or 0 where it cannot.
static inline int CLinux_shareHeap(void) {
  extern int mallopt(int, int);
  const int arenaMax = -8;
  return mallopt(arenaMax, 1);
}

/// `struct ucred`, which the headers hide too.
struct CLinux_credentials {
  pid_t process;
  uid_t user;
  gid_t group;
};

/// Who connected to, or listens at, the other end of a Unix socket; 0, or -1 with `errno` set.
static inline int CLinux_peerCredentials(int descriptor, struct CLinux_credentials *credentials) {
  socklen_t length = sizeof *credentials;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, &length);
}

/// Hidden as `accept4` is: a process that is started with `actions`, a `posix_spawn_file_actions_t`, closes
/// every descriptor from `first` on; 0 or a number of `errno`. The header is not included, because the
/// types of signals, which it brings, belong to the Glibc module.
static inline int CLinux_closeFrom(void *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(void *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/// Its header is no part of the Glibc module; a descriptor that can be read once the process has ended,
/// closed on exec, or -1 with `errno` set.
extern int pidfd_open(pid_t process, unsigned flags);

/// Hidden as `accept4` is: a pipe, 0 or -1 with `errno` set.
extern int pipe2(int ends[2], int flags);

/// Who takes jobs of Swift's concurrency in place of its own pool of threads.
typedef void (*CLinux_Taker)(void *job);

/// Where that is kept: a variable of the header itself would not be compiled.
static CLinux_Taker *CLinux_takerInUse(void) {
  static CLinux_Taker taker;
  return &taker;
}

/// The runtime's own hook, which it asks before it uses its pool; no header of Swift declares it. Those for
/// jobs that wait for a time are never asked on Linux: `Task.sleep` goes to libdispatch before them.
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, void *original);

static __attribute__((swiftcall)) void CLinux_take(void *job, void *original) {
  (*CLinux_takerInUse())(job);
}

/// From now on all jobs go to `taker`; before anything else is done with Swift's concurrency.
static inline void CLinux_installPool(CLinux_Taker taker) {
  *CLinux_takerInUse() = taker;
  swift_task_enqueueGlobal_hook = CLinux_take;
}
