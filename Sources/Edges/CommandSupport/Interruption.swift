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
}
