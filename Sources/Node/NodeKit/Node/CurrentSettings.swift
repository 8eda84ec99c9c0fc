internal import CommandLineCore
internal import NodeLog
internal import RPCHTTP2
private import Synchronization

/// The settings that hold while a daemon runs, of which some can change.
final class CurrentSettings: Sendable {
  private let settings: Mutex<Settings>
  private let read: @Sendable () throws -> Settings
  private let queue: LogQueue

  /// Starts with what holds.
  ///
  /// - Parameters:
  ///   - settings: what holds.
  ///   - queue: writes the log.
  ///   - read: reads what is told now.
  init(_ settings: Settings, queue: LogQueue, read: @escaping @Sendable () throws -> Settings) {
    self.settings = Mutex(settings)
    self.queue = queue
    self.read = read
  }

  /// What holds.
  var value: Settings { settings.withLock { $0 } }

  /// Reads the settings again and takes over those that can change; on an error all stays as it is.
  func reload(_ log: Log) {
    let told: Settings
    do {
      told = try read()
    } catch {
      log.write(
        .error, "configuration.unusable", .text("reason", ProgramFailure(daemon: error).message))
      return
    }
    let changed = told.differences(from: value)
    for setting in changed {
      guard setting.changesLive else {
        log.write(.warning, "configuration.needs-restart", .text("setting", setting.key))
        continue
      }
      _ = settings.withLock { setting.write(&$0, setting.read(told)) }
      log.write(
        .info, "configuration.changed", .text("setting", setting.key),
        .text("value", setting.read(told).text))
    }
    let value = value
    log.setLevel(value.logLevel)
    queue.setFormat(value.logFormat)
    log.write(.info, "configuration.read")
  }
}
