internal import DyadServices
package import Pairing
internal import RPCCore

extension RPCError {
  /// What a refusal is as the status of a call; the one place where that is decided.
  package init(_ error: PairingError) {
    let code: StatusCode =
      switch error.refusal {
      case .wrongCode, .declined, .notPaired, .unknownKey: .permissionDenied
      case .windowClosed, .windowOpen, .wrongRole, .clocks, .alreadyPaired, .otherHistory, .version,
        .codeSpent, .expired:
        .failedPrecondition
      case .busy, .locked: .resourceExhausted
      case .malformed: .invalidArgument
      case .unreachable, .interrupted: .unavailable
      case .noSuchPeer: .notFound
      }
    self.init(code, error.message)
    _ = metadata.add(RefusalTrailers.refusal, .text(error.refusal.rawValue))
    switch error.lockEnd {
    case .at(let end): _ = metadata.add(RefusalTrailers.until, .text("\(end)"))
    case .reset: _ = metadata.add(RefusalTrailers.until, .text("reset"))
    case nil: break
    }
  }

  /// Which refusal the status of a call stands for, if any.
  package var refusal: PairingError.Refusal? {
    metadata[text: RefusalTrailers.refusal].flatMap(PairingError.Refusal.init(rawValue:))
  }
}
