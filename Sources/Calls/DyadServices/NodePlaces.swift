package import SystemCore

/// Where a node keeps its files and listens for apps of its machine.
package struct NodePlaces: Hashable, Sendable {
  /// The folder of what must last, which only its owner may enter.
  package var state: String
  /// What the daemon is told, if it is there.
  package var configuration: String
  /// Where apps reach the node.
  package var socket: String
  /// Where its owner reaches the node.
  package var operatorSocket: String

  /// Everything in one folder, so that many nodes can be on one machine.
  package init(folder: String) {
    state = folder
    configuration = folder + "/dyadd.toml"
    socket = folder + "/app.sock"
    operatorSocket = folder + "/operator.sock"
  }

  private init(state: String, configuration: String, sockets: String) {
    self.state = state
    self.configuration = configuration
    socket = sockets + "/app.sock"
    operatorSocket = sockets + "/operator.sock"
  }

  /// The state folder of the system's node, as its unit has it.
  package static let systemState = "/var/lib/dyad"

  /// The variables of the environment that say where a user's node is.
  package static let variables = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "HOME"]

  /// Where the node of whoever runs this is by convention.
  ///
  /// Root is the owner of the system's node, so that is meant where there is one: root must not come to have
  /// a second store beside it. Whoever means another one says so by `XDG_DATA_HOME`, or names its folder.
  ///
  /// - Parameters:
  ///   - environment: As for `usual(_:)`.
  ///   - user: The number of the user.
  ///   - systemState: The state folder of the system's node.
  /// - Returns: `nil` where nothing says it.
  /// - Throws: Where it cannot be told whether the system has a node.
  package static func usual(
    _ environment: [String: String], user: UInt32, systemState: String = systemState
  ) throws(SystemError) -> NodePlaces? {
    let namesData = environment["XDG_DATA_HOME"]?.hasPrefix("/") ?? false
    if user == 0, !namesData, try FileSystem.exists(systemState) {
      return NodePlaces(
        state: systemState, configuration: systemState + "/dyadd.toml", sockets: "/run/dyad")
    }
    return usual(environment)
  }

  /// Where a user's node is by convention, from the environment.
  ///
  /// - Parameter environment: The `variables`, as far as they are set.
  /// - Returns: `nil` where neither they nor `HOME` say.
  package static func usual(_ environment: [String: String]) -> NodePlaces? {
    // The convention has it that relative paths are ignored.
    let folders = environment.filter { $0.value.hasPrefix("/") }
    let home = folders["HOME"]
    guard let data = folders["XDG_DATA_HOME"] ?? home.map({ $0 + "/.local/share" }),
      let configuration = folders["XDG_CONFIG_HOME"] ?? home.map({ $0 + "/.config" })
    else { return nil }
    let state = data + "/dyad"
    // Without a folder for run-time files the sockets stay beside the state, which is as private.
    let runtime = folders["XDG_RUNTIME_DIR"].map { $0 + "/dyad" } ?? state
    return NodePlaces(
      state: state, configuration: configuration + "/dyad/dyadd.toml", sockets: runtime)
  }

  /// Where the tokens of apps are, beside what the daemon is told.
  package var tokens: String {
    String(configuration[..<(configuration.lastIndex(of: "/") ?? configuration.startIndex)])
      + "/apps"
  }

  /// What the owning process locks and writes its number into.
  package var lock: String { state + "/dyadd.lock" }

  /// The device's key and certificate.
  package var identity: String { state + "/device.pem" }

  /// The key that is to take its place, while peers are told of it.
  package var nextIdentity: String { state + "/device-next.pem" }
}
