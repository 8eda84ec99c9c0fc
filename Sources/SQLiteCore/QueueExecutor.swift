internal import Dispatch

/// A serial executor with a queue of its own, for actors whose C calls block.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue
  /// For tasks that mostly call the actor: they run on the same queue, one at a time.
  package let tasks: QueueTaskExecutor
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Makes the queue; `label` shows in debuggers.
  package init(label: String) {
    self.queue = DispatchQueue(label: label)
    self.tasks = QueueTaskExecutor(queue: queue)
    queue.setSpecific(key: QueueExecutor.key, value: ObjectIdentifier(self))
  }

  /// What an actor returns as its `unownedExecutor`; the actor holds this executor, so it outlives
  /// every job.
  @safe package var unowned: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  /// Runs the job after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  /// Traps unless it is called on the queue.
  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  /// Whether it is called on the queue.
  package func isIsolatingCurrentContext() -> Bool? {
    DispatchQueue.getSpecific(key: QueueExecutor.key) == ObjectIdentifier(self)
  }
}
