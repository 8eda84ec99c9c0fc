internal import Dispatch
private import Synchronization

/// The life of one query: executed once, stopped any number of times, its handlers called one at a time.
final class QueryExecution: Sendable {
  private enum State {
    case new
    case running(Task<Void, Never>)
    case over
  }

  private let state = Mutex(State.new)
  // A handler may wait for anything, so it has no thread of the tasks'.
  private let queue = DispatchQueue(label: "HealthKit.query")

  /// Begins; `false` where it was executed before.
  func begin(_ start: () -> Task<Void, Never>) -> Bool {
    state.withLock { state in
      guard case .new = state else { return false }
      state = .running(start())
      return true
    }
  }

  /// Calls no handler any more that is not being called.
  func stop() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard case .running(let task) = state else { return nil }
      state = .over
      return task
    }
    task?.cancel()
  }

  private var isOver: Bool {
    state.withLock { state in
      if case .over = state { true } else { false }
    }
  }

  /// Calls a handler, after those before it; returns when it has.
  func call(_ handler: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      queue.async {
        if !self.isOver { handler() }
        continuation.resume()
      }
    }
  }
}
