private import Glibc

/// The signals that ask a process to end, held back so that it can put things in order first.
package struct TerminationSignals: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Each signal as it comes.
  package let arrivals: AsyncStream<Int32>

  /// Holds the signals back from now on.
  package init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    SignalPipe.hear(Self.numbers, sparing: Self.numbers) { _ = continuation.yield($0) }
    arrivals = stream
  }

  /// Lets the signals end the process again, for somebody who will not wait.
  package static func release() {
    for number in numbers { _ = signal(number, SIG_DFL) }
  }

  /// Ends the process as the signal would have, so that whoever started it sees why.
  package static func endProcess(by number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    // None of these can fail: the number is one of ours.
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _ = raise(number)
    // Not reached; 128 and the number is what a shell would report.
    exit(128 + number)
  }
}
