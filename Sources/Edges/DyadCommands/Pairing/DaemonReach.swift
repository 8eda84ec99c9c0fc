internal import CommandLineCore
internal import RPCCore
internal import StoreAccess
internal import SystemCore

/// Why nobody answered at the owner's socket.
enum DaemonReach {
  /// What is said where the daemon of a store cannot be asked for it.
  static func failure(_ error: DaemonUnreachable) -> CommandFailure {
    switch error.reason {
    case .noAnswer(let call): silent(call, at: error.socket)
    case .notListening(let state, let detail):
      CommandFailure(
        .busy,
        "cannot reach the daemon in \(state): \(detail), and nobody listens at \(error.socket)",
        advice: "It may only be starting: try again. If not, start 'dyadd' again, or end it to use "
          + "the store without it.")
    case .longPath: longPath(error.socket)
    }
  }

  /// What is said where a node's socket cannot be made for its path.
  static func longPath(_ socket: String) -> CommandFailure {
    CommandFailure(
      .usage,
      "cannot use \(socket): the path of a socket has at most \(SocketAddress.longestPath) bytes",
      advice: "Use a state folder with a shorter path, for the daemon as well.")
  }

  private static func silent(_ error: RPCError, at socket: String) -> CommandFailure {
    if let failure = failure(error, at: socket) { return failure }
    switch error.code {
    case .deadlineExceeded:
      return CommandFailure(
        .busy, "cannot reach the daemon: it does not answer at \(socket)",
        advice: "See 'journalctl --user -u dyadd', and start it again if it hangs.")
    case .unimplemented:
      return CommandFailure(
        .failure, "cannot use the store: the daemon at \(socket) does not share it",
        advice: "Update 'dyadd' and this program to the same version, and start it again.")
    default: return CommandFailure(error)
    }
  }

  /// The failure to show where there was no answer.
  ///
  /// - Parameters:
  ///   - error: What the call ended with.
  ///   - socket: Where the daemon was asked.
  /// - Returns: It, with how to start the daemon; `nil` where there was an answer.
  static func failure(_ error: RPCError, at socket: String) -> CommandFailure? {
    guard error.saysNotReached else { return nil }
    let detail = error.detail
    if detail.contains("(EACCES)") || detail.contains("(EPERM)") {
      return CommandFailure(
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
    return CommandFailure(
      .failure, "cannot reach the daemon: \(reason)",
      advice: "Start it with 'dyadd', or name its folder with --state as it was started with.")
  }
}
