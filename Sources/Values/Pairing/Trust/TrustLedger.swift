package import HealthModel
package import TLSCore

/// All that a node must remember about pairing, as one value that is stored whole.
///
/// Every change gives a new ledger, which is stored before anything is told to anybody. So a crash
/// between any two steps leaves the last ledger that was stored, and there is no half pair.
///
/// Always true: a key belongs to one device; nobody is a peer and a former peer; peers have the other
/// role; a watch has one phone at most.
package struct TrustLedger: Hashable, Sendable {
  /// Whose a key is.
  package enum Standing: Hashable, Sendable {
    /// A peer's, paired or pending.
    case peer(DeviceID)
    /// Of one that was a peer.
    case former(DeviceID)
    /// Nobody's that is known.
    case unknown
  }

  /// The node record that it is kept under.
  package static let recordKey = "trust"
  /// As many peers as a phone may have.
  package static let mostPeers = 64
  /// As many former peers as are remembered; the oldest that were told go first.
  package static let mostFormer = 64
  /// For how long a pairing may be pending at most, in seconds.
  package static let mostPending: Double = 600
  /// For how long a change of the key waits for a former peer, in seconds: a week.
  static let longestWait: Double = 7 * 86_400

  /// This node's.
  package let device: DeviceID
  /// This node's.
  package internal(set) var role: NodeRole
  /// In the order in which they came.
  package internal(set) var peers: [TrustedPeer] = []
  /// In the order in which they went.
  package internal(set) var former: [FormerPeer] = []
  /// How often somebody may still guess a code.
  package var guesses = GuessBudget()
  /// The phone that a watch shared its rows with last.
  package internal(set) var sharedWith: DeviceID?
  /// The change of this node's own key that is under way.
  package internal(set) var rotation: KeyRotation?

  /// Begins without peers.
  ///
  /// - Parameters:
  ///   - device: This node's id.
  ///   - role: This node's role.
  package init(device: DeviceID, role: NodeRole) {
    self.device = device
    self.role = role
  }

  /// Whose a key is; of peers the key that they show and the one that they said they will.
  package func standing(of key: PublicKeyFingerprint) -> Standing {
    if let peer = peers.first(where: { $0.has(key) }) { return .peer(peer.id) }
    if let peer = former.first(where: { $0.keys.contains(key) }) { return .former(peer.id) }
    return .unknown
  }

  /// The peer with that id.
  package func peer(_ id: DeviceID) -> TrustedPeer? { peers.first { $0.id == id } }

  /// Sees that a device may become a peer: before a window opens, with what is known by then, and again
  /// once the device said who it is.
  ///
  /// A phone may pair a watch again that it has: the watch lost the pair. A watch must give its phone up
  /// first. What the other one says of its id counts for known devices only with a key of theirs.
  ///
  /// - Parameters:
  ///   - id: The other one's id, once it is known.
  ///   - role: The other one's role, once it is known.
  ///   - key: The other one's key, once it is known.
  ///   - rows: What becomes of samples that a watch shared with another phone.
  ///   - holdsRows: Whether this node holds any samples.
  /// - Throws: `malformed`, `wrongRole`, `alreadyPaired` or `otherHistory`.
  package func checkPairing(
    id: DeviceID?, role: NodeRole?, key: PublicKeyFingerprint? = nil, rows: RowsPolicy,
    holdsRows: Bool
  ) throws(PairingError) {
    if id == device {
      throw PairingError(.malformed, "cannot pair: the other device has the id of this one")
    }
    if role == self.role {
      throw PairingError(
        .wrongRole,
        "cannot pair: both devices are a \(self.role.name); one must be a phone, "
          + "the other a watch")
    }
    if self.role == .watch, let phone = peers.first {
      throw PairingError(
        .alreadyPaired,
        "cannot pair: this watch has the phone \(phone); 'dyad pair remove' ends that")
    }
    if let id, let key, let peer = peer(id), !peer.has(key) {
      throw PairingError(
        .alreadyPaired,
        "cannot pair: the device says that it is \(peer), and has another key; "
          + "'dyad pair remove' ends the pair with that one")
    }
    if self.role == .phone, peers.count >= Self.mostPeers, !peers.contains(where: { $0.id == id }) {
      throw PairingError(
        .alreadyPaired,
        "cannot pair: this phone has \(peers.count) watches, as many as it may; "
          + "'dyad pair remove' makes room")
    }
    if self.role == .watch, holdsRows, rows == .refuse, let sharedWith, let id,
      !isSharer(id, key)
    {
      throw PairingError(
        .otherHistory,
        "cannot pair: this watch holds samples that it shared with the phone \(sharedWith); "
          + "say whether to keep or to erase them")
    }
  }

  /// Whether a device is the one that the rows were shared with, by its id and by a key that it had.
  package func isSharer(_ id: DeviceID, _ key: PublicKeyFingerprint?) -> Bool {
    guard id == sharedWith else { return false }
    guard let key else { return true }
    return standing(of: key) == .former(id) || standing(of: key) == .peer(id)
  }
}
