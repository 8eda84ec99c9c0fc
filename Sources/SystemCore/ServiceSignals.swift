private import Glibc

/// What a service is asked by signals, held back from the start so that it can act in its own time.
package struct ServiceSignals: Sendable {
  /// What a signal asks for.
  package enum Request: Hashable, Sendable {
    /// To end: `SIGTERM`, or `SIGINT` from a terminal.
    case stop
    /// To read its configuration again: `SIGHUP`.
    case reload
  }

  private static let requests: [(number: Int32, request: Request)] = [
    (SIGTERM, .stop), (SIGINT, .stop), (SIGHUP, .reload),
  ]
  /// `SIG_IGN` as a number; functions cannot be compared.
  private static let ignored = 1
  /// More than anybody sends in earnest; of a flood the rest says nothing new.
  private static let mostWaiting = 16

  /// Each request as it comes; one reader at a time.
  package let arrivals: AsyncStream<Request>

  /// Holds the signals back from now on, for as long as the process lives.
  ///
  /// A signal that comes before does what it does to any process, and one that comes after is heard.
  package init() {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Request.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    let reader = SignalPipe.open()
    for (number, _) in Self.requests {
      let former = signal(number, SIG_DFL)
      // A shell that starts something in the background lets it ignore the terminal.
      if number == SIGINT, unsafe unsafeBitCast(former, to: Int.self) == Self.ignored {
        _ = signal(number, SIG_IGN)
      } else {
        _ = signal(number) { SignalPipe.note($0) }
      }
    }
    arrivals = stream
    // Signals come for as long as the process lives.
    WorkThread.start("dyad.signals") {
      var byte: UInt8 = 0
      while true {
        guard unsafe read(reader, &byte, 1) == 1 else { continue }
        for (number, request) in Self.requests where number == Int32(byte) {
          _ = continuation.yield(request)
        }
      }
    }
  }
}
