private import CUV

/// A lock with what it guards, for what passes from thread to thread.
///
/// `Mutex` would do, but the thread sanitizer cannot see it: whatever was handed over would look like
/// a race in everything that lives on a loop. This one is the system's, which it knows.
///
/// `@unchecked`: the lock is what makes it so.
@safe final class HandoverLock<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<uv_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    let lock = UnsafeMutablePointer<uv_mutex_t>.allocate(capacity: 1)
    let status = unsafe uv_mutex_init(lock)
    precondition(status == 0, "there is no memory for a lock")
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe place.initialize(to: value)
    unsafe self.lock = lock
    unsafe self.value = place
  }

  deinit {
    unsafe uv_mutex_destroy(lock)
    unsafe lock.deallocate()
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Lends the value to one caller at a time; `body` must not come back to this lock.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe uv_mutex_lock(lock)
    defer { unsafe uv_mutex_unlock(lock) }
    return unsafe body(&value.pointee)
  }
}
