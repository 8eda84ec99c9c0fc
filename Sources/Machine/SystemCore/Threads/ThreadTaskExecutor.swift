/// Runs whole tasks on the thread of an actor's executor, so that a task which mostly calls that
/// actor does not change threads to do so.
package final class ThreadTaskExecutor: TaskExecutor {
  private let worker: ThreadExecutor.Worker

  init(_ worker: ThreadExecutor.Worker) {
    self.worker = worker
  }

  /// Runs the job after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    worker.add { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
