private import Synchronization

/// Lets one task sleep until there is something to do.
package final class WakeUp: Sendable {
  private struct Guarded {
    var isDue = false
    var sleeper: CheckedContinuation<Void, Never>?
  }

  private let guarded = Mutex(Guarded())

  /// Begins with nothing to do.
  package init() {}

  /// There is something to do; also if nobody sleeps yet.
  package func wake() {
    guarded.withLock { guarded in
      guarded.isDue = guarded.sleeper == nil
      defer { guarded.sleeper = nil }
      return guarded.sleeper
    }?.resume()
  }

  /// What there was to do is done already.
  package func forget() {
    guarded.withLock { $0.isDue = false }
  }

  /// Returns when there is something to do, the time is over, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - duration: how long to sleep; without it, no clock is asked.
  ///   - clock: by which clock.
  package func sleep(atMost duration: Duration? = nil, by clock: WallClock = .system) async {
    await sleep(until: duration.map { clock.instant + $0 }, by: clock)
  }

  /// Returns when there is something to do, a moment has come, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - instant: until when to sleep; without it, no clock is asked.
  ///   - clock: by which clock.
  package func sleep(until instant: ContinuousClock.Instant?, by clock: WallClock) async {
    let alarm = instant.map { instant in
      Task {
        // Cancelled because somebody else woke it, it wakes nobody.
        try? await clock.sleep(until: instant)
        if !Task.isCancelled { wake() }
      }
    }
    defer { alarm?.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = guarded.withLock { guarded in
          if guarded.isDue || Task.isCancelled {
            guarded.isDue = false
            return true
          }
          precondition(guarded.sleeper == nil, "one task sleeps at a time")
          guarded.sleeper = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}
