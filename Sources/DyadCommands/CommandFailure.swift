package import CommandLineCore
internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SystemCore

/// Why a command ends: what it says, what can be done about it, and how it exits.
package struct CommandFailure: Error, Hashable {
  package var exitCode: ExitCode
  /// "cannot VERB OBJECT: REASON".
  package var message: String
  /// What to do about it, where there is something to say.
  package var advice: String?

  package init(_ exitCode: ExitCode, _ message: String, advice: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.advice = advice
  }

  /// What any error means to whoever typed the command; the one place where that is decided.
  package init(_ error: any Error) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as CommandLineError:
      self.init(error.exitCode, error.description, advice: error.advice)
    case let error as ModelError: self.init(error)
    case let error as StorageError: self.init(error)
    case let error as SQLiteError: self.init(StorageError(error))
    case let error as SystemError: self.init(error)
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
    self.init(code, error.description)
  }

  private init(_ error: StorageError) {
    let (code, advice): (ExitCode, String?) =
      switch error.code {
      case .startOver: (.startOver, "Follow without --anchor, and forget what was followed so far.")
      case .damaged:
        (.damaged, "'dyad verify' lists what is damaged; a backup or the paired node has it whole.")
      case .full: (.failure, "Make room on the disk; nothing of the last group was kept.")
      case .busy: (.busy, "Try again when the other process is done, or use another --state.")
      case .unsupported: (.failure, "Use the version of dyad that made the store.")
      case .unavailable: (.failure, nil)
      }
    self.init(code, error.description, advice: advice)
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
      case .notPermitted: (.refused, "The store belongs to another user, or the folder does.")
      case .noSpace: (.failure, "Make room on the disk.")
      case .readOnly: (.failure, "Use a folder that can be written to, with --state.")
      case .addressInUse, .alreadyExists, .connectionLost, .connectionRefused, .tooLarge,
        .tooManyOpen, .unreachable, .other:
        (.failure, nil)
      }
    self.init(code, error.description, advice: advice)
  }
}
