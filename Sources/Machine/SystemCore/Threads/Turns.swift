private import Synchronization

/// Whose turn it is: tasks do something one after the other, in the order in which they came.
package final class Turns: Sendable {
  /// Those who wait; `nil` where it is nobody's turn.
  private let waiters = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

  /// Begins with nobody's turn.
  package init() {}

  /// Does something when it is the caller's turn.
  ///
  /// - Parameters:
  ///   - isolation: Where it is done: where the caller is.
  ///   - body: Does it; it must not wait for a turn of its own.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package func take<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
      let isFirst = waiters.withLock { waiters in
        defer { waiters = waiters.map { $0 + [waiter] } ?? [] }
        return waiters == nil
      }
      if isFirst { waiter.resume() }
    }
    defer {
      let next = waiters.withLock { waiters -> CheckedContinuation<Void, Never>? in
        guard waiters?.isEmpty == false else {
          waiters = nil
          return nil
        }
        return waiters?.removeFirst()
      }
      next?.resume()
    }
    return try await body()
  }
}
