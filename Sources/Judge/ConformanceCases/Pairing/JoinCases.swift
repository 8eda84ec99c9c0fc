internal import ConformanceKit
internal import ConformanceWire

/// A node that types the code: what it says, what it refuses, and what it stores when.
enum JoinCases {
  static let all = groups + others + halves

  /// A step of the tool's that breaks a rule, and what the node's owner hears of it.
  private struct Refusal: Sendable {
    let name: String
    let clause: String
    let step: Int
    var word = PairingRefusal.malformed
    let change: @Sendable (inout Message, PairingExchange) -> Void

    init(
      _ name: String, _ clause: String, step: Int, _ word: PairingRefusal = .malformed,
      _ change: @escaping @Sendable (inout Message, PairingExchange) -> Void
    ) {
      self.name = name
      self.clause = clause
      self.step = step
      self.word = word
      self.change = change
    }

    /// Plays it with a node that was joined, or was not.
    func play(_ stage: Stage) throws {
      let joining = try Joining(stage)
      try joining.run(until: step) { number, message in
        guard number == step, !stage.mends else { return message.encoded() }
        var message = message
        change(&message, joining.pairing.exchange)
        return message.encoded()
      }
      // The fourth step is answered at once, the others are told to the owner first.
      if step == 4 { try joining.expectOver() }
      try joining.expectRefusal(word)
      if step != 4 { try joining.expectOver() }
    }
  }

  /// A case for all of a clause.
  private static let groups = Dictionary(grouping: refusals, by: \.clause).sorted {
    $0.key < $1.key
  }.map { clause, refusals in
    Case("pairing/refuses/joining/\(name(of: clause))", clause, needs: [.owner]) { stage in
      for refusal in refusals { try refusal.name.told { try refusal.play(stage) } }
    }
  }

  /// What a path says of a clause: "hello-name" of "PAIR-HELLO-NAME".
  private static func name(of clause: String) -> String {
    clause.dropFirst("PAIR-".count).lowercased()
  }

  private static func heard(_ step: Int, _ exchange: PairingExchange) -> Value {
    (try? Message("PairingStep", decoding: exchange.heard[step] ?? []))?.value ?? [:]
  }

  private static let refusals = [
    Refusal("two-versions", "PAIR-HELLO-VERSIONS", step: 2) { message, _ in
      message["hello"]["versions"] = [1, 2]
    },
    Refusal("version-not-offered", "PAIR-HELLO-CHOICE", step: 2, .version) { message, _ in
      message["hello"]["versions"] = [4_294_967_295]
    },
    Refusal("nonce-of-31-bytes", "PAIR-HELLO-NONCE", step: 2) { message, _ in
      message["hello"]["nonce"] = .bytes(Array(message["hello"]["nonce"].data.dropLast()))
    },
    Refusal("its-own-nonce", "PAIR-HELLO-NONCE", step: 2) { message, exchange in
      message["hello"]["nonce"] = heard(1, exchange)["hello"]["nonce"]
    },
    Refusal("no-device", "PAIR-HELLO-DEVICE", step: 2) { message, _ in
      message["hello"]["device"] = .absent
    },
    Refusal("its-own-id", "PAIR-HELLO-DEVICE", step: 2) { message, exchange in
      message["hello"]["device"]["id"] = heard(1, exchange)["hello"]["device"]["id"]
    },
    Refusal("name-turned-around", "PAIR-HELLO-NAME", step: 2) { message, _ in
      message["hello"]["device"]["name"] = "A\u{202E}B"
    },
    Refusal("same-role", "PAIR-HELLO-ROLE", step: 2, .wrongRole) { message, exchange in
      message["hello"]["device"]["role"] = heard(1, exchange)["hello"]["device"]["role"]
    },
    Refusal("clock-behind", "PAIR-HELLO-CLOCK", step: 2, .clocks) { message, _ in
      message["hello"]["device"]["clock"] = .double(
        message["hello"]["device"]["clock"].real - 310)
    },
    Refusal("two-members", "PAIR-STEP-FORM", step: 2) { message, _ in
      message.value.extra = WireWriter.field(3, [])
    },
    Refusal("share-first", "PAIR-STEP-ORDER", step: 2) { message, _ in
      message = Message("PairingStep", ["share": [:]])
    },
    Refusal("share-of-the-identity", "PAIR-SHARE-ELEMENT", step: 4) { message, _ in
      message["share"]["share"] = .bytes([UInt8](repeating: 0, count: 32))
    },
    Refusal("share-negative", "PAIR-SHARE-ELEMENT", step: 4) { message, _ in
      message["share"]["share"] = .bytes([1] + [UInt8](repeating: 0, count: 31))
    },
    Refusal("share-of-31-bytes", "PAIR-SHARE-ELEMENT", step: 4) { message, _ in
      message["share"]["share"] = .bytes(Array(message["share"]["share"].data.dropLast()))
    },
    Refusal("its-own-share", "PAIR-SHARE-REFLECTED", step: 4) { message, exchange in
      message["share"]["share"] = heard(3, exchange)["share"]["share"]
    },
    Refusal("its-own-data", "PAIR-SHARE-DATA", step: 4) { message, exchange in
      message["share"]["associated_data"] = heard(3, exchange)["share"]["associated_data"]
    },
    Refusal("no-data", "PAIR-SHARE-DATA", step: 4) { message, _ in
      message["share"]["associated_data"] = .absent
    },
    Refusal("wrong-proof", "PAIR-PROOF-FIRST", step: 6, .wrongCode) { message, _ in
      message["proof"]["tag"] = .bytes([UInt8](repeating: 0, count: 64))
    },
    Refusal("its-own-proof", "PAIR-PROOF-TAG", step: 6, .wrongCode) { message, exchange in
      message["proof"]["tag"] = heard(5, exchange)["proof"]["tag"]
    },
    Refusal("proof-of-63-bytes", "PAIR-PROOF-TAG", step: 6) { message, _ in
      message["proof"]["tag"] = .bytes(Array(message["proof"]["tag"].data.dropLast()))
    },
  ]

