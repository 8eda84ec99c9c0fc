internal import Dispatch
private import Synchronization

/// Runs the work of a store on threads of its own, so that a caller may wait for it on any other thread.
final class BackgroundExecutor: TaskExecutor {
  static let shared = BackgroundExecutor()
  private let queue = DispatchQueue(label: "HealthKit.store", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Begins `operation`, and calls `completion` when it is over.
  static func run<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value,
    then completion: @escaping @Sendable (Result<Value, HKError>) -> Void
  ) {
    Task(executorPreference: shared) {
      let result: Result<Value, HKError>
      do {
        result = .success(try await operation())
      } catch {
        result = .failure(HKError(thrown: error))
      }
      shared.queue.async { completion(result) }
    }
  }

  /// Begins `operation`, and tells `completion` whether it went well.
  static func report(
    to completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
    _ operation: @escaping @Sendable () async throws -> Void
  ) {
    run(operation) { result in
      switch result {
      case .success: completion(true, nil)
      case .failure(let error): completion(false, error)
      }
    }
  }

  /// Waits for `operation`, wherever the caller is.
  static func wait<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) throws(HKError) -> Value {
    let result = Mutex<Result<Value, HKError>?>(nil)
    let semaphore = DispatchSemaphore(value: 0)
    run(operation) { outcome in
      result.withLock { $0 = outcome }
      semaphore.signal()
    }
    semaphore.wait()
    guard let outcome = result.withLock({ $0 }) else { preconditionFailure("it was signalled") }
    return try outcome.get()
  }
}
