/// The command that pairs, by its word: the advice in an error depends on it.
package enum PairingSide: String, Hashable, Sendable, CaseIterable {
  /// Shows a code.
  case show
  /// Types it.
  case join
  /// Reads who is paired.
  case list
  /// Ends a pair.
  case remove
  /// Makes a new key.
  case rotate
  /// Forgets wrong codes.
  case unlock

  /// What could not be done, as a verb phrase.
  package var operation: String {
    switch self {
    case .show, .join: "pair"
    case .list: "list the devices"
    case .remove: "remove the device"
    case .rotate: "change the key"
    case .unlock: "unlock"
    }
  }
}
