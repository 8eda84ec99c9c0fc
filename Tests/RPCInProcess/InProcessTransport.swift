package import RPCCore
private import Synchronization

/// Carries calls to a handler in the same process, without bytes.
///
/// Messages pass from one side to the other as they are; back-pressure, deadlines and cancellation are
/// those of a call over sockets. Time comes from the clock that is passed in.
package final class InProcessTransport: ClientTransport {
  private struct Accepting {
    var waiting: [InProcessCall] = []
    var acceptor: CheckedContinuation<Void, Never>?
    var isClosed = false
    var calls: UInt64 = 0
  }

  /// Who the two sides are to each other where nobody says otherwise.
  package static let nobody = CallPeer(address: "in process")

  private let clock: any Clock<Duration>
  private let caller: CallPeer
  private let server: CallPeer
  private let accepting = Mutex(Accepting())

  /// Makes the transport between two sides of one process.
  ///
  /// - Parameters:
  ///   - clock: measures the deadlines.
  ///   - caller: who handlers see; both sides of a connection have the same channel binding.
  ///   - server: who answers, as callers see it.
  package init(
    clock: any Clock<Duration> = ContinuousClock(), from caller: CallPeer = nobody,
    to server: CallPeer = nobody
  ) {
    self.clock = clock
    self.caller = caller
    self.server = server
  }

  package func start(_ request: CallRequest, options: CallOptions) -> ClientCall {
    let number = accepting.withLock { accepting in
      accepting.calls += 1
      return accepting.calls
    }
    let link = InProcessCall(request, options: options, number: number, from: caller)
    let (isRefused, acceptor) = accepting.withLock { accepting in
      guard !accepting.isClosed else { return (true, nil as CheckedContinuation<Void, Never>?) }
      link.client.place(at: server)
      accepting.waiting.append(link)
      defer { accepting.acceptor = nil }
      return (false, accepting.acceptor)
    }
    acceptor?.resume()
    if isRefused { link.abort(RPCError(.unavailable, "the server takes no more calls")) }
    return link.client
  }

  /// Answers calls until `beginShutdown`, then ends when those in progress have ended.
  ///
  /// Cancelling it breaks off what is in progress.
  package func run(_ handler: some CallHandler) async {
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        while let calls = await nextCalls() {
          for call in calls {
            group.addTask { [clock] in await call.run(handler, clock: clock) }
          }
        }
      }
    } onCancel: {
      beginShutdown()
    }
  }

  /// Takes no more calls.
  package func beginShutdown() {
    let acceptor = accepting.withLock { accepting in
      accepting.isClosed = true
      defer { accepting.acceptor = nil }
      return accepting.acceptor
    }
    acceptor?.resume()
  }

  private func nextCalls() async -> [InProcessCall]? {
    while true {
      let (calls, isClosed) = accepting.withLock { accepting in
        defer { accepting.waiting = [] }
        return (accepting.waiting, accepting.isClosed)
      }
      if !calls.isEmpty { return calls }
      if isClosed { return nil }
      await withCheckedContinuation { continuation in
        let canGoOn = accepting.withLock { accepting in
          guard accepting.waiting.isEmpty, !accepting.isClosed else { return true }
          accepting.acceptor = continuation
          return false
        }
        if canGoOn { continuation.resume() }
      }
    }
  }
}
