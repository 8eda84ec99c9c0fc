internal import NodeLog
private import SystemCore

/// Writes metrics to a file again and again, for Prometheus' textfile collector.
struct MetricsFile: Sendable {
  private let path: String
  private let every: Duration
  private let log: Log

  /// Writes to `path`; nothing of that is private, so everybody may read it.
  init(_ path: String, every: Duration, log: Log) {
    self.path = path
    self.every = every
    self.log = log
  }

  /// Writes until the task is cancelled, and once more then.
  func run(_ text: @Sendable () async -> String) async {
    var goesOn = true
    while goesOn {
      write(await text())
      goesOn = (try? await Pause.sleep(for: every)) != nil
    }
    write(await text())
  }

  private func write(_ text: String) {
    do {
      try FileSystem.publishFile(path, Array(text.utf8))
    } catch {
      log.writeOften(.warning, "metrics.unwritten", .text("reason", "\(error)"))
    }
  }
}
