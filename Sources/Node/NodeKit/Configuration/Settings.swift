internal import CommandLineCore
package import DyadServices
internal import LocalStore
package import NodeLog
package import RPCHTTP2
package import SystemCore
internal import TextFormats

/// All that can be told to a daemon; what stands here at first is what holds where nothing is told.
package struct Settings: Hashable, Sendable {
  /// What the node is in a pair.
  package var role = RoleWord.unchanged
  /// What its owner calls it; empty for the machine's name.
  package var name = ""
  /// Where the node listens for other nodes.
  package var listen: [Endpoint] = Settings.usualListen
  /// Where it listens for apps of this machine; empty for nowhere.
  package var socket: String
  /// Where its owner reaches it; empty for nowhere.
  package var operatorSocket: String
  /// Whether a watch works out what somebody did.
  package var activity = ActivityWord.measured
  /// How many threads answer calls.
  package var threads = 2

  /// What is worth a line.
  package var logLevel = LogLevel.info
  /// How a line is written.
  package var logFormat = LogFormat.text

  /// What callers may cost; the number of connections is that of the whole daemon.
  package var limits = Settings.usualLimits
  /// How long a connection may take for what.
  package var timeouts = ConnectionTimeouts()

  /// Where the metrics are written; empty for nowhere.
  package var metricsFile = ""
  /// How often they are.
  package var metricsEvery = Duration.seconds(15)

  /// The port of nodes, where none is told.
  package static let usualPort: UInt16 = 7443
  /// All addresses of the machine, of both kinds.
  static let usualListen = [
    Endpoint.address(.ipv6(0, 0, interface: 0, port: usualPort))
  ]

  /// A node has few peers; a connection that is idle costs some 50 KiB.
  private static var usualLimits: ServerLimits {
    var limits = ServerLimits()
    limits.connections = 1_024
    return limits
  }

  /// Starts with what holds where nothing is told.
  ///
  /// - Parameter places: where things are.
  package init(in places: NodePlaces) {
    socket = places.socket
    operatorSocket = places.operatorSocket
  }
}

extension Settings {
  /// Reads a configuration over what holds.
  ///
  /// - Parameters:
  ///   - bytes: its text.
  ///   - file: what errors call it.
  /// - Throws: what is wrong first; then some of it may hold already.
  package mutating func read(_ bytes: [UInt8], file: String) throws(ConfigurationError) {
    for entry in try ConfigurationReader.entries(in: bytes, file: file) {
      guard let setting = Setting.all.first(where: { $0.key == entry.key }) else {
        throw Self.unknown(entry, in: file)
      }
      guard setting.write(&self, entry.value) else {
        throw ConfigurationError(
          file: file, line: entry.line,
          "\(entry.key) expects \(setting.expected), and got \(Self.shown(entry.value))")
      }
    }
  }

  private static func unknown(_ entry: ConfigurationEntry, in file: String) -> ConfigurationError {
    let keys = Setting.all.map(\.key)
    let name = String(entry.key.split(separator: ".").last ?? "")
    // A key that stands in the wrong section is as common as one with a wrong letter.
    let near =
      keys.first { $0.split(separator: ".").last.map(String.init) == name }
      ?? Suggestion.nearest(to: entry.key, among: keys)
    return ConfigurationError(
      file: file, line: entry.line, "there is no setting \(TerminalText.quotable(entry.key))",
      advice: near.map { "Did you mean \(Setting.placed($0))?" }
        ?? "'dyadd --print-config' shows all settings.")
  }

  private static func shown(_ value: ConfigurationValue) -> String {
    if case .array = value { return value.kind }
    return TerminalText.quotable(value.text)
  }

  /// The keys that others say differently.
  package func differences(from other: Settings) -> [Setting] {
    Setting.all.filter { $0.read(self) != $0.read(other) }
  }

  /// A configuration that says all that holds, and explains it.
  package var documentedText: String {
    var text = """
      # What the daemon dyadd is told. Each setting may be left out, and words on the command line win.
      # Texts, sizes ("4MiB") and durations ("500ms", "30s", "5m", "2h", "1d") stand in quotes. SIGHUP
      # makes the daemon read this again; where it says so, the next start is needed for a change.

      """
    var section = ""
    for setting in Setting.all {
      if setting.section != section {
        section = setting.section
        text += "\n[\(section)]\n"
      }
      text += "\n"
      for line in setting.comment { text += "# \(line)\n" }
      text += "\(setting.name) = \(setting.read(self).text)\n"
    }
    return text
  }
}
