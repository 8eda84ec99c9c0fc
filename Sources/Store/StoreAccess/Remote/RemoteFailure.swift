internal import DyadServices
internal import HealthModel
internal import RPCCore

/// What a failure of a call is to an app.
enum RemoteFailure {
  /// The error to throw.
  static func thrown(for error: any Error) -> any Error {
    switch error {
    case let error as RPCError:
      if let refusal = ModelError(error) { return refusal }
      return error.code == .cancelled && Task.isCancelled ? CancellationError() : error
    case let error as StoreWireError: return strange("\(error)")
    default: return error
    }
  }

  /// An answer that no daemon of this version gives.
  static func strange(_ detail: String) -> RPCError {
    RPCError(.internal, "cannot use the answer of the daemon: \(detail)")
  }
}
