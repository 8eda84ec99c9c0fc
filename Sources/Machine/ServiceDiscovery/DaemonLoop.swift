private import CAvahi
private import Dispatch
private import Synchronization

/// The library's event loop for one conversation with the daemon, and the thread it runs on.
///
/// The library waits for the daemon's answers and cannot be stopped meanwhile; so it has a thread of its
/// own, which makes, uses and frees all of its objects, and whoever is cancelled leaves it behind.
final class DaemonLoop: Sendable {
  /// What a conversation comes to.
  enum Moment: Hashable, Sendable {
    /// What was asked for is under way.
    case ready
    /// The thread has freed everything.
    case over
  }

  /// The library's loop.
  ///
  /// Unchecked: off its thread only the call is made that is meant for that, and under the lock.
  @safe struct Handle: @unchecked Sendable {
    let poll: OpaquePointer
  }

  private struct State {
    var handle: Handle?
    var isEnding = false
  }

  private let operation: String
  private let state = Mutex(State())
  private let moments: AsyncThrowingStream<Moment, any Error>
  private let continuation: AsyncThrowingStream<Moment, any Error>.Continuation

  /// Prepares a conversation; `operation` is what its errors say could not be done.
  init(_ operation: String) {
    self.operation = operation
    (moments, continuation) = AsyncThrowingStream.makeStream(
      bufferingPolicy: .bufferingOldest(1))
  }

  /// Runs `body` with the library's loop on the thread; once, at the start.
  func begin(_ body: @escaping @Sendable (Handle) throws(DiscoveryError) -> Void) {
    // A queue of one's own: tasks share the threads of the global one.
    DispatchQueue(label: "dyad.discovery").async { [self] in
      do throws(DiscoveryError) {
        try run(body)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  /// Says that what was asked for is under way; on the thread.
  func becomeReady() {
    continuation.yield(.ready)
  }

  /// Asks the thread to free everything and go; on any thread.
  func end() {
    state.withLock { state in
      state.isEnding = true
      if let handle = state.handle { unsafe avahi_simple_poll_wakeup(handle.poll) }
    }
  }

  /// Waits for what comes next, and returns `nil` where `deadline` comes first.
  ///
  /// After that, or after a cancellation, there is no waiting any more.
  /// - Throws: what the thread ended with; `CancellationError` as soon as the task is cancelled.
  func nextMoment(until deadline: ContinuousClock.Instant) async throws -> Moment? {
    let moment = try await withThrowingTaskGroup(of: Moment?.self) { group in
      group.addTask { [moments] in
        for try await moment in moments { return moment }
        return .over
      }
      group.addTask {
        try await ContinuousClock().sleep(until: deadline)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    // A stream that is left ends without a word.
    try Task.checkCancellation()
    return moment
  }

  /// Lets the library work, on the thread, for as long as `isWanted` and nobody asks for the end;
  /// returns whether somebody did.
  func iterate(
    _ handle: Handle, while isWanted: () -> Bool
  ) throws(DiscoveryError) -> Bool {
    while !state.withLock({ $0.isEnding }) {
      guard isWanted() else { return false }
      // One is the answer to a quit, which nobody here asks for.
      guard unsafe avahi_simple_poll_iterate(handle.poll, -1) == 0 else {
        throw DiscoveryError(.other, cannot: operation, "the library's event loop failed")
      }
    }
    return true
  }

  private func run(
    _ body: (Handle) throws(DiscoveryError) -> Void
  ) throws(DiscoveryError) {
    guard let poll = unsafe avahi_simple_poll_new() else {
      throw DiscoveryError(.other, cannot: operation, "the library has no event loop")
    }
    let handle = unsafe Handle(poll: poll)
    state.withLock { $0.handle = handle }
    defer {
      state.withLock { $0.handle = nil }
      unsafe avahi_simple_poll_free(poll)
    }
    try body(handle)
  }
}
