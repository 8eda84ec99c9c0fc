private import Foundation

/// A lock around a value.
///
/// The value is touched with the lock held alone, so that it may be shared whatever it is.
public final class OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private let mutex = NSLock()
  private var state: State

  /// A lock around a value.
  public init(initialState: sending State) {
    state = initialState
  }

  /// A lock around a value that may go from thread to thread.
  public init(uncheckedState: State) {
    state = uncheckedState
  }

  /// Runs a block with the value; other threads wait until it is done.
  public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try withLockUnchecked(body)
  }

  /// The same; the compiler checks as much here.
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// A lock around nothing.
  public convenience init() {
    self.init(uncheckedState: ())
  }

  /// Waits until nobody has the lock, and takes it.
  public func lock() { mutex.lock() }

  /// Gives the lock back.
  public func unlock() { mutex.unlock() }
}
