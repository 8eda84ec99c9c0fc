// What the daemon is put together from is nobody else's.
@testable internal import NodeLog

/// Throws away what is logged.
struct DroppedLines: LogSink {
  func write(_ line: LogLine) {}
}
