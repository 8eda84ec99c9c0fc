internal import RPCCore

/// What other threads leave for a client until the end of its turn.
struct ClientMailbox {
  /// Calls that were started.
  var started: [ClientCall] = []
  /// Calls that ask for attention.
  var tokens: [CallToken] = []
  /// Connections whose gates are open, or that are to end.
  var gates: [UInt64] = []
  var mustShutDown = false
  var mustStop = false
  private(set) var isAwaited = false
  private var lastCall: UInt64 = 0

  /// A number for a call, never given twice.
  mutating func nextCall() -> UInt64 {
    lastCall += 1
    return lastCall
  }

  /// Whether the client has to be told, which it is once until it looks.
  mutating func mustWake() -> Bool {
    defer { isAwaited = true }
    return !isAwaited
  }

  /// The client looks.
  mutating func empty(
    into tokens: inout [CallToken]
  ) -> (started: [ClientCall], gates: [UInt64], mustShutDown: Bool, mustStop: Bool) {
    isAwaited = false
    swap(&self.tokens, &tokens)
    defer { (started, gates) = ([], []) }
    return (started, gates, mustShutDown, mustStop)
  }
}
