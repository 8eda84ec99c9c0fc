internal import CUV
internal import Synchronization

/// One thread that waits for sockets, timers and jobs, and is the executor of the actors on it.
///
/// Every job on it runs alone, so it is a serial executor for actors; it takes whole tasks too. It
/// lives until `shutdown()`.
///
/// `@unchecked`: `state` and the handles of libuv are touched by the loop's thread alone, which
/// every function makes sure of; what others may touch is in `inbox`.
@safe package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
  let name: String
  let handles: LoopHandles
  let state: UnsafeMutablePointer<LoopState>
  let inbox = HandoverLock(LoopInbox())
  /// Whether something was put into the inbox; the loop need not lock to see that it is empty.
  let hasMail = Atomic(false)
  /// Written before the thread gets past the lock of the inbox, and never again.
  ///
  /// Behind a pointer, because every access to a variable of an object is noted while it lasts, and
  /// this is asked for each job.
  private let thread: UnsafeMutablePointer<uv_thread_t>

  /// Starts the thread.
  ///
  /// - Parameter name: Shows in debuggers, its first 15 bytes.
  /// - Throws: When the system has no descriptors or no threads left.
  package init(name: String) throws(SystemError) {
    let handles = try LoopHandles()
    self.name = name
    self.handles = handles
    let state = UnsafeMutablePointer<LoopState>.allocate(capacity: 1)
    unsafe state.initialize(to: LoopState())
    unsafe self.state = state
    let thread = UnsafeMutablePointer<uv_thread_t>.allocate(capacity: 1)
    unsafe thread.initialize(to: uv_thread_t())
    unsafe self.thread = thread
    let status = start()
    guard status == 0 else {
      handles.close()
      throw SystemError(cannot: "start", "an event loop", number: -status)
    }
  }

  deinit {
    // The thread holds the loop for as long as it runs, so nobody uses this any more.
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe thread.deallocate()
  }

  /// Whether the caller is on the loop's thread.
  package var isCurrent: Bool { unsafe uv_thread_self() == thread.pointee }

  /// What an actor on the loop returns as its `unownedExecutor`; the actor holds the loop, so it
  /// outlives every job.
  @safe package var unowned: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  /// Runs the job on the loop, after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      unsafe state.pointee.add(job)
    } else {
      leave { inbox in
        precondition(!inbox.hasEnded, "a job for a loop that has ended")
        inbox.jobs.append(job)
      }
    }
  }

  /// Traps unless it is called on the loop.
  package func checkIsolated() {
    precondition(isCurrent, "not on the loop")
  }

  /// Whether it is called on the loop.
  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// The time, which stands still while the loop calls residents and runs one round of jobs.
  package var now: MonotonicInstant {
    isCurrent ? unsafe state.pointee.now() : .now
  }

  private func start() -> Int32 {
    // The loop belongs to its thread until that ends.
    let user = unsafe Unmanaged.passRetained(self)
    return inbox.withLock { _ in
      let status = unsafe uv_thread_create(
        thread, { unsafe EventLoop.run($0) }, user.toOpaque())
      if status != 0 { unsafe user.release() }
      return status
    }
  }

  private static func run(_ user: UnsafeMutableRawPointer?) {
    guard let user = unsafe user else { return }
    unsafe Unmanaged<EventLoop>.fromOpaque(user).takeRetainedValue().run()
  }

  /// Returns when the thread is gone, which it is about to be.
  func join() {
    let isJoined = inbox.withLock { inbox in
      let isJoined = inbox.isJoined
      inbox.isJoined = true
      return isJoined
    }
    guard !isJoined else { return }
    let status = unsafe uv_thread_join(thread)
    precondition(status == 0, "the thread of the loop is not there")
  }

  /// Leaves something for the loop from another thread, and wakes it if need be.
  func leave(_ change: (inout LoopInbox) -> Void) {
    inbox.withLock { inbox in
      change(&inbox)
      hasMail.store(true, ordering: .relaxed)
      guard inbox.isAsleep, !inbox.hasEnded else { return }
      inbox.isAsleep = false
      // Inside the lock, because the handle is closed as soon as the loop has ended.
      handles.wake()
    }
  }
}
