internal import SystemCore

/// Seconds since 2001-01-01 UTC.
package enum Instant {
  /// The tool's clock.
  package static var now: Double { WallClock.system.now }
  /// The first of year 1.
  package static let beginning = -63_113_904_000.0
  /// The end of year 9999, which is the first that no longer lies in it.
  package static let end = 252_423_993_600.0
}
