package import CommandLineCore
internal import DyadServices
package import RPCCore
internal import SystemCore

/// What to tell a user whose daemon did not answer at its owner's socket.
package enum DaemonReach {
  /// What is said where a node's socket cannot be made for its path.
  package static func longPath(_ socket: String) -> ProgramFailure {
    ProgramFailure(
      .usage,
      "cannot use \(socket): the path of a socket has at most \(SocketAddress.longestPath) bytes",
      advice: "Use a state folder with a shorter path, for the daemon as well.")
  }

  /// The failure to show where there was no answer.
  ///
  /// - Parameters:
  ///   - error: What the call ended with.
  ///   - socket: Where the daemon was asked.
  /// - Returns: It, with how to start the daemon; `nil` where there was an answer.
  package static func failure(_ error: RPCError, at socket: String) -> ProgramFailure? {
    guard error.saysNotReached else { return nil }
    let detail = error.detail
    if detail.contains("(EACCES)") || detail.contains("(EPERM)") {
      return ProgramFailure(
        .refused, "cannot reach the daemon: \(socket) may not be used",
        advice: "Run this as the user whose daemon it is.")
    }
    let reason =
      if detail.contains("(ENOENT)") {
        "there is no socket \(socket)"
      } else if detail.contains("(ECONNREFUSED)") {
        "nobody listens at \(socket)"
      } else {
        detail
      }
    return ProgramFailure(
      .failure, "cannot reach the daemon: \(reason)",
      advice: "Start it with 'dyadd', or name its folder with --state as it was started with.")
  }
}
