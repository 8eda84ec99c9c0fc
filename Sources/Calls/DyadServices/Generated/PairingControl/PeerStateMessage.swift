/// How far a pair has come.
package enum PeerStateMessage: Int32, Hashable, Sendable {
  /// Not said.
  case unspecified = 0
  /// Both hold each other's key.
  case paired = 1
  /// The last message of the pairing is open.
  case pending = 2
  /// No longer a peer, and not told yet.
  case removed = 3
}
