internal import Dispatch
private import Synchronization

/// Elements that a task makes and a thread waits for; the task is ahead by so much as it takes to make more meanwhile.
final class Feed<Element: Sendable>: Sendable {
  fileprivate struct State {
    var ready: [Element] = []
    /// The sizes of those, together.
    var size = 0
    /// The most that may be; the task is asked for more once there is half of it.
    let most: Int
    let measure: @Sendable (Element) -> Int
    var end: Result<Void, any Error>?
    var isClosed = false
    /// The task, where it waits for room.
    var maker: CheckedContinuation<Void, Never>?
    /// Whether the thread waits for an element.
    var isAwaited = false
    var task: Task<Void, Never>?
  }

  private let state: Mutex<State>
  private let filled = DispatchSemaphore(value: 0)

  /// Starts the task.
  ///
  /// - Parameters:
  ///   - most: How much may be ready; what the task makes at a time fits twice, so that it makes some while the thread
  ///     takes others.
  ///   - measure: How much an element is.
  ///   - make: Makes the elements and calls `put` with each; `put` waits while the thread has not taken the ones before.
  init(
    holding most: Int = 16, by measure: @escaping @Sendable (Element) -> Int = { _ in 1 },
    _ make: @escaping @Sendable (_ put: (Element) async -> Void) async throws -> Void
  ) {
    state = Mutex(State(most: most, measure: measure))
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
    while true {
      switch state.withLock({ $0.next() }) {
      case .element(let element, let maker):
        maker?.resume()
        return element
      case .end(let end):
        try end.get()
        return nil
      case .wait: filled.wait()
      }
    }
  }

  /// Ends the task; elements that it still makes are thrown away.
  func close() {
    let (task, maker) = state.withLock { state in
      state.isClosed = true
      return (state.task.take(), state.maker.take())
    }
    task?.cancel()
    maker?.resume()
  }

  private func put(_ element: Element) async {
    await withCheckedContinuation { continuation in
      let (goesOn, isAwaited) = state.withLock { state in
        state.append(element)
        let goesOn = state.size < state.most || state.isClosed
        if !goesOn { state.maker = continuation }
        return (goesOn, state.takeAwaited())
      }
      if isAwaited { filled.signal() }
      if goesOn { continuation.resume() }
    }
  }

  private func finish(_ end: Result<Void, any Error>) {
    let isAwaited = state.withLock { state in
      state.end = end
      return state.takeAwaited()
    }
    if isAwaited { filled.signal() }
  }
}

extension Feed {
  /// What there is for the thread.
  fileprivate enum Step {
    /// The task has waited long enough.
    case element(Element, waking: CheckedContinuation<Void, Never>?)
    case end(Result<Void, any Error>)
    case wait
  }
}

extension Feed.State {
  fileprivate mutating func next() -> Feed.Step {
    guard !ready.isEmpty else {
      isAwaited = end == nil
      return end.map { .end($0) } ?? .wait
    }
    let element = ready.removeFirst()
    size -= measure(element)
    // Each change of threads costs as much as many rows, so the task makes several at a time.
    return .element(element, waking: 2 * size <= most ? maker.take() : nil)
  }

  fileprivate mutating func append(_ element: Element) {
    ready.append(element)
    size += measure(element)
  }

  /// Whether the thread waits; it is woken now.
  fileprivate mutating func takeAwaited() -> Bool {
    defer { isAwaited = false }
    return isAwaited
  }
}
