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
    // A shell that starts something in the background lets it ignore the terminal.
    SignalPipe.hear(Self.requests.map(\.number), sparing: [SIGINT]) { number in
      for (known, request) in Self.requests where known == number {
        _ = continuation.yield(request)
      }
    }
    arrivals = stream
  }
}
