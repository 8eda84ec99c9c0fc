package import CommandLineCore
internal import DyadServices
internal import HealthStorage
internal import LocalStore
internal import NodeTrust
internal import RPCCore
package import SystemCore

extension ProgramFailure {
  /// What was being done when the system refused.
  package enum Activity: Hashable, Sendable {
    /// Reading or writing in the state folder.
    case keepingState
    /// Reading the configuration.
    case reading
    /// Listening at an address of the network.
    case listening
    /// Listening at a Unix socket.
    case listeningForApps
    /// Anything else.
    case running
  }

  /// What any error means to whoever started the daemon.
  package init(daemon error: any Error) {
    switch StorageError.naming(error) {
    case let error as ProgramFailure: self = error
    case let error as StateFailure:
      switch error.cause {
      case .damaged: self.init(.damaged, error.message, advice: error.advice)
      case .refused: self.init(.refused, error.message, advice: error.advice)
      case .system(let error): self.init(error, doing: .keepingState)
      }
    case let error as CommandLineError:
      self.init(error.exitCode, error.description, advice: error.advice)
    case let error as ConfigurationError:
      self.init(.invalidInput, error.description, advice: error.advice)
    case let error as StorageError where error.code == .full:
      self.init(.failure, error.description, advice: RPCError.fullDiskAdvice)
    case let error as StorageError where error.code == .damaged:
      self.init(
        .damaged, "cannot open the store: \(error.detail)", advice: StoreLocation.unreadableAdvice)
    case let error as SystemError: self.init(error, doing: .running)
    default: self.init(.failure, "cannot go on: \(error)")
    }
  }

  /// What a refusal of the system means; the one place where that is decided.
  package init(_ error: SystemError, doing activity: Activity) {
    let code: ExitCode =
      switch error.code {
      case .locked: .busy
      case .notFound: .notFound
      case .notPermitted: .refused
      default: .failure
      }
    self.init(code, error.description, advice: Self.advice(error, activity))
  }

  private static func advice(_ error: SystemError, _ activity: Activity) -> String? {
    switch (error.code, activity) {
    case (.locked, _):
      return "A state folder has one daemon at a time: stop that one, or use another --state."
    case (.addressInUse, .listeningForApps):
      return "Another process listens there: stop it, or name another path with --socket."
    case (.addressInUse, _):
      return
        "Another process listens there ('ss -ltnp' tells which): name another port with --listen."
    case (.notPermitted, .listening):
      return "Ports below 1024 are the system's: name a higher one with --listen HOST:PORT."
    case (.notPermitted, .keepingState), (.readOnly, .keepingState),
      (.alreadyExists, .keepingState):
      return "The daemon needs a folder of its own that it can write to: name one with --state DIR."
    case (.noSpace, _): return RPCError.fullDiskAdvice
    case (.tooManyOpen, _): return "Raise the limit on open files ('ulimit -n', LimitNOFILE=)."
    case (.notFound, .reading): return "Name a file that is there, or leave --config out."
    case (.notFound, .listening): return "Name an address of this machine with --listen HOST:PORT."
    case (_, .reading): return "Name another file with --config, or another folder with --state."
    case (_, .listeningForApps): return "Name another path with --socket, or a short --state."
    case (_, .listening): return "Name an address of this machine with --listen HOST:PORT."
    default: return nil
    }
  }
}
