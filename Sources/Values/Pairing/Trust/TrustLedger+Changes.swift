package import HealthModel
package import TLSCore

extension TrustLedger {
  /// Takes a device as a peer whose last word is open.
  ///
  /// It replaces what there was with the same id or a key of it, and a former peer too.
  /// ``checkPairing(id:role:key:rows:holdsRows:)`` was asked before; the name and the address, which are
  /// the other one's, are cut to what fits.
  package mutating func addPending(_ peer: TrustedPeer) {
    precondition(peer.id != device && peer.role == role.other, "checkPairing refuses it")
    precondition(peer.pairedAt.isFinite, "it is what a clock of ours says")
    precondition(peer.secret.count <= TrustedPeer.mostSecretBytes, "no such secret is derived")
    var peer = peer
    peer.tidy()
    // Only the key that it showed is proved to be its own.
    peer.nextKey = nil
    for old in peers where old.id == peer.id || old.has(peer.key) { drop(old.id) }
    former.removeAll { $0.id == peer.id || $0.keys.contains(peer.key) }
    if role == .watch {
      for old in peers { remove(old.id, at: peer.pairedAt) }
    }
    precondition(peers.count < Self.mostPeers, "checkPairing refuses it")
    peers.append(peer)
  }

  /// Notes the other side's last word: what was pending is paired, what is paired stays so.
  ///
  /// On a watch it is the phone that the rows are shared with from now on.
  ///
  /// - Parameters:
  ///   - key: What the other side showed.
  ///   - incarnation: The one of its store.
  /// - Throws: `notPaired` where no peer has the key.
  package mutating func confirm(
    _ key: PublicKeyFingerprint, incarnation: Incarnation
  ) throws(PairingError) {
    guard let index = index(of: key) else { throw Self.notPaired("confirm the pair") }
    peers[index].phase = .paired
    peers[index].erasesRows = false
    peers[index].incarnation = incarnation
    if role == .watch { sharedWith = peers[index].id }
  }

  /// Gives up what was pending for too long: it becomes a former peer that was not told.
  ///
  /// A time that lies further ahead than a pairing may be pending is of a clock that was set back since;
  /// it is brought to that much ahead, so that a jump lengthens it by no more. The ledger may have
  /// changed although nothing is returned.
  ///
  /// - Parameter now: In seconds since 2001-01-01 UTC.
  /// - Returns: What was given up.
  @discardableResult
  package mutating func lapse(at now: Double) -> [TrustedPeer] {
    var lapsed: [TrustedPeer] = []
    for peer in peers {
      guard case .pending(let until) = peer.phase else { continue }
      if until <= now {
        lapsed.append(peer)
        remove(peer.id, at: now)
      } else if until > now + Self.mostPending, let index = index(of: peer.key) {
        peers[index].phase = .pending(until: now + Self.mostPending)
      }
    }
    return lapsed
  }

  /// When the next peer that is pending lapses, in seconds since 2001-01-01 UTC.
  package var nextLapse: Double? {
    peers.compactMap { peer in
      if case .pending(let until) = peer.phase { until } else { nil }
    }.min()
  }

  /// Ends a pair: the peer becomes a former one that was not told.
  ///
  /// - Parameters:
  ///   - id: Whose.
  ///   - now: In seconds since 2001-01-01 UTC.
  /// - Returns: What the peer was; `nil` where there is none with that id.
  @discardableResult
  package mutating func remove(_ id: DeviceID, at now: Double) -> TrustedPeer? {
    end(id, at: now, wasTold: false)
  }

  /// Notes that the other side ended the pair: it becomes a former peer, which knows it.
  ///
  /// - Parameters:
  ///   - key: What the other side showed.
  ///   - now: In seconds since 2001-01-01 UTC.
  /// - Returns: What the peer was; `nil` where none has the key.
  @discardableResult
  package mutating func removedBy(
    _ key: PublicKeyFingerprint, at now: Double
  ) -> TrustedPeer? {
    index(of: key).flatMap { end(peers[$0].id, at: now, wasTold: true) }
  }

  /// Notes that a former peer was told that it is none any more.
  package mutating func noteTold(_ id: DeviceID) {
    guard let index = former.firstIndex(where: { $0.id == id }) else { return }
    former[index].wasTold = true
  }

