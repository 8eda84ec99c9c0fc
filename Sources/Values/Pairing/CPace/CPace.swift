private import CSodium

/// CPACE-RISTR255-SHA512 of draft-irtf-cfrg-cpace-21, between an initiator and a responder.
///
/// The generator is as secret as the password: who knows it can try passwords at leisure.
enum CPace {
  /// How many bytes an element of the group has.
  static let elementByteCount = 32
  /// How many bytes a scalar has.
  static let scalarByteCount = 32

  private static let domain = Array("CPaceRistretto255".utf8)
  private static let sessionKeyDomain = Array("CPaceRistretto255_ISK".utf8)
  private static let macKeyDomain = Array("CPaceMac".utf8)
  /// The bytes that SHA-512 takes at once: the password fills the first block alone.
  private static let hashBlockByteCount = 128

  /// What the generator is the hash of.
  ///
  /// - Parameters:
  ///   - password: PRS of the draft.
  ///   - channel: CI, which says who speaks and over what.
  ///   - session: sid, another one for each exchange.
  /// - Returns: The string, which holds the password.
  static func generatorString(
    password: SecretBytes, channel: SecretBytes, session: [UInt8]
  ) -> SecretBytes {
    let used =
      LengthPrefixed.prepend(domain).count + LengthPrefixed.encode(password.count).count
      + password.count
    let padding = [UInt8](repeating: 0, count: max(0, hashBlockByteCount - used - 1))
    return SecretBytes(
      joining: LengthPrefixed.join([
        .open(domain), .secret(password), .open(padding), .secret(channel), .open(session),
      ]))
  }

  /// The element that both sides' shares are multiples of.
  static func generator(
    password: SecretBytes, channel: SecretBytes, session: [UInt8]
  ) -> SecretBytes {
    generator(
      of: Digest.sha512(
        generatorString(password: password, channel: channel, session: session)))
  }

  /// The element that a hash of 64 bytes stands for.
  static func generator(of hash: SecretBytes) -> SecretBytes {
    precondition(hash.count == Digest.sha512ByteCount, "a generator is made of a SHA-512")
    return unsafe SecretBytes(count: elementByteCount) { element in
      unsafe hash.withPointer { start in
        // It has no way to fail: every hash stands for an element.
        _ = unsafe crypto_core_ristretto255_from_hash(element, start)
      }
    }
  }

  /// A scalar that is drawn evenly, and is not zero.
  static func randomScalar() -> SecretBytes {
    unsafe SecretBytes(count: scalarByteCount) { start in
      unsafe crypto_core_ristretto255_scalar_random(start)
    }
  }

  /// What is sent: the multiple of the generator.
  static func share(scalar: SecretBytes, generator: SecretBytes) -> [UInt8] {
    var share = [UInt8](repeating: 0, count: elementByteCount)
    let status = unsafe scalar.withPointer { scalar in
      unsafe generator.withPointer { generator in
        unsafe crypto_scalarmult_ristretto255(&share, scalar, generator)
      }
    }
    precondition(status == 0, "a generator is the identity once in 2^252 times")
    return share
  }

  /// K of the draft: what both sides arrive at.
  ///
  /// - Parameters:
  ///   - scalar: Ours.
  ///   - share: What the other one sent, of whatever length.
  /// - Returns: `nil` if the share is no element, or the identity, or leads to it.
  static func sharedKey(scalar: SecretBytes, share: [UInt8]) -> SecretBytes? {
    // Libsodium 1.0.18 does not look at the top bit, with which a number is too high (RFC 9496).
    guard share.count == elementByteCount, share[elementByteCount - 1] < 0x80,
      unsafe crypto_core_ristretto255_is_valid_point(share) == 1
    else { return nil }
    var status: Int32 = -1
    let key = unsafe SecretBytes(count: elementByteCount) { key in
      unsafe scalar.withPointer { scalar in
        status = unsafe crypto_scalarmult_ristretto255(key, scalar, share)
      }
    }
    return status == 0 ? key : nil
  }

  /// ISK of the draft: what all other keys are made of.
  ///
  /// - Parameters:
  ///   - sharedKey: K.
  ///   - session: The session of the generator.
  ///   - initiator: What the initiator sent.
  ///   - responder: What the responder sent.
  /// - Returns: 64 bytes.
  static func sessionKey(
    sharedKey: SecretBytes, session: [UInt8], initiator: CPaceShare, responder: CPaceShare
  ) -> SecretBytes {
    Digest.sha512(
      sessionKeyString(
        sharedKey: sharedKey, session: session, initiator: initiator, responder: responder))
  }

  /// What ISK is the hash of.
  static func sessionKeyString(
    sharedKey: SecretBytes, session: [UInt8], initiator: CPaceShare, responder: CPaceShare
  ) -> SecretBytes {
    let keys = LengthPrefixed.join([
      .open(sessionKeyDomain), .open(session), .secret(sharedKey),
    ])
    return SecretBytes(joining: keys + [.open(transcript(initiator, responder))])
  }

  /// `transcript_ir` of the draft.
  static func transcript(_ initiator: CPaceShare, _ responder: CPaceShare) -> [UInt8] {
    initiator.bytes + responder.bytes
  }

  /// The key under which each side shows that it arrived at the same ISK.
  static func macKey(sessionKey: SecretBytes, session: [UInt8]) -> SecretBytes {
    Digest.sha512(
      SecretBytes(joining: [.open(macKeyDomain), .open(session), .secret(sessionKey)]))
  }
}
