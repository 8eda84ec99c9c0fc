internal import SystemCore

/// Lets a signal end a command in order.
package enum Interruption {
  private enum Part: Sendable {
    case work
    case watch
  }

  /// Runs a closure, and cancels it when a signal asks the process to end; a second one ends it at
  /// once.
  ///
  /// - Parameters:
  ///   - signals: Signals as they come.
  ///   - body: What to do.
  /// - Throws: What the closure throws; `CancellationError` where it threw after a signal.
  package static func ending(
    _ signals: AsyncStream<Int32>, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Part.self) { group in
      group.addTask {
        try await body()
        return .work
      }
      group.addTask {
        for await _ in signals {
          // Whoever signals again will not wait.
          TerminationSignals.release()
          throw CancellationError()
        }
        return .watch
      }
      defer { group.cancelAll() }
      // The first error cancels the other part, and is the one to tell.
      while let part = try await group.next() {
        if case .work = part { return }
      }
    }
  }

  /// Runs a closure, and puts things in order where it ends in any way, a signal included, by which the process
  /// then ends at once.
  ///
  /// - Parameters:
  ///   - signals: Signals as they come.
  ///   - cleanUp: Puts things in order, from any thread and more than once.
  ///   - body: What to do.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  package static func cleaning<Value: Sendable>(
    _ signals: AsyncStream<Int32>, _ cleanUp: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { cleanUp() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        for await number in signals {
          cleanUp()
          TerminationSignals.endProcess(by: number)
        }
        return nil
      }
      defer { group.cancelAll() }
      // The watch ends by itself where nobody sends signals any more.
      while let value = try await group.next() {
        if let value { return value }
      }
      throw CancellationError()
    }
  }
}