  /// Notes that a peer was met.
  ///
  /// The key that it said it will show becomes its key, and the old one counts no more.
  ///
  /// - Parameters:
  ///   - key: What it showed.
  ///   - incarnation: The one of its store, where it said so.
  ///   - address: Where it can be reached, where that is known; empty where it cannot.
  /// - Returns: Whether anything changed, so that it is to be stored.
  package mutating func noteSeen(
    _ key: PublicKeyFingerprint, incarnation: Incarnation?, address: String?
  ) -> Bool {
    guard let index = index(of: key) else { return false }
    let before = peers[index]
    promote(key, at: index)
    if let incarnation { peers[index].incarnation = incarnation }
    if let address, TrustedPeer.isFit(address: address) { peers[index].address = address }
    return peers[index] != before
  }

  /// Takes the key that a peer will show; both are taken until the new one was seen.
  ///
  /// - Parameters:
  ///   - key: What it shows now.
  ///   - next: What it will show.
  /// - Throws: `notPaired` where no peer has the key; `malformed` for a key that it has already or that
  ///   is another device's.
  package mutating func acceptNextKey(
    of key: PublicKeyFingerprint, next: PublicKeyFingerprint
  ) throws(PairingError) {
    guard let index = index(of: key) else { throw Self.notPaired("take the new key") }
    guard peers[index].nextKey ?? next == next || key == peers[index].nextKey else {
      throw PairingError(
        .busy, "cannot take the new key: another one was announced and not shown yet")
    }
    switch standing(of: next) {
    // Said twice is said once: the answer to the first may be lost.
    case .peer(peers[index].id) where next == peers[index].nextKey && next != key: return
    case .peer, .former:
      throw PairingError(.malformed, "cannot take the new key: it is in use already")
    case .unknown: break
    }
    guard next != rotation?.nextKey else {
      throw PairingError(.malformed, "cannot take the new key: it is this device's own")
    }
    promote(key, at: index)
    peers[index].nextKey = next
  }

  /// Begins a change of this node's own key.
  ///
  /// - Throws: `busy` while another change is under way.
  package mutating func beginRotation(to key: PublicKeyFingerprint) throws(PairingError) {
    guard rotation == nil else {
      throw PairingError(.busy, "cannot change the key: a change is under way already")
    }
    rotation = KeyRotation(nextKey: key)
  }

  /// Notes that a peer takes this node's new key.
  package mutating func noteRotationTold(_ id: DeviceID) {
    if peers.contains(where: { $0.id == id }) { rotation?.noteTold(id) }
  }

  /// Whom a change of the key waits for: peers that were not told of it, and former ones that were not
  /// told that they are none, because they believe nothing but the old key.
  ///
  /// - Parameter now: In seconds since 2001-01-01 UTC; after a week a former peer is waited for no more.
  /// - Returns: Their ids; none where no change is under way.
  package func rotationWaits(at now: Double) -> [DeviceID] {
    guard let rotation else { return [] }
    let untold = former.filter {
      !$0.wasTold && !$0.address.isEmpty && now - $0.removedAt < Self.longestWait
    }
    return peers.map(\.id).filter { !rotation.told.contains($0) } + untold.map(\.id)
  }

  /// Ends the change of the key: the new one holds.
  ///
  /// - Returns: The new key; `nil` where no change was under way.
  @discardableResult
  package mutating func finishRotation() -> PublicKeyFingerprint? {
    defer { rotation = nil }
    return rotation?.nextKey
  }
}

extension TrustLedger {
  private static func notPaired(_ operation: String) -> PairingError {
    PairingError(.notPaired, "cannot \(operation): the device is no peer of this one")
  }

  private func index(of key: PublicKeyFingerprint) -> Int? {
    peers.firstIndex { $0.has(key) }
  }

  private mutating func promote(_ key: PublicKeyFingerprint, at index: Int) {
    guard peers[index].nextKey == key else { return }
    peers[index].key = key
    peers[index].nextKey = nil
  }

  private mutating func drop(_ id: DeviceID) {
    peers.removeAll { $0.id == id }
    rotation?.told.remove(id)
  }

  private mutating func end(_ id: DeviceID, at now: Double, wasTold: Bool) -> TrustedPeer? {
    guard let peer = peer(id) else { return nil }
    drop(id)
    former.append(FormerPeer(peer, removedAt: now, wasTold: wasTold))
    while former.count > Self.mostFormer {
      former.remove(at: former.firstIndex { $0.wasTold } ?? 0)
    }
    return peer
  }

  /// Takes another role, which only a node without peers can; those that it had are forgotten.
  package mutating func change(role: NodeRole) {
    precondition(peers.isEmpty, "the role of a node with peers is theirs as well")
    guard role != self.role else { return }
    self.role = role
    former = []
    sharedWith = nil
  }

  /// Forgets whom the rows were shared with, because there are none any more.
  package mutating func forgetHistory() {
    sharedWith = nil
  }
}
