private import Glibc

/// The time of day, as seconds since the start of 2001 in UTC, and waiting by it.
///
/// Spans of time go by `ContinuousClock`, which nobody can set; where a test shifts the clock, they are
/// over earlier as well.
package struct WallClock: Sendable {
  /// From the start of 1970 to the start of 2001.
  static let secondsTo2001 = 978_307_200.0

  private let read: @Sendable () -> Double
  /// What shifts it, in a process that is tested; usually nothing.
  package let shift: ClockShift?

  /// Makes a clock that shows what `read` says; for tests and simulations.
  package init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
    shift = nil
  }

  private init(shift: ClockShift?, _ read: @escaping @Sendable () -> Double) {
    self.read = read
    self.shift = shift
  }

  /// The system's clock.
  package static var system: WallClock { WallClock { systemTime } }

  /// The system's clock, ahead by a shift.
  package static func system(aheadBy shift: ClockShift) -> WallClock {
    WallClock(shift: shift) { systemTime + shift.duration / .seconds(1) }
  }

  private static var systemTime: Double {
    var time = timespec()
    // It cannot fail: the clock exists and the address is ours.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - secondsTo2001 + Double(time.tv_nsec) / 1e9
  }

  /// What it shows now.
  package var now: Double { read() }

  /// The moment that spans of time begin and end at.
  package var instant: ContinuousClock.Instant {
    guard let shift else { return .now }
    return .now + shift.duration
  }

  /// Returns when the time is over.
  ///
  /// - Parameter duration: How long to wait.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func sleep(for duration: Duration) async throws {
    guard let shift else { return try await Pause.sleep(for: duration) }
    try await shift.sleep(until: instant + duration)
  }

  /// Returns when a moment has come.
  ///
  /// - Parameter instant: By `instant` of this clock.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func sleep(until instant: ContinuousClock.Instant) async throws {
    guard let shift else {
      return try await Pause.sleep(for: ContinuousClock.now.duration(to: instant))
    }
    try await shift.sleep(until: instant)
  }
}
