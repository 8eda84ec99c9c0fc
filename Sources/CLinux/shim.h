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
