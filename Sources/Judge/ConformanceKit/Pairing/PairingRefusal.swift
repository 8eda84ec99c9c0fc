/// Why a node refuses, as the trailer `dyad-refusal` says it on the port of nodes.
package enum PairingRefusal: String, CaseIterable, Hashable, Sendable {
  case wrongCode = "wrong-code"
  case windowClosed = "window-closed"
  case busy = "busy"
  case wrongRole = "wrong-role"
  case clocks = "clocks"
  case alreadyPaired = "already-paired"
  case otherHistory = "other-history"
  case version = "version"
  case malformed = "malformed"
  case declined = "declined"
  case codeSpent = "code-spent"
  case expired = "expired"
  case interrupted = "interrupted"
  case notPaired = "not-paired"

  /// The trailer that has the word.
  package static let trailer = "dyad-refusal"

  /// The gRPC status that comes with it.
  package var status: Int {
    switch self {
    case .wrongCode, .declined, .notPaired: 7
    case .busy: 8
    case .malformed: 3
    case .interrupted: 14
    case .windowClosed, .wrongRole, .clocks, .alreadyPaired, .otherHistory, .version, .codeSpent,
      .expired:
      9
    }
  }
}
