private import Synchronization
package import SystemCore
private import TextFormats

/// Takes lines of a log; called from everywhere, so it must not wait.
package protocol LogSink: Sendable {
  /// Takes a line.
  func write(_ line: LogLine)
}

/// Where the parts of a daemon tell what happens.
package final class Log: Sendable {
  private struct Guarded {
    var level: LogLevel
    var throttle = LogThrottle()
  }

  private let sink: any LogSink
  private let clock: WallClock
  private let guarded: Mutex<Guarded>

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - level: what is worth a line.
  ///   - clock: the time of day.
  ///   - sink: where lines go.
  package init(_ level: LogLevel, clock: WallClock = .system, to sink: any LogSink) {
    self.sink = sink
    self.clock = clock
    guarded = Mutex(Guarded(level: level))
  }

  /// What is worth a line from now on.
  package func setLevel(_ level: LogLevel) {
    guarded.withLock { $0.level = level }
  }

  /// Writes a line, if it is worth one.
  package func write(_ level: LogLevel, _ event: String, _ fields: LogLine.Field...) {
    guard guarded.withLock({ level.isWorth($0.level) }) else { return }
    sink.write(line(level, event, fields))
  }

  /// Writes a line of an event that others can cause at will, unless there were many of late.
  package func writeOften(
    _ level: LogLevel, _ event: String, at now: MonotonicInstant = .now, _ fields: LogLine.Field...
  ) {
    let admission = guarded.withLock { guarded in
      level.isWorth(guarded.level) ? guarded.throttle.admit(event, at: now) : .drop
    }
    guard case .write(let dropped) = admission else { return }
    let more: [LogLine.Field] = dropped > 0 ? [.number("left-out", dropped)] : []
    sink.write(line(level, event, fields + more))
  }

  /// Tells what was left out and not told yet; at the end.
  package func tellLeftOut() {
    for (event, count) in guarded.withLock({ $0.throttle.takeDropped() }) {
      sink.write(line(.warning, "log.left-out", [.text("of", event), .number("count", count)]))
    }
  }

  private func line(_ level: LogLevel, _ event: String, _ fields: [LogLine.Field]) -> LogLine {
    // Milliseconds are what people compare by.
    let time = (clock.now * 1_000).rounded(.down) / 1_000
    return LogLine(DateText(secondsSince2001: time), level, event, fields)
  }
}
