private import Synchronization

/// A part of a task that can be cancelled from outside.
///
/// A value without an allocation, to be kept in whatever stands for the work. It has one body.
///
/// | State | body begins | `cancel` | body ends |
/// |---|---|---|---|
/// | idle | running | cancelled | our bug |
/// | running | our bug | cancelling, then cancelled | over |
/// | cancelling | our bug | – | waits for cancelled |
/// | cancelled | the task is cancelled | – | over |
package struct CancellableScope: ~Copyable, Sendable {
  // The state is one of these, or the task that runs the body as a number. The task is not held: it
  // is used in `cancelling` alone, and the body does not end in that.
  private static let idle: UInt = 0
  private static let cancelling: UInt = 1
  private static let cancelled: UInt = 2
  private static let over: UInt = 3

  private let state = Atomic(CancellableScope.idle)
  /// Locked in `cancelling`.
  private let isInUse = Mutex(())

  /// Makes a scope in which nothing has run.
  package init() {}

  /// Runs the body in the task of the caller, which can be cancelled meanwhile.
  ///
  /// The task stays cancelled, if it was.
  package func run<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    begin()
    defer { end() }
    return try await body()
  }

  /// Begins a body in the task of the caller, where a closure costs too much.
  ///
  /// Every way out of the body must lead to `end()`, and while the task is the same.
  package func begin() {
    unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task else { preconditionFailure("there is no task") }
      let number = unsafe unsafeBitCast(task, to: UInt.self)
      let result = state.compareExchange(
        expected: Self.idle, desired: number, ordering: .acquiringAndReleasing)
      guard !result.exchanged else { return }
      precondition(result.original == Self.cancelled, "a scope has one body")
      unsafe task.cancel()
    }
  }

  /// Ends the body; from here on nobody cancels the task.
  package func end() {
    // Waiting here for a lock is rare and short: somebody is just calling cancellation handlers.
    if state.exchange(Self.over, ordering: .acquiringAndReleasing) == Self.cancelling {
      isInUse.withLock { _ in }
    }
  }

  /// Cancels the task that runs the body, from any thread.
  ///
  /// A body that begins later is cancelled at once, and one that is over is left alone.
  package func cancel() {
    let seen = state.load(ordering: .acquiring)
    switch seen {
    // A handler that is called below may come back here, and must not get to the lock.
    case Self.cancelling, Self.cancelled, Self.over: return
    default: isInUse.withLock { _ in cancelInLock() }
    }
  }

  private func cancelInLock() {
    var seen = state.load(ordering: .acquiring)
    while seen != Self.cancelled, seen != Self.over {
      let next = seen == Self.idle ? Self.cancelled : Self.cancelling
      let result = state.compareExchange(
        expected: seen, desired: next, ordering: .acquiringAndReleasing)
      guard result.exchanged else {
        seen = result.original
        continue
      }
      guard next == Self.cancelling else { return }
      // The task is there, because its body cannot end without this lock.
      unsafe unsafeBitCast(seen, to: UnsafeCurrentTask.self).cancel()
      _ = state.compareExchange(
        expected: Self.cancelling, desired: Self.cancelled, ordering: .acquiringAndReleasing)
      return
    }
  }
}