  private static let others = [
    Case("pairing/joining/becomes-a-pair", "PAIR-KEY-PROOFS", needs: [.owner]) { stage in
      let joining = try Joining(stage)
      try joining.run(until: 8)
    },
    Case("pairing/joining/several-versions-ascending", "PAIR-HELLO-VERSIONS", needs: [.owner]) {
      stage in
      try Joining(stage).run(until: 1)
    },
    Case("pairing/joining/code-is-bound-to-the-connection", "PAIR-SHARE-CHANNEL", needs: [.owner]) {
      stage in
      try Joining(stage).run(until: 5)
    },
    Case("pairing/joining/no-commit-without-a-yes", "PAIR-REFUSAL-STATUS", needs: [.owner]) {
      stage in
      let joining = try Joining(stage)
      try joining.run(until: 6)
      try joining.expect("verified")
      try joining.owner.send(["approve": .flag(stage.mends)])
      try joining.expectOver()
      try joining.expectRefusal(.declined)
    },
    Case("pairing/joining/no-window-meanwhile", "PAIR-WINDOW-ONE", needs: [.owner]) { stage in
      let joining = try Joining(stage)
      try joining.run(until: 2)
      try joining.expect("reached")
      try stage.expectNoOpening("busy")
    },
    Case("pairing/joining/hears-that-the-code-was-wrong", "PAIR-REFUSAL-STATUS", needs: [.owner]) {
      stage in
      let joining = try Joining(stage)
      try joining.run(until: 4, typing: "271829")
      do {
        try joining.pairing.run(until: stage.mends ? 4 : 5)
      } catch let flaw as PairingFlaw where flaw.clause == "PAIR-PROOF-TAG" {
        try joining.pairing.refuse(.wrongCode)
        try joining.expectRefusal(.wrongCode)
        return
      }
      throw Deviation(expected: "the proof of another code", observed: "the right one")
    },
  ]

  /// What the node asks to finish the pair.
  private static func finish(_ joining: Joining, afterRestart isNew: Bool = false) throws {
    let incarnation = joining.pairing.exchange.peer?.incarnation
    try joining.device.accept("dyad.v1.Trust/Confirm") { request in
      // A node that was started again writes under another incarnation.
      try Deviation.unless(
        isNew || request["incarnation"].word == incarnation, "the incarnation that M1 told",
        "another incarnation")
      return Message(
        "ConfirmResponse", ["incarnation": .unsigned(joining.device.incarnation)])
    }
  }

  private static let halves = [
    Case("pairing/joining/confirms", "PAIR-CONFIRM-FINISH", needs: [.owner]) { stage in
      let joining = try Joining(stage)
      try joining.run(until: 8)
      try joining.pairing.call.end(0)
      try finish(joining)
      try joining.expect("paired")
    },
    Case("pairing/joining/confirms-without-m8", "PAIR-CONFIRM-FINISH", needs: [.owner]) { stage in
      let joining = try Joining(stage)
      try joining.run(until: 7)
      joining.pairing.call.stream.link.close()
      try finish(joining)
      try joining.expect("paired")
    },
    Case("pairing/joining/stored-before-m7", "PAIR-COMMIT-STORE", needs: [.owner, .restart]) {
      stage in
      let joining = try Joining(stage)
      try joining.run(until: 7)
      try stage.node().restart(kill: true)
      try finish(joining, afterRestart: true)
    },
    Case("pairing/joining/takes-confirm-while-pending", "PAIR-CONFIRM-FINISH", needs: [.owner]) {
      stage in
      let joining = try Joining(stage)
      try joining.run(until: 7)
      joining.pairing.call.stream.link.close()
      try joining.device.expectPeer()
    },
  ]
}
