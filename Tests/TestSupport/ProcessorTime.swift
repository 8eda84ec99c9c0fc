private import Glibc

/// What the threads of this process have used of its processors.
package enum ProcessorTime {
  /// All of it since the start.
  package static var used: Duration { .microseconds(Int64(clock())) }

  /// What the thread that asks has used since its start; a test that waits for nothing keeps its thread.
  package static var ofThread: Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
