internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import NodeSync
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import SystemCore

extension RPCError {
  /// What a failure is as the status of a call of the node's owner, who may know what the disk says; the
  /// one place where that is decided.
  package init(ofOwnersCall error: any Error) {
    switch error {
    case let error as RPCError: self = error
    case let error as PairingError: self.init(error)
    case let error as StorageError where error.code == .full: self = .diskFull("\(error)")
    case let error as SystemError where error.code == .noSpace: self = .diskFull("\(error)")
    case let error as ModelError: self.init(Self.code(error.code), "\(error)")
    case let error as StorageError: self.init(Self.code(error.code), "\(error)")
    case let error as SystemError: self.init(Self.code(error.code), "\(error)")
    case let error as SettleFailure: self.init(Self.code(error), "cannot sync: \(error)")
    default:
      guard let fault = StorageError.naming(error) as? StorageError else {
        self.init(.internal, "\(error)")
        return
      }
      self.init(ofOwnersCall: fault)
    }
  }

  private static func code(_ code: ModelError.Code) -> StatusCode {
    switch code {
    case .invalidArgument: .invalidArgument
    case .healthDataUnavailable, .healthDataRestricted, .authorizationDenied,
      .authorizationNotDetermined, .userCanceled:
      .failedPrecondition
    case .databaseInaccessible: .unavailable
    }
  }

  private static func code(_ code: StorageError.Code) -> StatusCode {
    switch code {
    case .damaged: .dataLoss
    case .startOver, .full, .unsupported: .failedPrecondition
    case .busy, .unavailable: .unavailable
    }
  }

  private static func code(_ failure: SettleFailure) -> StatusCode {
    switch failure {
    case .braked: .failedPrecondition
    case .noPeer: .notFound
    case .stopped: .unavailable
    }
  }

  private static func code(_ code: SystemError.Code) -> StatusCode {
    switch code {
    case .notFound: .notFound
    case .alreadyExists, .locked, .noSpace, .notFolder, .notPermitted, .readOnly, .tooLarge:
      .failedPrecondition
    case .addressInUse, .busy, .connectionLost, .connectionRefused, .tooManyOpen, .unreachable,
      .other:
      .unavailable
    }
  }
}
