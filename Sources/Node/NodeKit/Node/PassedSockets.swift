internal import CommandLineCore
internal import SystemCore

/// Sockets that systemd opened for the daemon before it started it, by the names that systemd gives them.
///
/// Where there are some for one kind of callers, the daemon makes none of its own for that kind.
struct PassedSockets: Sendable {
  /// For other nodes: "nodes".
  var nodes: [Socket] = []
  /// For apps: "apps".
  var apps: [Socket] = []
  /// For the owner: "operator".
  var owner: [Socket] = []

  /// Takes those that the environment speaks of; once in the life of a process.
  ///
  /// - Throws: `ProgramFailure` for what is no socket that listens, or not of the right kind.
  static func take() throws(ProgramFailure) -> PassedSockets {
    let advice = "Look at the .socket units: FileDescriptorName= is nodes, apps or operator."
    let passed: [(name: String, socket: Socket)]
    do throws(SystemError) {
      passed = try ServiceManager.takeSockets(
        process: CurrentProcess.environment("LISTEN_PID"),
        count: CurrentProcess.environment("LISTEN_FDS"),
        names: CurrentProcess.environment("LISTEN_FDNAMES"))
    } catch {
      throw ProgramFailure(.usage, error.description, advice: advice)
    }
    var sockets = PassedSockets()
    for (name, socket) in passed {
      switch (name, socket.isUnix) {
      case ("nodes", false): sockets.nodes.append(socket)
      case ("apps", true): sockets.apps.append(socket)
      case ("operator", true): sockets.owner.append(socket)
      default:
        let reason =
          ["nodes", "apps", "operator"].contains(name)
          ? "nodes come over the network, apps and the operator over Unix sockets"
          : "its name is none of nodes, apps and operator"
        throw ProgramFailure(
          .usage, "cannot use the socket '\(name)' that was passed: \(reason)", advice: advice)
      }
    }
    return sockets
  }
}
