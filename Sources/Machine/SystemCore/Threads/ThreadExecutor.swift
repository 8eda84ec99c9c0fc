internal import Synchronization

/// A serial executor with a thread of its own, for actors whose C calls block.
///
/// The thread starts with the first job and ends with the executor.
package final class ThreadExecutor: SerialExecutor {
  /// For tasks that mostly call the actor: they run on the same thread, one at a time.
  package let tasks: ThreadTaskExecutor
  private let worker: Worker

  /// The thread, and what waits for it.
  final class Worker: Sendable {
    private let queue = JobQueue()
    private let label: String
    private let hasThread = Atomic(false)
    private let number = Atomic<UInt64>(0)

    init(_ label: String) {
      self.label = label
    }

    deinit { queue.end() }

    /// Whether it is called on the thread.
    var isCurrent: Bool { number.load(ordering: .relaxed) == ThreadNumber.current }

    /// Readies the thread, if there is one yet.
    func expect() {
      if hasThread.load(ordering: .relaxed) { queue.expect() }
    }

    func add(_ work: @escaping JobQueue.Work) {
      if !hasThread.exchange(true, ordering: .relaxed) {
        queue.add { [self] in number.store(ThreadNumber.current, ordering: .relaxed) }
        WorkThread.start(label) { [queue] in queue.run(asLeader: true) }
      }
      queue.add(work)
    }
  }

  /// Makes the executor; `label` names its thread.
  package init(label: String) {
    worker = Worker(label)
    tasks = ThreadTaskExecutor(worker)
  }

  /// What an actor returns as its `unownedExecutor`; the actor holds this executor, so it outlives
  /// every job.
  @safe package var unowned: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  /// Runs the job after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    worker.add { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Readies the thread for a job that is about to come.
  package func expect() { worker.expect() }

  /// Traps unless it is called on the thread.
  package func checkIsolated() {
    precondition(worker.isCurrent, "not on the thread of the executor")
  }

  /// Whether it is called on the thread.
  package func isIsolatingCurrentContext() -> Bool? { worker.isCurrent }
}
