private import Synchronization

/// Runs tasks on whichever thread drains it, one job after the other in the order they came: what the
/// tasks do is the same in every run.
package final class StepExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs what there is and what comes of it, until every task waits for something else or has ended.
  package func runUntilIdle() {
    while true {
      let waiting = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      guard !waiting.isEmpty else { return }
      for job in waiting { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
