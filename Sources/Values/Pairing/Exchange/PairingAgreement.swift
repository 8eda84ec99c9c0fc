private import HealthModel
private import ProtobufWire

/// The keys that both shares give, which are the same on both sides only where the codes were.
struct PairingAgreement: Sendable {
  /// What the pair has in common from now on.
  let pairSecret: SecretBytes
  private let session: PairingSession
  private let macKey: SecretBytes
  private let shareOfA: CPaceShare
  private let shareOfB: CPaceShare

  /// Derives the keys; K and ISK end here.
  init(
    _ session: PairingSession, sharedKey: SecretBytes, shareOfA: CPaceShare, shareOfB: CPaceShare
  ) {
    let sessionKey = CPace.sessionKey(
      sharedKey: sharedKey, session: session.identifier, initiator: shareOfA, responder: shareOfB)
    macKey = CPace.macKey(sessionKey: sessionKey, session: session.identifier)
    pairSecret = MessageAuthentication.key(
      from: sessionKey, salt: session.identifier, info: PairingExchange.pairSecretInfo,
      count: PairingExchange.pairSecretByteCount)
    self.session = session
    self.shareOfA = shareOfA
    self.shareOfB = shareOfB
  }

  /// M5 or M6.
  func proof(of side: PairingSide) -> [UInt8] {
    var message = PairingProofMessage()
    message.tag = copy(proofTag(of: side))
    return PairingStepMessage(.proof(message)).encoded()
  }

  /// Checks M5 or M6.
  ///
  /// - Throws: `wrongCode` where it is a proof, and another one.
  func checkProof(_ bytes: [UInt8], of side: PairingSide) throws(PairingError) {
    let tag = try PairingStepMessage.proof(bytes)
    guard proofTag(of: side).isEqual(to: tag) else { throw .wrongProof }
  }

  /// M7 or M8.
  func commit(of side: PairingSide) -> [UInt8] {
    var message = PairingCommitMessage()
    message.roleA = UInt64(session.roleOfA.rawValue)
    message.roleB = UInt64(session.roleOfB.rawValue)
    message.tag = copy(commitTag(of: side))
    return PairingStepMessage(side == .joining ? .commit(message) : .committed(message)).encoded()
  }

  /// Checks M7 or M8.
  ///
  /// - Throws: `malformed` where it is not what was agreed.
  func checkCommit(_ bytes: [UInt8], of side: PairingSide) throws(PairingError) {
    let commit = try PairingStepMessage.commit(bytes, of: side)
    guard commit.roleA == UInt64(session.roleOfA.rawValue),
      commit.roleB == UInt64(session.roleOfB.rawValue)
    else { throw .malformed("the roles are not those that were agreed") }
    guard commitTag(of: side).isEqual(to: commit.tag) else {
      throw .malformed("the tag of a commit is not the one that was agreed")
    }
  }

  private func proofTag(of side: PairingSide) -> SecretBytes {
    tag((side == .joining ? shareOfA : shareOfB).bytes)
  }

  private func commitTag(of side: PairingSide) -> SecretBytes {
    tag(
      LengthPrefixed.join(
        side.commitDomain, [session.roleOfA.rawValue], [session.roleOfB.rawValue]))
  }

  private func tag(_ message: [UInt8]) -> SecretBytes {
    MessageAuthentication.tag(SecretBytes(copying: message), key: macKey)
  }

  // What is sent is no secret any more.
  private func copy(_ tag: SecretBytes) -> [UInt8] {
    tag.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}

extension PairingAgreement: ContentHiding {
  /// "an agreement".
  package var description: String { "an agreement" }
}
