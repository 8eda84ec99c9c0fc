// Counts what a process allocates and prints 'allocations N' on the standard error when it exits.
// Preloaded, so that all of the process is counted: the Swift runtime and C libraries as well.

#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// What glibc calls its own functions; the names without underscores are ours here.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_ullong allocations;

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}

__attribute__((destructor)) static void print(void) {
  char line[64];
  const int length = snprintf(line, sizeof line, "allocations %llu\n",
                              atomic_load_explicit(&allocations, memory_order_relaxed));
  // There is nowhere left to say that this failed.
  if (write(STDERR_FILENO, line, (size_t)length) < 0) return;
}
