internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import RPCCore

/// What to do about a call that the daemon refused: the one place where that is decided.
struct OperatorAdvice: Sendable {
  let task: OperatorTask
  /// Where the daemon was asked.
  let socket: String

  /// The failure to show.
  ///
  /// - Parameters:
  ///   - error: What the call ended with.
  ///   - status: How the node is, where that was asked.
  /// - Returns: It, with advice.
  func failure(_ error: RPCError, at status: NodeStatusMessage? = nil) -> ProgramFailure {
    if let failure = DaemonReach.failure(error, at: socket) { return failure }
    if error.diskFullSentence != nil { return ProgramFailure(error) }
    let (code, advice) = answer(to: error.code, status)
    let message =
      if error.detail.hasPrefix("cannot ") {
        error.detail
      } else {
        "cannot \(task.operation): \(error.detail.isEmpty ? error.code.name : error.detail)"
      }
    return ProgramFailure(code, message, advice: advice)
  }

  /// What is wrong with the device, where the task is for the other one.
  static func wrongPlace(
    _ task: OperatorTask, _ status: NodeStatusMessage?
  ) -> (reason: String, advice: String)? {
    guard let status else { return nil }
    let role = PairingWords.role(status.role)
    switch (task.place, role) {
    case (.phone, "watch"):
      let phone = status.peers.first { PairingWords.role($0.role) == "phone" }
      let name = phone.map { "the \(PairingWords.title(role: $0.role, name: $0.name))" }
      return ("a watch", "Do it on \(name ?? "the phone"), with the same command.")
    case (.watch, "phone"):
      return ("a phone", "Do it on the watch, with the same command.")
    default: return nil
    }
  }

  private func answer(
    to code: StatusCode, _ status: NodeStatusMessage?
  ) -> (ExitCode, String) {
    switch code {
    case .failedPrecondition:
      (
        .refused,
        Self.wrongPlace(task, status)?.advice ?? "'dyad status' shows how this device stands."
      )
    case .notFound: (.notFound, "'\(task.listing)' shows what there is.")
    case .invalidArgument, .outOfRange: (.usage, "See '\(task.call) --help'.")
    case .alreadyExists: (.failure, "Use another name, or take away first what is there.")
    case .deadlineExceeded: (.failure, "'dyad status --watch' shows how far it is.")
    case .unavailable:
      (.failure, "'dyad status' tells about the other devices, if 'dyadd' still runs.")
    case .unimplemented:
      (.failure, "'dyadd' is older than this program: update it, and start it again.")
    case .permissionDenied, .unauthenticated:
      (.refused, "Run this as the user whose daemon it is.")
    case .dataLoss:
      (
        .damaged, "'dyad verify' lists what is damaged; a backup or the other device has it whole."
      )
    case .resourceExhausted:
      (.failure, "Take back what is there and not needed any more, and try again.")
    case .ok, .cancelled, .unknown, .aborted, .internal:
      (.failure, "The log of 'dyadd' may tell more.")
    }
  }
}
