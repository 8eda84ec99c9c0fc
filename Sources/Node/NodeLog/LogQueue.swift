package import CommandLineCore
private import Synchronization
internal import TextFormats

/// Holds lines until they are written, so that a slow reader of the log holds up nothing.
///
/// At its bound further lines are lost and counted: a log that nobody reads must not fill the memory.
package final class LogQueue: LogSink {
  /// Some hundred kilobytes, and more than an orderly day writes at once.
  private static let mostLines = 1_024

  private let lines: AsyncStream<LogLine>
  private let continuation: AsyncStream<LogLine>.Continuation
  private let format: Mutex<LogFormat>
  private let isForJournal: Bool
  private let lost = Atomic<Int>(0)

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - format: how lines are written.
  ///   - isForJournal: whether the journal reads them.
  package init(_ format: LogFormat, isForJournal: Bool) {
    self.format = Mutex(format)
    self.isForJournal = isForJournal
    (lines, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(Self.mostLines))
  }

  /// How lines are written from now on.
  package func setFormat(_ format: LogFormat) {
    self.format.withLock { $0 = format }
  }

  package func write(_ line: LogLine) {
    if case .dropped = continuation.yield(line) { lost.add(1, ordering: .relaxed) }
  }

  /// Writes lines until `finish` and the last of them; it waits for whoever reads, so it needs a
  /// thread of its own.
  package func run(to output: some ByteSink) async {
    var output = output
    for await line in lines {
      let lost = lost.exchange(0, ordering: .relaxed)
      if lost > 0 {
        let loss = LogLine(line.time, .warning, "log.lost", [.number("lines", lost)])
        write(loss, to: &output)
      }
      write(line, to: &output)
    }
  }

  /// Takes no more lines.
  package func finish() {
    continuation.finish()
  }

  private func write(_ line: LogLine, to output: inout some ByteSink) {
    let format = format.withLock { $0 }
    // There is nowhere to tell that the log cannot be written.
    try? output.write(format.bytes(of: line, isForJournal: isForJournal))
  }
}
