/// Why a session ends, as `SessionEnd` counts.
package enum EndReason: Int, CaseIterable, Hashable, Sendable {
  case incompatible = 1
  case wrongRole = 2
  case logIsGone = 3
  case brake = 4
  case unknownVector = 5
  case violation = 6
  case superseded = 7

  /// As the protocol's text calls it.
  package var name: String {
    switch self {
    case .incompatible: "INCOMPATIBLE"
    case .wrongRole: "WRONG_ROLE"
    case .logIsGone: "LOG_IS_GONE"
    case .brake: "BRAKE"
    case .unknownVector: "UNKNOWN_VECTOR"
    case .violation: "VIOLATION"
    case .superseded: "SUPERSEDED"
    }
  }
}
