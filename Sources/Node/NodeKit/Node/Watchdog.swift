internal import CommandLineCore
internal import NodeLog
internal import SystemCore

/// Tells the service manager that the node still turns.
///
/// Each time, every loop that serves has done a job for it before. So a loop that hangs keeps it silent,
/// and the manager starts the node anew.
struct Watchdog: Sendable {
  private let manager: ServiceManager
  private let loops: [EventLoop]
  private let pause: Duration
  private let log: Log

  /// Makes one.
  ///
  /// - Parameters:
  ///   - manager: is told.
  ///   - period: how long it waits for a sign of life.
  ///   - loops: have to turn for that.
  ///   - log: is told where the manager is gone.
  init(telling manager: ServiceManager, within period: Duration, of loops: [EventLoop], log: Log) {
    self.manager = manager
    self.loops = loops
    self.log = log
    pause = period / 2
  }

  /// Makes one, if the environment says that the manager wants to hear from this process.
  init?(telling manager: ServiceManager, of loops: [EventLoop], log: Log) {
    guard
      let period = ServiceManager.watchdogPeriod(
        microseconds: CurrentProcess.environment("WATCHDOG_USEC"),
        process: CurrentProcess.environment("WATCHDOG_PID"))
    else { return nil }
    self.init(telling: manager, within: period, of: loops, log: log)
  }

  /// Tells it, twice in the time that it waits, until it is cancelled.
  func run() async {
    while !Task.isCancelled {
      await withDiscardingTaskGroup { group in
        for loop in loops { group.addTask(executorPreference: loop) {} }
      }
      do {
        try manager.tell(.alive)
      } catch {
        log.writeOften(.warning, "service.untold", .text("reason", "\(error)"))
      }
      // Cancelled, it ends early, and the loop with it.
      try? await Pause.sleep(for: pause)
    }
  }
}
