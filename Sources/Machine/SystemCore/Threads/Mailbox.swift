internal import CUV

/// Values that threads hand to one that waits for them.
///
/// `@unchecked`: `values` is touched inside the mutex alone.
@safe package final class Mailbox<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<uv_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<uv_cond_t>.allocate(capacity: 1)
  private var values: [Value] = []

  /// Makes an empty one.
  package init() {
    unsafe mutex.initialize(to: uv_mutex_t())
    unsafe arrival.initialize(to: uv_cond_t())
    // They fail where there is no memory left, which ends a process of Swift anyway.
    let status = unsafe uv_mutex_init(mutex) | uv_cond_init(arrival)
    precondition(status == 0, "there is no memory for a mailbox")
  }

  deinit {
    unsafe uv_cond_destroy(arrival)
    unsafe uv_mutex_destroy(mutex)
    unsafe arrival.deallocate()
    unsafe mutex.deallocate()
  }

  /// Adds a value; never waits.
  package func put(_ value: Value) {
    unsafe uv_mutex_lock(mutex)
    values.append(value)
    unsafe uv_cond_signal(arrival)
    unsafe uv_mutex_unlock(mutex)
  }

  /// Blocks the calling thread until there is a value.
  ///
  /// - Parameter deadline: When to give up; never where it is `nil`.
  /// - Returns: The oldest value, or `nil` once the time is over.
  package func take(before deadline: MonotonicInstant? = nil) -> Value? {
    unsafe uv_mutex_lock(mutex)
    defer { unsafe uv_mutex_unlock(mutex) }
    while values.isEmpty {
      if let deadline {
        let left = MonotonicInstant.now.duration(to: deadline).nanoseconds
        guard left > 0 else { return nil }
        // Woken early or late, it looks again.
        _ = unsafe uv_cond_timedwait(arrival, mutex, UInt64(left))
      } else {
        unsafe uv_cond_wait(arrival, mutex)
      }
    }
    return values.removeFirst()
  }
}
