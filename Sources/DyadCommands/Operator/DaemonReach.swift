internal import CommandLineCore
internal import RPCCore

/// Why nobody answered at the owner's socket.
enum DaemonReach {
  /// Whether there is no daemon: nobody was there to refuse the call.
  static func isAbsent(_ error: RPCError) -> Bool {
    isUnreached(error)
      && (error.detail.contains("(ENOENT)") || error.detail.contains("(ECONNREFUSED)"))
  }

  /// The failure to show where there was no answer.
  ///
  /// - Parameters:
  ///   - error: What the call ended with.
  ///   - socket: Where the daemon was asked.
  /// - Returns: It, with how to start the daemon; `nil` where there was an answer.
  static func failure(_ error: RPCError, at socket: String) -> CommandFailure? {
    guard isUnreached(error) else { return nil }
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

  // A transport says in words why it gave up; words that change cost the advice alone.
  private static func isUnreached(_ error: RPCError) -> Bool {
    error.code == .unavailable && error.detail.contains("cannot connect to")
  }
}
