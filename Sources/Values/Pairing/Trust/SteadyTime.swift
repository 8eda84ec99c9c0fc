/// A line of seconds that never runs faster than time does, put together from clocks that may jump.
///
/// Between two readings of the same start of the machine its uptime tells exactly. After another start
/// what has passed is unknown, and the uptime since that start is what has passed at least. A reading
/// without uptime moves the line by the wall clock, never back; a clock that jumps forwards cannot be
/// told from one that ran.
struct SteadyTime: Hashable, Sendable {
  /// The clock that a reading came from.
  enum Source: Hashable, Sendable {
    case wall
    case boot(UInt64)
  }

  /// The line at the mark.
  var seconds: Double
  /// What the clock showed at the mark.
  var reading: Double
  var source: Source

  /// Begins a line at 0.
  init(_ now: Double, _ uptime: MachineUptime?) {
    seconds = 0
    reading = uptime?.seconds ?? now
    source = uptime.map { .boot($0.boot) } ?? .wall
  }

  init(seconds: Double, reading: Double, source: Source) {
    self.seconds = seconds
    self.reading = reading
    self.source = source
  }

  /// The line with its mark at the moment that the clocks show.
  func moved(to now: Double, _ uptime: MachineUptime?) -> SteadyTime {
    var moved = SteadyTime(now, uptime)
    let passed: Double =
      switch (source, moved.source) {
      case (.wall, .wall): moved.reading - reading
      case (.boot(let old), .boot(let new)) where old == new: moved.reading - reading
      case (.boot, .boot): moved.reading
      // Two clocks that have nothing in common: nobody can say what has passed.
      case (.wall, .boot), (.boot, .wall): 0
      }
    moved.seconds = seconds + (passed.isFinite ? max(0, passed) : 0)
    return moved
  }
}
