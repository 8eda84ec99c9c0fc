internal import CLinux
private import Glibc
private import Synchronization

/// Carries signals to a thread that may act on them, as a handler in the middle of other code may not.
enum SignalPipe {
  private static let writer = Atomic<Int32>(-1)

  /// `SIG_IGN` as a number; functions cannot be compared.
  private static let ignored = 1

  /// Hears of signals from now on, for as long as the process lives.
  ///
  /// A signal that comes before does what it does to any process, and one that comes after is heard.
  ///
  /// - Parameters:
  ///   - numbers: Which signals.
  ///   - spared: Which of them stay ignored where whoever started the process wants that, as `nohup` does and
  ///     a shell for what runs in the background.
  ///   - body: Called on a thread of its own, which may wait.
  static func hear(
    _ numbers: [Int32], sparing spared: [Int32], _ body: @escaping @Sendable (Int32) -> Void
  ) {
    let reader = open()
    for number in numbers where !(spared.contains(number) && isIgnored(number)) {
      _ = signal(number) { SignalPipe.note($0) }
    }
    WorkThread.start("dyad.signals") {
      var byte: UInt8 = 0
      while true {
        guard unsafe read(reader, &byte, 1) == 1 else { continue }
        body(Int32(byte))
      }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // It cannot fail: the number is one of ours.
    _ = unsafe sigaction(number, nil, &action)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  /// Makes the pipe.
  ///
  /// - Returns: The end from which a byte is read for each signal, which is its number.
  private static func open() -> Int32 {
    var ends: [Int32] = [-1, -1]
    let status = unsafe pipe2(&ends, O_CLOEXEC)
    precondition(status == 0, "the process has no descriptors left")
    // A pipe that is full has enough to tell.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    writer.store(ends[1], ordering: .sequentiallyConsistent)
    return ends[0]
  }

  /// Notes a signal: a handler may do no more than this.
  private static func note(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(writer.load(ordering: .relaxed), &byte, 1)
    errno = before
  }
}
