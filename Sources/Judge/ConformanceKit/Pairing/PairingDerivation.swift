/// How a side derives what both have in common, as the text says or in one thing otherwise.
package struct PairingDerivation: Sendable {
  /// As the text says.
  package static let text = Self()

  /// sid, by the nonces of M1 and M2.
  package var session: @Sendable (_ nonceOfA: [UInt8], _ nonceOfB: [UInt8]) -> [UInt8] = {
    Sodium.sha256(Array("dyad-sid-v1".utf8) + $0 + $1)
  }
  /// ISK, by K, sid, and what A and B sent.
  package var sessionKey:
    @Sendable (
      _ sharedKey: [UInt8], _ session: [UInt8], _ shareOfA: CPaceShare, _ shareOfB: CPaceShare
    ) -> [UInt8] = {
      CPace.sessionKey(sharedKey: $0, session: $1, initiator: $2, responder: $3)
    }

  package init() {}
}
