private import Synchronization

/// Waits by a clock of our own.
///
/// `Task.sleep` goes to libdispatch whatever pool there is, and that wakes the process each second from
/// then on.
package enum Pause {
  /// One that waits.
  private final class Sleeper: Sendable {
    private enum State {
      case waiting(CheckedContinuation<Void, any Error>)
      case open
      case over(any Error)
      case done
    }

    private let state = Mutex(State.open)

    func wait() async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          switch state {
          case .open, .waiting:
            state = .waiting(continuation)
            return nil
          case .over(let error): return .failure(error)
          case .done: return .success(())
          }
        }
        if let result { continuation.resume(with: result) }
      }
    }

    func end(_ error: (any Error)?) {
      let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard case .waiting(let continuation) = state else {
          if case .open = state { state = error.map { .over($0) } ?? .done }
          return nil
        }
        state = .done
        return continuation
      }
      if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
  }

  private static let queue: JobQueue = {
    let queue = JobQueue()
    WorkThread.start("dyad.clock") { queue.run(asLeader: true) }
    return queue
  }()

  /// Returns when the time is over.
  ///
  /// - Parameter duration: How long to wait.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package static func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper()
    let nanoseconds = UInt64(clamping: max(0, duration.nanoseconds))
    let timer = queue.add(after: nanoseconds) { sleeper.end(nil) }
    try await withTaskCancellationHandler {
      try await sleeper.wait()
    } onCancel: {
      queue.remove(timer)
      sleeper.end(CancellationError())
    }
  }
}
