/// What both hellos together fix.
package struct PairingSession: Hashable, Sendable {
  /// sid of the text.
  package let identifier: [UInt8]
  /// The hash of M1 and M2 as they went over the connection.
  package let transcript: [UInt8]
  /// The role that A told, which need be none.
  package let roleOfA: UInt64
  /// The role that B told.
  package let roleOfB: UInt64

  /// Takes the two hellos.
  package init(
    helloOfA: PairingHello, helloOfB: PairingHello, by derivation: PairingDerivation = .text
  ) {
    identifier = derivation.session(helloOfA.nonce, helloOfB.nonce)
    transcript = Sodium.sha256(helloOfA.bytes + helloOfB.bytes)
    roleOfA = helloOfA.device.role
    roleOfB = helloOfB.device.role
  }

  /// ADa or ADb: who speaks, and what both hellos were to it.
  package func associatedData(of side: PairingSide) -> [UInt8] {
    LengthPrefixed.join(side.letter, transcript)
  }

  /// The share of a side that has typed, or shows, a code.
  ///
  /// - Parameters:
  ///   - side: Whose.
  ///   - code: Its digits.
  ///   - channel: What the exchange runs over.
  ///   - scalar: What is drawn for this exchange alone.
  /// - Returns: What to send.
  package func share(
    of side: PairingSide, code: String, over channel: PairingChannel, scalar: [UInt8]
  ) -> CPaceShare {
    let generator = CPace.generator(
      password: Array(code.utf8), channel: channel.identifier, session: identifier)
    guard let element = Ristretto.multiple(of: generator, by: scalar) else {
      preconditionFailure("a generator is the identity once in 2^252 times")
    }
    return CPaceShare(element: element, associatedData: associatedData(of: side))
  }
}
