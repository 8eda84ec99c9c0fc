internal import CommandLineCore
internal import DyadServices
internal import LocalStore
internal import RPCCore
internal import SystemCore

/// What to say where the daemon cannot be asked.
enum DaemonFailure {
  /// More than a process number with its line's end needs.
  private static let longestOwner = 32

  /// What is said of the first call, when a daemon is there and does not answer it.
  static func silent(_ error: RPCError, at socket: String) -> CommandFailure {
    if let failure = DaemonReach.failure(error, at: socket) { return failure }
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

  /// Refuses to use the store of a daemon that runs but has no socket, or none that anybody listens at.
  ///
  /// - Throws: What to do about it; nothing where no daemon has the lock.
  static func checkNobodyOwns(_ places: NodePlaces) throws {
    // A daemon that ended well has left the file empty. So the lock, which a daemon that starts needs,
    // is tried only after one that was killed.
    guard try FileSystem.exists(places.lock),
      try !FileSystem.readFile(places.lock, atMost: longestOwner).isEmpty
    else { return }
    do throws(SystemError) {
      _ = try FileLock(path: places.lock)
    } catch {
      guard error.code == .locked else { throw error }
      throw CommandFailure(
        .busy,
        "cannot reach the daemon in \(places.state): \(error.detail), and nobody listens at "
          + places.operatorSocket,
        advice: "It may only be starting: try again. If not, start 'dyadd' again, or end it to use "
          + "the store without it.")
    }
  }
}
