internal import RPCCore
private import Synchronization
internal import SystemCore

/// Where other threads, and the calls, leave what a worker is to look at when its turn ends.
///
/// An object of its own, because every call holds it: the worker itself is known weakly to its loop,
/// which makes references to it dear.
final class WorkerMailbox: CallTransport {
  /// What is asked of the worker as a whole.
  enum Wish: Int, Comparable {
    case goOn
    case shutDown
    case stop

    static func < (left: Wish, right: Wish) -> Bool { left.rawValue < right.rawValue }
  }

  /// What was left beside the calls.
  struct Letters {
    /// Connections that another worker accepted.
    var arrivals: [(Socket, ServerSecurity)] = []
    /// Decide which peers' connections are to be broken off, up to a connection's number.
    var endings: [(isUnwelcome: @Sendable (CallPeer) -> Bool, latest: UInt64)] = []
    /// Connections whose gates are open, or that are to end.
    var gates: [UInt64] = []
    /// Connections whose callers have shown who they are.
    var callers: [(connection: UInt64, name: String)] = []
    var wish = Wish.goOn
  }

  private struct Contents {
    var worker: ServerWorker?
    /// Whether nobody will look any more; what is left then is let go, and sockets close with it.
    var isAbandoned = false
    var tokens: [CallToken] = []
    var letters = Letters()
    var isAwaited = false
  }

  private let contents = Mutex(Contents())

  func needsAttention(_ token: CallToken) {
    leave { $0.tokens.append(token) }
  }

  func noteCaller(_ name: String, of token: CallToken) {
    leave { contents in
      if !contents.isAbandoned { contents.letters.callers.append((token.connection, name)) }
    }
  }

  /// The most connections that wait here.
  ///
  /// The worker reads from them before it is given more, so that a new caller can say who it is.
  private static let mostArrivals = 32

  /// Hands over a connection that another worker accepted.
  ///
  /// - Returns: whether there was room for it.
  func leave(_ socket: Socket, _ security: ServerSecurity) -> Bool {
    leave { contents in
      guard !contents.isAbandoned else { return true }
      guard contents.letters.arrivals.count < Self.mostArrivals else { return false }
      contents.letters.arrivals.append((socket, security))
      return true
    }
  }

  /// Has the connections of some peers broken off, up to a connection's number.
  func leave(ending isUnwelcome: @escaping @Sendable (CallPeer) -> Bool, upTo latest: UInt64) {
    leave { contents in
      if !contents.isAbandoned { contents.letters.endings.append((isUnwelcome, latest)) }
    }
  }

  /// Has a connection go on whose gate is open, or end where it is broken off.
  func leave(gateOf connection: UInt64) {
    leave { contents in
      if !contents.isAbandoned { contents.letters.gates.append(connection) }
    }
  }

  /// Asks something of the worker as a whole; it does not go back to less.
  func leave(_ wish: Wish) {
    leave { $0.letters.wish = max($0.letters.wish, wish) }
  }

  /// Names who is to be told, or `nil` when nobody looks any more.
  func address(to worker: ServerWorker?) {
    leave { contents in
      contents.worker = worker
      guard worker == nil else { return }
      contents.isAbandoned = true
      contents.letters.arrivals = []
      contents.letters.endings = []
      contents.letters.gates = []
      contents.letters.callers = []
    }
  }

  /// The worker looks: it swaps the tokens for an empty list that keeps its memory.
  func empty(into tokens: inout [CallToken]) -> Letters {
    contents.withLock { contents in
      contents.isAwaited = false
      swap(&contents.tokens, &tokens)
      defer {
        contents.letters.arrivals = []
        contents.letters.endings = []
        contents.letters.gates = []
        contents.letters.callers = []
      }
      return contents.letters
    }
  }

  private func leave<Result>(_ change: (inout Contents) -> Result) -> Result {
    let (worker, result) = contents.withLock { contents -> (ServerWorker?, Result) in
      let result = change(&contents)
      guard !contents.isAwaited, let worker = contents.worker else { return (nil, result) }
      contents.isAwaited = true
      return (worker, result)
    }
    if let worker { worker.loop.requestTurnEnd(for: worker) }
    return result
  }
}
