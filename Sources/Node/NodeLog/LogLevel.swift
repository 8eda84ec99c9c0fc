/// How much a line of the log matters.
package enum LogLevel: String, Hashable, Sendable, CaseIterable {
  /// Something does not work, and somebody has to act.
  case error
  /// Something is not as it should be; the daemon goes on.
  case warning
  /// What the daemon does, in few words.
  case info
  /// What only those want to know who look for a fault.
  case debug

  /// The number that the journal and syslog have for it.
  var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .info: 6
    case .debug: 7
    }
  }

  /// Whether a line of this level is written where `least` is worth one.
  func isWorth(_ least: LogLevel) -> Bool { priority <= least.priority }
}
