private import Glibc

/// The time of day, as seconds since the start of 2001 in UTC; for spans of time there is
/// `ContinuousClock`, which nobody can set.
package struct WallClock: Sendable {
  /// From the start of 1970 to the start of 2001.
  private static let secondsTo2001 = 978_307_200.0

  private let read: @Sendable () -> Double

  /// Makes a clock that shows what `read` says; for tests and simulations.
  package init(_ read: @escaping @Sendable () -> Double) {
    self.read = read
  }

  /// The system's clock.
  package static var system: WallClock {
    WallClock {
      var time = timespec()
      // It cannot fail: the clock exists and the address is ours.
      _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
      return Double(time.tv_sec) - secondsTo2001 + Double(time.tv_nsec) / 1e9
    }
  }

  /// What it shows now.
  package var now: Double { read() }
}
