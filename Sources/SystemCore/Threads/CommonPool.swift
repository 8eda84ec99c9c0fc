internal import CLinux
private import Glibc

/// The threads for all jobs of this process that no executor is named for.
///
/// Swift's own pool is libdispatch's, which wakes up each second to look at itself, whether or not there is
/// anything to do. A process that is idle for days must not.
package final class CommonPool: TaskExecutor {
  private static let shared = CommonPool()
  private static let threads = 2
  private let queue = JobQueue()

  private init() {
    for number in 0..<Self.threads {
      WorkThread.start("pool-\(number)") { [queue] in queue.run(asLeader: number == 0) }
    }
  }

  /// Takes over from Swift's own pool, for the rest of the process: before the first task.
  package static func install() {
    _ = shared
    unsafe CLinux_installPool(
      CLinux_pool(
        take: { unsafe CommonPool.take($0) },
        takeAfter: { unsafe CommonPool.take($1, after: $0) },
        takeAt: { unsafe CommonPool.take($3, seconds: $0, nanoseconds: $1, clock: $2) }))
  }

  /// Runs the job on one of the threads.
  package func enqueue(_ job: consuming ExecutorJob) {
    run(UnownedJob(job))
  }

  private func run(_ job: UnownedJob) {
    queue.add { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  private static func take(_ job: UnsafeMutableRawPointer?) {
    guard let job = unsafe job else { return }
    shared.run(unsafe unsafeBitCast(job, to: UnownedJob.self))
  }

  private static func take(_ job: UnsafeMutableRawPointer?, after nanoseconds: UInt64) {
    guard let job = unsafe job else { return }
    let work = unsafe unsafeBitCast(job, to: UnownedJob.self)
    let pool = shared
    pool.queue.add(after: nanoseconds) {
      unsafe work.runSynchronously(on: pool.asUnownedTaskExecutor())
    }
  }

  private static func take(
    _ job: UnsafeMutableRawPointer?, seconds: Int64, nanoseconds: Int64, clock: Int32
  ) {
    var now = timespec()
    // The continuous clock goes on while the machine sleeps, the suspending one does not.
    let status = unsafe clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now)
    precondition(status == 0, "the clocks of the machine are there")
    let left = (seconds - Int64(now.tv_sec)) * 1_000_000_000 + nanoseconds - Int64(now.tv_nsec)
    unsafe take(job, after: UInt64(max(0, left)))
  }
}
