private import Synchronization

/// Does one thing after the other, in the order in which they are asked for.
final class OneAtATime: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Does something once everything before it has ended, well or not.
  func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let task = last.withLock { last in
      let task = Task { [last] in
        await last?.value
        try Task.checkCancellation()
        try await body()
      }
      last = Task { _ = await task.result }
      return task
    }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
