internal import CLinux

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
    unsafe CLinux_installPool { unsafe CommonPool.take($0) }
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
}
