/// Why this node and a peer could not be brought to hold the same.
package enum SettleFailure: Error, Hashable, CustomStringConvertible {
  /// The peer waits for its owner's word, or this node for its own.
  case braked
  /// There is no such peer, or none at all.
  case noPeer
  /// The node stops.
  case stopped

  package var description: String {
    switch self {
    case .braked: "something waits for the owner's word, here or there: 'dyad status' says what"
    case .noPeer: "there is no peer"
    case .stopped: "the node stops"
    }
  }
}
