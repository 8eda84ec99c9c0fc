private import Glibc

/// A point in time that nobody can set, in nanoseconds since some start of the machine.
package struct MonotonicInstant: Hashable, Sendable {
  /// Since a start that all instants of a process share.
  package let nanoseconds: Int64

  /// Takes a number of nanoseconds since the shared start.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The time of the call.
  package static var now: MonotonicInstant {
    var time = timespec()
    // It cannot fail: the clock exists and the address is ours.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

extension MonotonicInstant: InstantProtocol {
  /// The instant `duration` later; one that is too far away is the last there is.
  package func advanced(by duration: Duration) -> MonotonicInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
    if overflow { return MonotonicInstant(nanoseconds: duration < .zero ? .min : .max) }
    return MonotonicInstant(nanoseconds: sum)
  }

  /// From here to `other`.
  package func duration(to other: MonotonicInstant) -> Duration {
    .nanoseconds(other.nanoseconds.subtractingReportingOverflow(nanoseconds).partialValue)
  }

  /// Whether the left one is earlier.
  package static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// Rounded towards zero, or the nearest there is.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, late) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !late else { return seconds < 0 ? .min : .max }
    return sum
  }
}
