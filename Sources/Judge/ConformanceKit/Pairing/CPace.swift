/// CPACE-RISTR255-SHA512 of draft-irtf-cfrg-cpace-21, between an initiator and a responder.
package enum CPace {
  private static let domain = Array("CPaceRistretto255".utf8)
  private static let sessionKeyDomain = Array("CPaceRistretto255_ISK".utf8)
  private static let tagKeyDomain = Array("CPaceMac".utf8)
  /// The bytes that SHA-512 takes at once.
  private static let blockCount = 128

  /// What the generator is derived from the hash of.
  ///
  /// - Parameters:
  ///   - password: PRS of the draft.
  ///   - channel: CI of the draft.
  ///   - session: sid of the draft.
  /// - Returns: The string, in which the password fills the first block alone.
  package static func generatorString(
    password: [UInt8], channel: [UInt8], session: [UInt8]
  ) -> [UInt8] {
    let used = LengthPrefixed.join(domain, password).count
    let padding = [UInt8](repeating: 0, count: max(0, blockCount - 1 - used))
    return LengthPrefixed.join(domain, password, padding, channel, session)
  }

  /// g of the draft.
  package static func generator(password: [UInt8], channel: [UInt8], session: [UInt8]) -> [UInt8] {
    Ristretto.element(
      of: Sodium.sha512(
        generatorString(password: password, channel: channel, session: session)))
  }

  /// ISK of the draft.
  ///
  /// - Parameters:
  ///   - sharedKey: K of the draft.
  ///   - session: sid of the draft.
  ///   - initiator: What the initiator sent.
  ///   - responder: What the responder sent.
  /// - Returns: 64 bytes.
  package static func sessionKey(
    sharedKey: [UInt8], session: [UInt8], initiator: CPaceShare, responder: CPaceShare
  ) -> [UInt8] {
    Sodium.sha512(
      LengthPrefixed.join(sessionKeyDomain, session, sharedKey) + initiator.bytes
        + responder.bytes)
  }

  /// The key under which each side shows that it arrived at the same ISK.
  package static func tagKey(sessionKey: [UInt8], session: [UInt8]) -> [UInt8] {
    Sodium.sha512(tagKeyDomain + session + sessionKey)
  }
}
