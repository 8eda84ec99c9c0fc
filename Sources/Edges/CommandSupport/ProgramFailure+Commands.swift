package import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import SystemCore
internal import TextFormats

/// An error from a library that only some programs link, such as a store's; it brings the message for the user.
package protocol ExplainedError: Error {
  /// What to tell.
  var programFailure: ProgramFailure { get }
}

extension ProgramFailure {
  /// The message for the user, and the exit code, of any error.
  package init(_ error: any Error) {
    switch error {
    case let error as ProgramFailure: self = error
    case let error as CommandLineError:
      self.init(error.exitCode, error.description, advice: error.advice)
    case let error as TextFlaw: self.init(CommandLineError(error))
    case let error as ModelError: self.init(error)
    case let error as any ExplainedError: self = error.programFailure
    case let error as SystemError: self.init(error)
    case let error as RPCError: self.init(error)
    case is CancellationError: self.init(.failure, "cannot go on: it was interrupted")
    default: self.init(.failure, "cannot go on: \(error)")
    }
  }

  private init(_ error: ModelError) {
    let code: ExitCode =
      switch error.code {
      case .invalidArgument, .healthDataRestricted, .authorizationDenied,
        .authorizationNotDetermined:
        .refused
      case .healthDataUnavailable, .databaseInaccessible, .userCanceled: .failure
      }
    self.init(
      code, error.description,
      advice: error.code == .databaseInaccessible
        ? "'dyad verify' reads everything and says what is wrong; the log of 'dyadd' may tell more."
        : nil)
  }

  // A daemon says with its status what a store says with its error.
  private init(_ error: RPCError) {
    let detail = error.detail.isEmpty ? error.code.name : error.detail
    let message = detail.hasPrefix("cannot ") ? detail : "cannot go on: \(detail)"
    guard !error.isStartOver else {
      self.init(.startOver, message, advice: Self.startOverAdvice)
      return
    }
    if let sentence = error.diskFullSentence {
      self.init(.failure, sentence, advice: RPCError.fullDiskAdvice)
      return
    }
    let (code, advice): (ExitCode, String?) =
      switch error.code {
      case .notFound: (.notFound, nil)
      case .invalidArgument, .failedPrecondition, .outOfRange: (.refused, nil)
      case .permissionDenied, .unauthenticated:
        (.refused, "Run this as the user whose daemon it is.")
      case .dataLoss: (.damaged, Self.damageAdvice)
      case .unavailable:
        (.failure, "See whether 'dyadd' still runs, and try again.")
      case .unimplemented:
        (.failure, "Update 'dyadd' and this program to the same version, and start it again.")
      case .ok, .cancelled, .unknown, .deadlineExceeded, .alreadyExists, .resourceExhausted,
        .aborted, .internal:
        (.failure, "The log of 'dyadd' may tell more.")
      }
    self.init(code, message, advice: advice)
  }

  /// What to do about an anchor that fits no log.
  package static let startOverAdvice =
    "Follow without --anchor, and forget what was followed so far."
  /// What to do about stored data that is damaged.
  package static let damageAdvice =
    "'dyad verify' lists what is damaged; a backup or the paired node has it whole."

  /// What to do about a file that this user may not use.
  private static func permissionAdvice(_ path: String) -> String {
    // 'su' and 'sudo' may leave the variable as it was for the user before.
    if let folder = CurrentProcess.environment("XDG_RUNTIME_DIR"), !folder.isEmpty,
      path.hasPrefix("\(folder)/")
    {
      return "XDG_RUNTIME_DIR names a folder of another user: unset it."
    }
    return "The store belongs to another user, or the folder does."
  }

  private init(_ error: SystemError) {
    let (code, advice): (ExitCode, String?) =
      switch error.code {
      case .locked:
        (
          .busy,
          "A store has one owner at a time: wait for it to end, or use another store with --state."
        )
      case .notFound: (.notFound, nil)
      case .notFolder:
        (
          .failure,
          // The first that is looked for in a state folder.
          error.path.hasSuffix("/operator.sock")
            ? "--state names the folder that the store is in." : nil
        )
      case .notPermitted: (.refused, Self.permissionAdvice(error.path))
      case .noSpace: (.failure, RPCError.fullDiskAdvice)
      case .readOnly: (.failure, "Use a folder that can be written to, with --state.")
      case .addressInUse, .alreadyExists, .busy, .connectionLost, .connectionRefused, .tooLarge,
        .tooManyOpen, .unreachable, .other:
        (.failure, nil)
      }
    self.init(code, error.description, advice: advice)
  }
}
