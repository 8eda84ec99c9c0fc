private import Foundation

/// Where lines of a log go, and which of them.
struct LogOutput: Sendable {
  let showsPrivate: Bool
  private let least: OSLogType

  static let shared = LogOutput(ProcessInfo.processInfo.environment)

  init(_ environment: [String: String]) {
    showsPrivate = environment["OS_LOG_PRIVATE"] == "1"
    least =
      switch environment["OS_LOG_LEVEL"] {
      case "debug": .debug
      case "info": .info
      default: .default
      }
  }

  func writes(_ type: OSLogType) -> Bool {
    switch type {
    case .debug: least == .debug
    case .info: least == .debug || least == .info
    default: true
    }
  }

  /// One line without control characters, so that no value can look like a message.
  static func line(
    _ text: String, _ type: OSLogType, _ subsystem: String, _ category: String
  ) -> String {
    let place = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
    let text = String(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    return "\(type.name) " + (place.isEmpty ? "" : "[\(place)] ") + text
  }

  func write(_ line: String) {
    // Where nobody reads standard error, there is nobody to tell; `write(_:)` would end the process.
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
