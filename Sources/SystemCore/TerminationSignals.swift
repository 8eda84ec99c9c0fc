private import Dispatch
private import Glibc

/// The signals that ask a process to end, held back so that it can put things in order first.
package struct TerminationSignals: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// `SIG_IGN` as a number; functions cannot be compared.
  private static let ignored = 1

  /// Each signal as it comes.
  package let arrivals: AsyncStream<Int32>

  /// Holds the signals back from now on.
  package init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    let queue = DispatchQueue(label: "dyad.signals")
    for number in Self.numbers {
      let former = signal(number, SIG_IGN)
      // Whoever started us may have asked for this one to be ignored, as `nohup` does.
      if unsafe unsafeBitCast(former, to: Int.self) == Self.ignored { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // The handler keeps its own source: signals come for as long as the process lives.
      source.setEventHandler { withExtendedLifetime(source) { _ = continuation.yield(number) } }
      source.activate()
    }
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
    // None of these can fail: the number is one of ours. Threads of Dispatch block every signal.
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _ = raise(number)
    // Not reached; 128 and the number is what a shell would report.
    exit(128 + number)
  }
}
