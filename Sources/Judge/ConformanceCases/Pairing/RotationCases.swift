internal import ConformanceKit
internal import ConformanceWire

/// How a peer changes its key.
enum RotationCases {
  static let all = groups + others + changes

  /// What is said of a change of the key.
  struct Statement {
    /// The id of the device.
    var device: String
    var old: Identity
    var new: Identity

    /// The request, signed by both.
    func request() throws -> Value {
      let text = KeyRotation.text(device: device, oldKey: old.publicKey, newKey: new.publicKey)
      return [
        "old_key": .bytes(old.publicKey), "new_key": .bytes(new.publicKey),
        "signature_by_old": .bytes(try old.sign(text)),
        "signature_by_new": .bytes(try new.sign(text)),
      ]
    }
  }

  /// A statement that a node refuses.
  private struct Refusal: Sendable {
    let name: String
    let request: @Sendable (Statement) throws -> Value
  }

  private static func together(_ name: String, _ clause: String, _ refusals: [Refusal]) -> Case {
    Case("pairing/refuses/rotation/\(name)", clause) { stage in
      let device = try stage.pairedDevice()
      let honest = Statement(
        device: try device.description().id, old: device.identity, new: try Identity())
      let connection = try device.connect()
      for refusal in refusals {
        try refusal.name.told {
          let request = try stage.mends ? honest.request() : refusal.request(honest)
          try CallRefused.expect(.malformed) {
            _ = try connection.ask("dyad.v1.Trust/Rotate", request)
          }
        }
      }
      // Nothing has changed.
      try CallRefused.expectStranger { try device.expectPeer(showing: honest.new) }
      try device.expectPeer()
    }
  }

  private static let groups = [
    together("of-or-to-a-wrong-key", "PAIR-ROTATE-REFUSED", keys),
    together("of-another-text", "PAIR-ROTATE-TEXT", texts),
    together("signature-that-does-not-hold", "PAIR-ROTATE-REFUSED", signatures),
  ]

  private static let keys = [
    Refusal(name: "of-another-key") {
      try Statement(device: $0.device, old: Identity(), new: $0.new).request()
    },
    Refusal(name: "to-the-same-key") {
      try Statement(device: $0.device, old: $0.old, new: $0.old).request()
    },
    Refusal(name: "to-another-curve") {
      try Statement(device: $0.device, old: $0.old, new: Identity(curve: "P-384")).request()
    },
    Refusal(name: "to-no-key") {
      var request = try $0.request()
      request["new_key"] = .bytes([1, 2, 3])
      return request
    },
  ]

  private static let texts = [
    Refusal(name: "of-another-device") {
      let id = DeviceID(ofKey: $0.new.fingerprint)?.text ?? ""
      return try Statement(device: id, old: $0.old, new: $0.new).request()
    },
    Refusal(name: "key-compressed") {
      let new = compressed($0.new.publicKey)
      let text = KeyRotation.text(device: $0.device, oldKey: $0.old.publicKey, newKey: new)
      return [
        "old_key": .bytes($0.old.publicKey), "new_key": .bytes(new),
        "signature_by_old": .bytes(try $0.old.sign(text)),
        "signature_by_new": .bytes(try $0.new.sign(text)),
      ]
    },
  ]

  private static let signatures = [
    Refusal(name: "signatures-swapped") {
      var request = try $0.request()
      (request["signature_by_old"], request["signature_by_new"]) = (
        request["signature_by_new"], request["signature_by_old"]
      )
      return request
    },
    Refusal(name: "signed-by-the-new-key-alone") {
      var request = try $0.request()
      request["signature_by_old"] = request["signature_by_new"]
      return request
    },
    Refusal(name: "not-signed-by-the-new-key") {
      var request = try $0.request()
      request["signature_by_new"] = .absent
      return request
    },
    Refusal(name: "signature-of-another-text") {
      var request = try $0.request()
      request["signature_by_new"] = .bytes(try $0.new.sign([1]))
      return request
    },
    Refusal(name: "signature-cut") {
      var request = try $0.request()
      request["signature_by_old"] = .bytes(request["signature_by_old"].data.dropLast())
      return request
    },
  ]

