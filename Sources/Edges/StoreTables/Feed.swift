internal import Dispatch
private import Synchronization

/// Elements that a task makes and a thread waits for; the task is at most a few elements ahead.
final class Feed<Element: Sendable>: Sendable {
  private struct State {
    var ready: [Element] = []
    var end: Result<Void, any Error>?
    var isClosed = false
    var waiting: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
  }

  private static var mostReady: Int { 8 }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)

  /// Starts the task.
  ///
  /// - Parameter make: Makes the elements and calls `put` with each; `put` waits while the thread has not taken the
  ///   ones before.
  init(_ make: @escaping @Sendable (_ put: (Element) async -> Void) async throws -> Void) {
    let task = Task {
      do {
        try await make { await self.put($0) }
        finish(.success(()))
      } catch {
        finish(.failure(error))
      }
    }
    state.withLock { $0.task = task }
  }

  /// The next element, as soon as it is there; `nil` after the last.
  ///
  /// - Throws: Why there are no more.
  func next() throws -> Element? {
    filled.wait()
    let (element, end, waiting) = state.withLock { state in
      let element = state.ready.isEmpty ? nil : state.ready.removeFirst()
      return (element, state.end, state.waiting.take())
    }
    waiting?.resume()
    if let element { return element }
    // A further call finds the end as well.
    filled.signal()
    try end?.get()
    return nil
  }

  /// Ends the task; elements that it still makes are thrown away.
  func close() {
    let (task, waiting) = state.withLock { state in
      state.isClosed = true
      return (state.task.take(), state.waiting.take())
    }
    task?.cancel()
    waiting?.resume()
  }

  private func put(_ element: Element) async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        state.ready.append(element)
        guard state.ready.count >= Self.mostReady, !state.isClosed else { return true }
        state.waiting = continuation
        return false
      }
      filled.signal()
      if goesOn { continuation.resume() }
    }
  }

  private func finish(_ end: Result<Void, any Error>) {
    state.withLock { $0.end = end }
    filled.signal()
  }
}
