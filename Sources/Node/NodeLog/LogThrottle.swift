internal import SystemCore

/// Decides which lines of events that others can cause at will are written: so many of each in a
/// stretch of time, and a count of the rest.
struct LogThrottle: Sendable {
  /// Enough to see what goes on.
  static let linesPerWindow = 10
  /// A flood then leaves a few megabytes a day.
  static let window = Duration.seconds(60)

  /// What becomes of a line.
  enum Admission: Hashable {
    /// It is written, and this many before it were not.
    case write(after: Int)
    case drop
  }

  private struct Stretch {
    var start: MonotonicInstant
    var lines = 0
    var dropped = 0
  }

  // One for each name of an event, which are ours and few.
  private var stretches: [String: Stretch] = [:]

  /// An event has happened.
  mutating func admit(_ event: String, at now: MonotonicInstant) -> Admission {
    var stretch = stretches[event] ?? Stretch(start: now)
    let isOver = now >= stretch.start.advanced(by: Self.window)
    let dropped = isOver ? stretch.dropped : 0
    if isOver { stretch = Stretch(start: now) }
    defer { stretches[event] = stretch }
    guard stretch.lines < Self.linesPerWindow else {
      stretch.dropped += 1
      return .drop
    }
    stretch.lines += 1
    return .write(after: dropped)
  }

  /// The events of which lines were dropped and nothing was said since, with how many.
  mutating func takeDropped() -> [(event: String, count: Int)] {
    let dropped = stretches.filter { $0.value.dropped > 0 }
    for event in dropped.keys { stretches[event]?.dropped = 0 }
    return dropped.map { ($0.key, $0.value.dropped) }.sorted { $0.event < $1.event }
  }
}
