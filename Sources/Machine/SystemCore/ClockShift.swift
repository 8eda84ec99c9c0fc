private import Synchronization

/// By how much the clock of a tested process is ahead, and what sleeps by that clock.
package final class ClockShift: Sendable {
  private struct Guarded {
    var duration = Duration.zero
    var lastSleeper: UInt64 = 0
    var sleepers: [UInt64: Task<Void, Never>] = [:]
  }

  /// A hundred years: beyond that, dates are none that samples may have.
  private static let longest = Duration.seconds(100 * 365.25 * 86_400)

  private let guarded = Mutex(Guarded())

  /// Begins with the system's time.
  package init() {}

  /// By how much it is ahead.
  package var duration: Duration { guarded.withLock { $0.duration } }

  /// Sets the clock ahead, and wakes whoever has slept for long enough by that.
  ///
  /// - Parameter seconds: How much farther.
  /// - Returns: Whether it was done: not back, and by no more than a hundred years together.
  package func advance(by seconds: Double) -> Bool {
    guard seconds >= 0, seconds <= Self.longest / .seconds(1) else { return false }
    let sleepers = guarded.withLock { guarded -> [UInt64: Task<Void, Never>]? in
      let duration = guarded.duration + .seconds(seconds)
      guard duration <= Self.longest else { return nil }
      guarded.duration = duration
      return guarded.sleepers
    }
    guard let sleepers else { return false }
    for sleeper in sleepers.values { sleeper.cancel() }
    return true
  }

  /// Returns when a moment has come by the shifted clock.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until instant: ContinuousClock.Instant) async throws {
    while true {
      try Task.checkCancellation()
      let sleeper = guarded.withLock { guarded -> (number: UInt64, task: Task<Void, Never>)? in
        let rest = ContinuousClock.now.duration(to: instant) - guarded.duration
        guard rest > .zero else { return nil }
        // Cancelled because the clock was set or nobody waits any more: what holds is asked again.
        let task = Task { _ = try? await Pause.sleep(for: rest) }
        guarded.lastSleeper += 1
        guarded.sleepers[guarded.lastSleeper] = task
        return (guarded.lastSleeper, task)
      }
      guard let sleeper else { return }
      await withTaskCancellationHandler {
        await sleeper.task.value
      } onCancel: {
        sleeper.task.cancel()
      }
      guarded.withLock { $0.sleepers[sleeper.number] = nil }
    }
  }
}
