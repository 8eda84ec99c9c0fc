private import SystemCore

/// Until when something is waited for.
package struct Deadline: Sendable {
  private let end: Int64

  /// A point in time, `duration` from now.
  package init(after duration: Duration) {
    end = MonotonicInstant.now.advanced(by: duration).nanoseconds
  }

  /// Whether it has passed.
  package var isOver: Bool { MonotonicInstant.now.nanoseconds >= end }

  /// What is left of it, for `poll`: rounded up, so that nobody asks again before it is over.
  package var milliseconds: Int32 {
    let left = max(
      0, end.subtractingReportingOverflow(MonotonicInstant.now.nanoseconds).partialValue)
    return Int32(clamping: left / 1_000_000 + (left % 1_000_000 == 0 ? 0 : 1))
  }
}
