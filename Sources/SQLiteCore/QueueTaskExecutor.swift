internal import Dispatch

/// Runs whole tasks on the queue of an actor's executor, so that a task which mostly calls that
/// actor does not change threads to do so.
package final class QueueTaskExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// Runs the job after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
