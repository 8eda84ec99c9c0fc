@_exported public import Foundation

/// Writes the messages of one part of a program, a line each, to standard error.
///
/// Texts and objects in a message are left out unless they are public or `OS_LOG_PRIVATE=1` is set. What is
/// less than a notice is written where `OS_LOG_LEVEL` is `info` or `debug`.
public struct Logger: Sendable {
  private let destination: OSLog

  /// A logger of a part of a program.
  public init(subsystem: String, category: String) {
    destination = OSLog(subsystem: subsystem, category: category)
  }

  /// A logger of the whole program.
  public init() {
    destination = .default
  }

  /// A logger that writes where `os_log` does.
  public init(_ log: OSLog) {
    destination = log
  }

  /// Writes a message of a level.
  public func log(level: OSLogType, _ message: OSLogMessage) { destination.write(message, level) }
  /// Writes what matters.
  public func log(_ message: OSLogMessage) { destination.write(message, .default) }
  /// Writes what matters.
  public func notice(_ message: OSLogMessage) { destination.write(message, .default) }
  /// Writes what helps while a program is made.
  public func debug(_ message: OSLogMessage) { destination.write(message, .debug) }
  /// Writes what helps while a program is made.
  public func trace(_ message: OSLogMessage) { destination.write(message, .debug) }
  /// Writes what may help.
  public func info(_ message: OSLogMessage) { destination.write(message, .info) }
  /// Writes what may be wrong.
  public func warning(_ message: OSLogMessage) { destination.write(message, .error) }
  /// Writes what went wrong.
  public func error(_ message: OSLogMessage) { destination.write(message, .error) }
  /// Writes what should never go wrong.
  public func critical(_ message: OSLogMessage) { destination.write(message, .fault) }
  /// Writes what should never go wrong.
  public func fault(_ message: OSLogMessage) { destination.write(message, .fault) }
}

/// Where the messages of one part of a program go.
///
/// Nothing of it changes, so that it may be shared.
open class OSLog: NSObject, @unchecked Sendable {
  let subsystem: String
  let category: String
  private let isOff: Bool

  /// The log of a part of a program.
  public convenience init(subsystem: String, category: String) {
    self.init(subsystem: subsystem, category: category, isOff: false)
  }

  /// The log of a part of a program.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  private init(subsystem: String, category: String, isOff: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isOff = isOff
  }

  /// What has a meaning for Apple's tools.
  public struct Category: Sendable {
    let rawValue: String

    /// Points of interest on a line of time.
    public static let pointsOfInterest = Self(rawValue: "PointsOfInterest")
  }

  /// The log of the whole program.
  public static let `default` = OSLog(subsystem: "", category: "")
  /// A log that nothing is written to.
  public static let disabled = OSLog(subsystem: "", category: "", isOff: true)

  /// Whether messages of a level are written.
  open func isEnabled(type: OSLogType) -> Bool { !isOff && LogOutput.shared.writes(type) }

  func write(_ message: OSLogMessage, _ type: OSLogType) {
    guard isEnabled(type: type) else { return }
    LogOutput.shared.write(
      LogOutput.line(
        message.text(showsPrivate: LogOutput.shared.showsPrivate), type, subsystem, category))
  }
}
