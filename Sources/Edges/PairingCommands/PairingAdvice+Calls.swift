internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import Pairing
internal import RPCCore

extension PairingAdvice {
  /// Why the daemon refused a call, if it says so in words that we know.
  static func refusal(of error: RPCError) -> PairingError.Refusal? {
    error.metadata[text: RefusalTrailers.refusal].flatMap(PairingError.Refusal.init)
  }

  /// When a lock ends, if the daemon says so.
  static func lockEnd(of error: RPCError) -> PairingError.LockEnd? {
    guard let text = error.metadata[text: RefusalTrailers.until] else { return nil }
    if text == "reset" { return .reset }
    return Double(text).flatMap { $0.isFinite ? .at($0) : nil }
  }

  /// The failure to show for the status of a call.
  ///
  /// - Parameters:
  ///   - error: What the call ended with.
  ///   - socket: Where the daemon was asked.
  /// - Returns: It, with advice.
  func failure(_ error: RPCError, at socket: String) -> ProgramFailure {
    if let refusal = Self.refusal(of: error) {
      return failure(refusal, detail: error.detail, lockEnd: Self.lockEnd(of: error))
    }
    if let word = error.metadata[text: RefusalTrailers.refusal] {
      return ProgramFailure(
        .failure,
        "cannot \(side.operation): \(error.detail) (\(TerminalText.quotable(word)))",
        advice: "The daemon is newer than this program: update this one.")
    }
    if let failure = DaemonReach.failure(error, at: socket) { return failure }
    switch error.code {
    case .unavailable:
      return ProgramFailure(
        .failure, "cannot \(side.operation): the daemon ended the call (\(error.detail))",
        advice: "See whether 'dyadd' still runs; '\(call) list' then tells how far it came.")
    case .unimplemented:
      return ProgramFailure(
        .failure, "cannot \(side.operation): the daemon at \(socket) does not pair",
        advice: "Update 'dyadd', and start it again.")
    case .permissionDenied, .unauthenticated:
      return ProgramFailure(
        .refused, "cannot \(side.operation): \(error.detail)",
        advice: "Run this as the user whose daemon it is.")
    case .invalidArgument:
      return ProgramFailure(
        .usage, "cannot \(side.operation): \(error.detail)", advice: "See '\(call) --help'.")
    default:
      return ProgramFailure(
        .failure,
        "cannot \(side.operation): \(error.detail.isEmpty ? error.code.name : error.detail)",
        advice: "The log of 'dyadd' may tell more.")
    }
  }
}
