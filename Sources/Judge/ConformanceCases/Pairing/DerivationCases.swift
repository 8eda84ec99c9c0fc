internal import ConformanceKit
internal import ConformanceWire

/// What both sides derive of their shares: a node refuses the proof of one that derives it otherwise.
enum DerivationCases {
  static let all = sessions + keys + whole

  /// Up to a proof that is right by another derivation; what every proof rests on is all that shows it.
  private static func wrong(
    _ name: String, _ clause: String,
    _ change: @escaping @Sendable (inout PairingDerivation) -> Void
  ) -> Case {
    Case("pairing/refuses/derived/\(name)", clause) { stage in
      let (device, code) = try stage.window()
      var derivation = PairingDerivation.text
      if !stage.mends { change(&derivation) }
      let call = try device.connect().pair(try device.description(), code: code, by: derivation)
      try call.run(until: 5)
      try call.expectRefusal(.wrongCode)
    }
  }

  private static let sessions = [
    wrong("session-of-swapped-nonces", "PAIR-SHARE-SESSION") { derivation in
      derivation.session = { PairingDerivation.text.session($1, $0) }
    },
    wrong("session-of-one-nonce", "PAIR-SHARE-SESSION") { derivation in
      derivation.session = { nonce, _ in PairingDerivation.text.session(nonce, []) }
    },
    wrong("session-without-its-name", "PAIR-SHARE-SESSION") { derivation in
      derivation.session = { Sodium.sha256($0 + $1) }
    },
  ]

  private static func key(
    _ name: String,
    _ derive:
      @escaping @Sendable (
        _ sharedKey: [UInt8], _ session: [UInt8], _ shareOfA: CPaceShare, _ shareOfB: CPaceShare
      ) -> [UInt8]
  ) -> Case {
    wrong("key-\(name)", "PAIR-KEY-SESSION") { $0.sessionKey = derive }
  }

  private static let name = Array("CPaceRistretto255_ISK".utf8)

  private static let keys = [
    key("of-swapped-shares") { PairingDerivation.text.sessionKey($0, $1, $3, $2) },
    key("of-shares-in-the-order-of-their-bytes") { sharedKey, session, one, two in
      // As two sides do that do not know who began: the higher one first.
      let isFirst = two.bytes.lexicographicallyPrecedes(one.bytes)
      let (first, second) = isFirst ? (one, two) : (two, one)
      return Sodium.sha512(
        LengthPrefixed.join(name, session, sharedKey) + Array("oc".utf8) + first.bytes
          + second.bytes)
    },
    key("without-the-session") { PairingDerivation.text.sessionKey($0, [], $2, $3) },
    key("without-the-data") { sharedKey, session, one, two in
      Sodium.sha512(
        LengthPrefixed.join(name, session, sharedKey) + LengthPrefixed.join(one.element)
          + LengthPrefixed.join(two.element))
    },
    key("without-lengths") { sharedKey, session, one, two in
      Sodium.sha512(
        name + session + sharedKey + one.element + one.associatedData + two.element
          + two.associatedData)
    },
    key("of-another-name") { sharedKey, session, one, two in
      Sodium.sha512(
        LengthPrefixed.join(Array("CPace255_ISK".utf8), session, sharedKey) + one.bytes
          + two.bytes)
    },
  ]

  private static let whole = [
    Case("pairing/derives/the-session-of-the-text", "PAIR-SHARE-SESSION") { stage in
      try proves(stage)
    },
    Case("pairing/derives/the-key-of-the-text", "PAIR-KEY-SESSION") { stage in try proves(stage) },
    Case("pairing/derives/a-secret-that-is-never-said", "PAIR-KEY-PAIR") { stage in
      let (device, code) = try stage.window()
      let call = try device.becomeHalfPair(code: code)
      _ = try device.connect().confirm(
        incarnation: device.incarnation, port: UInt16(device.listener.port))
      guard let keys = call.exchange.keys else { throw Doubt("the exchange came to no keys") }
      // A saboteur cannot know the secret, so what it would say is looked for: something that was said.
      let secret = stage.mends ? keys.proof(of: .host) : keys.pairSecret
      let said =
        Array(call.exchange.heard.values)
        + stage.scene.transcript.entries.filter(\.isFromNode).map(\.bytes)
      for bytes in said where bytes.count >= secret.count {
        let places = 0...(bytes.count - secret.count)
        guard places.contains(where: { bytes[$0...].starts(with: secret) }) else { continue }
        throw Deviation(
          expected: "nothing said that has the secret of the pair", observed: "a message with it")
      }
    },
  ]

  /// Sees the node prove that it derived the same, and become a pair by that.
  private static func proves(_ stage: Stage) throws {
    let device = try stage.halfPair()
    try device.expectPeer()
  }
}
