internal import RPCCore
internal import RPCHTTP2
internal import Synchronization

/// What a server does beside answering, for tests to see and to wait for.
final class Watch: ServerObserver {
  /// What was seen so far.
  struct Seen: Sendable {
    /// How many handlers have begun, and ended.
    var begun = 0
    var ended = 0
    /// Why calls were broken off before their handlers ended.
    var aborts: [StatusCode] = []
    /// How many handlers ended in a cancelled task.
    var cancelled = 0
    var refusals: [ServerRefusal] = []
    /// Why connections ended otherwise than in order.
    var reasons: [String] = []
    /// What handlers counted.
    var counted = 0

    var running: Int { begun - ended }
  }

  private struct Waiting {
    let condition: @Sendable (Seen) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Guarded {
    var seen = Seen()
    var waiting: [Waiting] = []
    var calls: [WeakCall] = []
  }

  private struct WeakCall: Sendable {
    weak let call: ServerCall?
  }

  private let guarded = Mutex(Guarded())

  /// What was seen so far.
  var seen: Seen { guarded.withLock { $0.seen } }

  /// How many calls that a handler got are still in memory.
  var livingCalls: Int { guarded.withLock { $0.calls.count { $0.call != nil } } }

  /// Waits until what was seen fulfils a condition; the suite's time limit bounds it.
  @discardableResult
  func until(_ condition: @escaping @Sendable (Seen) -> Bool) async -> Seen {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFulfilled = guarded.withLock { guarded in
          if condition(guarded.seen) || Task.isCancelled { return true }
          guarded.waiting.append(Waiting(condition: condition, continuation: continuation))
          return false
        }
        if isFulfilled { continuation.resume() }
      }
    } onCancel: {
      // The test has taken too long; it fails by what it looks at next.
      let waiting = guarded.withLock { guarded in
        defer { guarded.waiting = [] }
        return guarded.waiting
      }
      for waiting in waiting { waiting.continuation.resume() }
    }
    return seen
  }

  /// Counts one of what a handler wants counted.
  func count() {
    note { $0.counted += 1 }
  }

  func refused(_ reason: ServerRefusal) {
    note { $0.refusals.append(reason) }
  }

  func ended(_ reason: String) {
    note { $0.reasons.append(reason) }
  }

  fileprivate func begin(_ call: ServerCall) {
    guarded.withLock { $0.calls.append(WeakCall(call: call)) }
    note { $0.begun += 1 }
  }

  fileprivate func end(_ call: ServerCall) {
    let reason = call.abortReason?.code
    let isCancelled = Task.isCancelled
    note { seen in
      seen.ended += 1
      if let reason { seen.aborts.append(reason) }
      if isCancelled { seen.cancelled += 1 }
    }
  }

  private func note(_ change: (inout Seen) -> Void) {
    let ready = guarded.withLock { guarded in
      change(&guarded.seen)
      let seen = guarded.seen
      let ready = guarded.waiting.filter { $0.condition(seen) }
      guarded.waiting.removeAll { $0.condition(seen) }
      return ready
    }
    for waiting in ready { waiting.continuation.resume() }
  }
}

/// A handler whose calls are watched.
struct WatchedHandler: CallHandler {
  let handler: any CallHandler
  let watch: Watch

  var methods: [MethodPath] { handler.methods }

  func handle(_ call: ServerCall) async {
    watch.begin(call)
    await handler.handle(call)
    watch.end(call)
  }
}
