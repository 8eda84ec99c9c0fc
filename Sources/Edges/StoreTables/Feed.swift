internal import Dispatch
private import Synchronization

/// What a task makes, for a thread that waits for it: a few elements ahead, and no more.
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

  /// Begins to make elements; `make` hands over each, which waits while nobody takes them.
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
    // Whoever asks again is told the same.
    filled.signal()
    try end?.get()
    return nil
  }

  /// Lets go of it; nothing more is made.
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
