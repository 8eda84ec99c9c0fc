private import ProtobufWire

/// A share of ours that is on its way, and the scalar behind it.
struct PairingOffer: Sendable {
  let session: PairingSession
  let side: PairingSide
  let share: CPaceShare
  private let scalar: SecretBytes

  /// Makes a share.
  ///
  /// - Parameters:
  ///   - session: What the hellos fixed.
  ///   - side: Ours.
  ///   - generator: What the code gives; it is not needed any more afterwards.
  ///   - scalar: What is drawn for this exchange alone.
  init(
    _ session: PairingSession, side: PairingSide, generator: SecretBytes, scalar: SecretBytes
  ) {
    self.session = session
    self.side = side
    self.scalar = scalar
    share = CPaceShare(
      element: CPace.share(scalar: scalar, generator: generator),
      associatedData: session.associatedData(of: side))
  }

  /// M3 or M4.
  var bytes: [UInt8] {
    var message = PairingShareMessage()
    message.share = share.element
    message.associatedData = share.associatedData
    return PairingStepMessage(.share(message)).encoded()
  }

  /// Takes the other one's share.
  ///
  /// - Throws: `malformed` for data that is not what we would send in its place, for our own share, and
  ///   for what is no element of the group or the identity.
  func agree(on other: CPaceShare) throws(PairingError) -> PairingAgreement {
    let otherSide: PairingSide = side == .joining ? .showing : .joining
    guard other.associatedData == session.associatedData(of: otherSide) else {
      throw .malformed("the other device saw other hellos than this one")
    }
    guard other.element != share.element else { throw .malformed("our own share came back") }
    guard let key = CPace.sharedKey(scalar: scalar, share: other.element) else {
      throw .malformed("a share is no element of the group")
    }
    return
      side == .joining
      ? PairingAgreement(session, sharedKey: key, shareOfA: share, shareOfB: other)
      : PairingAgreement(session, sharedKey: key, shareOfA: other, shareOfB: share)
  }
}

extension PairingOffer: ContentHiding {
  /// "an offer".
  package var description: String { "an offer" }
}
