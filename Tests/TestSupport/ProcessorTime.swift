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

  /// What was measured where `many` took more than eight times the time of `few` in each of three tries: other
  /// tests use the same memory, and a try that meets them takes longer.
  package static func excess(few: () -> Void, many: () -> Void) -> String? {
    var tries: [String] = []
    for _ in 0..<3 {
      let short = ofWork(few)
      let long = ofWork(many)
      if long < short * 8 + .milliseconds(100) { return nil }
      tries.append("\(short) and \(long)")
    }
    return tries.joined(separator: ", ")
  }

  private static func ofWork(_ work: () -> Void) -> Duration {
    let before = ofThread
    work()
    return ofThread - before
  }
}
