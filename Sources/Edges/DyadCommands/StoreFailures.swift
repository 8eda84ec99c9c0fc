package import CommandLineCore
internal import CommandSupport
internal import DyadServices
package import HealthStorage
internal import RPCCore
package import SQLiteCore
package import StoreAccess

extension StorageError: ExplainedError {
  /// What to tell.
  package var programFailure: ProgramFailure {
    let (exitCode, advice): (ExitCode, String?) =
      switch code {
      case .startOver: (.startOver, ProgramFailure.startOverAdvice)
      case .damaged: (.damaged, ProgramFailure.damageAdvice)
      case .full: (.failure, RPCError.fullDiskAdvice)
      case .busy: (.busy, "Try again when the other process is done, or use another --state.")
      case .unsupported: (.failure, "Use the version of dyad that made the store.")
      case .unavailable: (.failure, nil)
      }
    return ProgramFailure(exitCode, description, advice: advice)
  }
}

extension SQLiteError: ExplainedError {
  /// What to tell.
  package var programFailure: ProgramFailure { StorageError(self).programFailure }
}

extension DaemonUnreachable: ExplainedError {
  /// What to tell where the daemon of a store cannot be asked for it.
  package var programFailure: ProgramFailure {
    switch reason {
    case .noAnswer(let call): Self.silent(call, at: socket)
    case .notListening(let state, let detail):
      ProgramFailure(
        .busy,
        "cannot reach the daemon in \(state): \(detail), and nobody listens at \(socket)",
        advice: "It may only be starting: try again. If not, start 'dyadd' again, or end it to use "
          + "the store without it.")
    case .longPath: DaemonReach.longPath(socket)
    }
  }

  private static func silent(_ error: RPCError, at socket: String) -> ProgramFailure {
    if let failure = DaemonReach.failure(error, at: socket) { return failure }
    switch error.code {
    case .deadlineExceeded:
      return ProgramFailure(
        .busy, "cannot reach the daemon: it does not answer at \(socket)",
        advice: "See 'journalctl --user -u dyadd', and start it again if it hangs.")
    case .unimplemented:
      return ProgramFailure(
        .failure, "cannot use the store: the daemon at \(socket) does not share it",
        advice: "Update 'dyadd' and this program to the same version, and start it again.")
    default: return ProgramFailure(error)
    }
  }
}