  /// The key of a point of P-256, with the point in its short form.
  private static func compressed(_ key: [UInt8]) -> [UInt8] {
    // Of an id and a bit string: 26 bytes, then 4, x and y.
    let (start, point) = (Array(key.prefix(26)), Array(key.dropFirst(27)))
    var short = start + [2 | (point.last ?? 0) & 1] + point.prefix(32)
    short[1] -= 32
    short[24] -= 32
    return short
  }

  private static let others = [
    Case("pairing/refuses/rotation/to-a-former-peers-key", "PAIR-ROTATE-REFUSED", needs: [.owner]) {
      stage in
      let former = try stage.stranger()
      try former.pair()
      try former.connect().unpair()
      try expectRefusal(of: former.identity, stage)
    },
    Case(
      "pairing/refuses/rotation/to-another-peers-key", "PAIR-ROTATE-REFUSED", of: .phone,
      needs: [.owner]
    ) { stage in
      let other = try stage.stranger()
      try other.pair()
      try expectRefusal(of: other.identity, stage)
    },
  ]

  private static func expectRefusal(of key: Identity, _ stage: Stage) throws {
    let device = try stage.pairedDevice()
    let new = stage.mends ? try Identity() : key
    try CallRefused.expect(.malformed) {
      try device.connect().rotate(of: device.description().id, to: new)
    }
  }

  /// A peer that has told of its next key.
  private static func rotating(_ stage: Stage) throws -> (Device, id: String, next: Identity) {
    let device = try stage.pairedDevice()
    let (id, next) = (try device.description().id, try Identity())
    try device.connect().rotate(of: id, to: next)
    return (device, id, next)
  }

  private static let changes = [
    Case("pairing/rotation/both-keys-at-first", "PAIR-ROTATE-BOTH") { stage in
      let (device, _, next) = try rotating(stage)
      try device.expectPeer()
      try device.expectPeer(showing: next)
    },
    Case("pairing/rotation/old-key-is-nobodys", "PAIR-ROTATE-SEEN") { stage in
      let (device, _, next) = try rotating(stage)
      try device.expectPeer(showing: next)
      try device.expectAlert("bad certificate")
      try device.expectPeer(showing: next)
    },
    Case("pairing/rotation/told-again", "PAIR-ROTATE-BOTH") { stage in
      let (device, id, next) = try rotating(stage)
      try device.connect().rotate(of: id, to: next)
      try device.expectPeer(showing: next)
    },
    Case("pairing/rotation/another-before-it-was-seen", "PAIR-ROTATE-BOTH") { stage in
      let (device, id, next) = try rotating(stage)
      let other = stage.mends ? next : try Identity()
      try CallRefused.expect(.busy) { try device.connect().rotate(of: id, to: other) }
    },
    Case("pairing/rotation/next-after-it-was-seen", "PAIR-DEVICE-ID") { stage in
      let (device, id, next) = try rotating(stage)
      let last = try Identity()
      // The id is still that of the first key.
      try device.connect(as: next).rotate(of: id, to: last)
      try device.expectPeer(showing: last)
      try device.expectAlert("bad certificate", showing: next)
    },
    Case("pairing/rotation/outlives-the-node", "PAIR-ROTATE-BOTH", needs: [.restart]) { stage in
      let (device, _, next) = try rotating(stage)
      try stage.node().restart(kill: true)
      try device.expectPeer()
      try device.expectPeer(showing: next)
    },
    Case("pairing/rotation/cut-before-the-answer", "PAIR-ROTATE-BOTH") { stage in
      let device = try stage.pairedDevice()
      let (id, next) = (try device.description().id, try Identity())
      let request = try Statement(device: id, old: device.identity, new: next).request()
      let connection = try device.connect()
      let call = try Call.start(connection.link, "dyad.v1.Trust/Rotate")
      try call.send(Message("RotateRequest", request).encoded())
      try call.finish()
      connection.close()
      // Who does not know whether it was heard says it again.
      try device.connect().rotate(of: id, to: next)
      try device.expectPeer(showing: next)
    },
  ]
}
