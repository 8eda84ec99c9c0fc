private import Synchronization

/// Something that becomes known once, and those who wait for it.
package final class Notice<Value: Sendable>: Sendable {
  private struct Guarded {
    var value: Value?
    var lastWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Value?, Never>] = [:]
  }

  private let guarded = Mutex(Guarded())

  /// Begins with nothing known.
  package init() {}

  /// Tells everybody; what is told first holds.
  package func give(_ value: Value) {
    let waiters = guarded.withLock { guarded in
      guarded.value = guarded.value ?? value
      defer { guarded.waiters = [:] }
      return guarded.waiters
    }
    // Who still waits has not been told before, so what is told now holds.
    for waiter in waiters.values { waiter.resume(returning: value) }
  }

  /// What is known, as soon as it is; `nil` when the task is cancelled before.
  package func value() async -> Value? {
    let number = guarded.withLock { guarded in
      guarded.lastWaiter += 1
      return guarded.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (value, mustEnd) = guarded.withLock { guarded in
          // Asked once: whoever cancels from here on finds the waiter.
          let mustEnd = guarded.value != nil || Task.isCancelled
          if !mustEnd { guarded.waiters[number] = continuation }
          return (guarded.value, mustEnd)
        }
        if mustEnd { continuation.resume(returning: value) }
      }
    } onCancel: {
      guarded.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
    }
  }

  /// What is known, or `nil` when the time is over.
  package func value(within duration: Duration, by clock: WallClock) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await self.value() }
      group.addTask {
        // Cancelled because the value came first, it is not asked.
        try? await clock.sleep(for: duration)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
