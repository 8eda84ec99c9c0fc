internal import CUV

/// libuv's loop, with the two handles every loop of ours has: one to wake it, one to time it.
///
/// They need fixed addresses, so they are allocated; whoever makes them closes them with `close()`.
@safe struct LoopHandles {
  let loop: UnsafeMutablePointer<uv_loop_t>
  private let waker: UnsafeMutablePointer<uv_async_t>
  private let alarm: UnsafeMutablePointer<uv_timer_t>

  init() throws(SystemError) {
    let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    let waker = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    let alarm = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    unsafe self.loop = loop
    unsafe self.waker = waker
    unsafe self.alarm = alarm
    var status = unsafe uv_loop_init(loop)
    if status == 0 {
      // Nothing to do when woken: the loop looks at what is new before it waits again.
      status = unsafe uv_async_init(loop, waker, { _ in })
      // What was initialised was the loop alone, so it closes at once.
      if status != 0 { _ = unsafe uv_loop_close(loop) }
    }
    guard status == 0 else {
      deallocate()
      throw SystemError(cannot: "start", "an event loop", number: -status)
    }
    _ = unsafe uv_timer_init(loop, alarm)  // It returns 0, always.
  }

  /// Wakes the loop from any thread.
  func wake() {
    // It fails for handles that are not of this kind only.
    _ = unsafe uv_async_send(waker)
  }

  /// Whether an alarm was set and has not woken the loop yet.
  var isAlarmSet: Bool {
    let start = unsafe UnsafeRawPointer(alarm).assumingMemoryBound(to: uv_handle_t.self)
    return unsafe uv_is_active(start) != 0
  }

  /// Ends a wait in so many milliseconds.
  func setAlarm(in milliseconds: UInt64) {
    unsafe uv_update_time(loop)
    // The timer may run out before the loop starts to wait, and must then keep it from waiting. It
    // fails for timers that are being closed only.
    _ = unsafe uv_timer_start(alarm, { unsafe uv_stop($0?.pointee.loop) }, milliseconds, 0)
  }

  /// Looks once at all handles; waits for one of them if `mayWait`.
  func poll(mayWait: Bool) {
    // What it returns is whether there are handles, and there always are.
    _ = unsafe uv_run(loop, mayWait ? UV_RUN_ONCE : UV_RUN_NOWAIT)
  }

  /// Closes all; the caller has closed what else there was, and the memory is gone afterwards.
  func close() {
    unsafe Self.close(waker)
    unsafe Self.close(alarm)
    let rest = unsafe uv_run(loop, UV_RUN_DEFAULT)
    let status = unsafe uv_loop_close(loop)
    precondition(rest == 0 && status == 0, "a handle of the loop was left open")
    deallocate()
  }

  private func deallocate() {
    unsafe loop.deallocate()
    unsafe waker.deallocate()
    unsafe alarm.deallocate()
  }

  private static func close<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    // Every handle begins with the members of `uv_handle_t`.
    let start = unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
    unsafe uv_close(start, nil)
  }
}
