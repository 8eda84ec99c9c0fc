internal import CLinux
private import Glibc
private import Synchronization

/// Carries signals from the middle of whatever they interrupt to a thread that may act on them.
enum SignalPipe {
  private static let writer = Atomic<Int32>(-1)

  /// Makes the pipe.
  ///
  /// - Returns: The end from which a byte is read for each signal, which is its number.
  static func open() -> Int32 {
    var ends: [Int32] = [-1, -1]
    let status = unsafe pipe2(&ends, O_CLOEXEC)
    precondition(status == 0, "the process has no descriptors left")
    // A pipe that is full has enough to tell.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    writer.store(ends[1], ordering: .sequentiallyConsistent)
    return ends[0]
  }

  /// Notes a signal: a handler may do no more than this.
  static func note(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(writer.load(ordering: .relaxed), &byte, 1)
    errno = before
  }
}
