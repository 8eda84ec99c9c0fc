/// The keys that both shares give: the same on both sides only where the codes were.
package struct PairingKeys: Hashable, Sendable {
  private static let pairSecretInfo = Array("dyad pair secret".utf8)
  private static let pairSecretCount = 32

  /// What the pair has in common; it is never sent.
  package let pairSecret: [UInt8]
  private let tagKey: [UInt8]
  private let session: PairingSession
  private let shareOfA: CPaceShare
  private let shareOfB: CPaceShare

  /// Derives the keys; `nil` where the other one's share is no element, or the identity.
  ///
  /// - Parameters:
  ///   - session: What the hellos fixed.
  ///   - shareOfA: What A sent.
  ///   - shareOfB: What B sent.
  ///   - side: Which of them is ours.
  ///   - scalar: The one behind ours.
  ///   - derivation: How they are derived.
  package init?(
    _ session: PairingSession, shareOfA: CPaceShare, shareOfB: CPaceShare, side: PairingSide,
    scalar: [UInt8], by derivation: PairingDerivation = .text
  ) {
    let other = side == .guest ? shareOfB : shareOfA
    guard let sharedKey = Ristretto.multiple(of: other.element, by: scalar) else { return nil }
    let sessionKey = derivation.sessionKey(sharedKey, session.identifier, shareOfA, shareOfB)
    tagKey = CPace.tagKey(sessionKey: sessionKey, session: session.identifier)
    pairSecret = Sodium.key(
      from: sessionKey, salt: session.identifier, info: Self.pairSecretInfo,
      count: Self.pairSecretCount)
    self.session = session
    self.shareOfA = shareOfA
    self.shareOfB = shareOfB
  }

  /// The tag of M5 or M6.
  package func proof(of side: PairingSide) -> [UInt8] {
    Sodium.tag((side == .guest ? shareOfA : shareOfB).bytes, key: tagKey)
  }

  /// The tag of M7 or M8 over the roles that the hellos told.
  package func commit(of side: PairingSide) -> [UInt8] {
    commit(of: side, roleOfA: session.roleOfA, roleOfB: session.roleOfB)
  }

  /// The tag of M7 or M8 over any roles, of which the lowest byte counts.
  package func commit(of side: PairingSide, roleOfA: UInt64, roleOfB: UInt64) -> [UInt8] {
    Sodium.tag(
      LengthPrefixed.join(
        Array("dyad-commit-\(side.rawValue)".utf8), [UInt8(truncatingIfNeeded: roleOfA)],
        [UInt8(truncatingIfNeeded: roleOfB)]), key: tagKey)
  }
}

extension PairingKeys: ContentHiding {
  package var description: String { "the keys of an exchange" }
}
