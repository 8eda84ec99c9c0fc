private import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
  /// A time on the clock, counted from its making.
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    package func duration(to other: Instant) -> Duration { other.offset - offset }
  }

  fileprivate struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Bool, Never>
  }

  fileprivate struct Guarded {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var nextSleeper = 0
    var awaited: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let guarded = Mutex(Guarded())

  package init() {}

  package var now: Instant { guarded.withLock { $0.now } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// How many sleep now.
  package var sleepers: Int { guarded.withLock { $0.sleepers.count } }

  /// Sleeps until the clock was moved to `deadline`, or the task is cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = guarded.withLock { guarded in
      defer { guarded.nextSleeper += 1 }
      return guarded.nextSleeper
    }
    let isTime = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (answer, waiting) = guarded.withLock { guarded in
          guard deadline > guarded.now else { return (true as Bool?, [] as [Waiting]) }
          guard !Task.isCancelled else { return (false, []) }
          guarded.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return (nil, guarded.satisfied())
        }
        if let answer { continuation.resume(returning: answer) }
        for one in waiting { one.resume() }
      }
    } onCancel: {
      let sleeper = guarded.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(returning: false)
    }
    guard isTime else { throw CancellationError() }
  }

  /// Moves the clock, and wakes whose time has come.
  package func advance(by duration: Duration) {
    let woken = guarded.withLock { guarded in
      guarded.now = guarded.now.advanced(by: duration)
      let due = guarded.sleepers.filter { $0.value.deadline <= guarded.now }
      for number in due.keys { guarded.sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume(returning: true) }
  }

  /// Waits until at least `count` sleep, so that moving the clock reaches them.
  package func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = guarded.withLock { guarded in
        guard guarded.sleepers.count < count else { return true }
        guarded.awaited.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

private typealias Waiting = CheckedContinuation<Void, Never>

extension ManualClock.Guarded {
  /// Those who wait for no more sleepers than there are.
  fileprivate mutating func satisfied() -> [Waiting] {
    let count = sleepers.count
    defer { awaited.removeAll { $0.count <= count } }
    return awaited.filter { $0.count <= count }.map(\.continuation)
  }
}
