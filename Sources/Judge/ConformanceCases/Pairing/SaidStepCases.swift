internal import ConformanceKit
internal import ConformanceWire

/// What a node says that shows the code; the exchange itself looks at all that the text wants of it.
enum SaidStepCases {
  /// Takes as many steps, and looks at what the node said last.
  private static func said(
    _ name: String, _ clause: String, until last: Int, needs: Set<Need> = [],
    _ look: @escaping @Sendable (PairingCall, Stage) throws -> Void = { _, _ in }
  ) -> Case {
    Case("pairing/says/\(name)", clause, needs: needs) { stage in
      let (device, code) = try stage.window()
      let call = try device.exchange(code: code)
      try call.run(until: last)
      try look(call, stage)
    }
  }

  static let all = hellos + later

  private static let hellos = [
    // The exchange looks at all that a hello has.
    said("a-hello-in-order", "PAIR-HELLO-DEVICE", until: 2),
    Case("pairing/says/the-common-version", "PAIR-HELLO-CHOICE") { stage in
      let (device, code) = try stage.window()
      let call = try device.exchange(code: code, versions: [1, 4_294_967_295])
      try call.run(until: 2)
      let chosen = try Message("PairingStep", decoding: call.exchange.heard[2] ?? [])
      try Deviation.unless(
        chosen["hello"]["versions"].items.map(\.word) == [1], "version 1", "other versions")
    },
    Case("pairing/says/another-nonce-each-time", "PAIR-HELLO-NONCE") { stage in
      let (device, code) = try stage.window()
      let nonces = try (1...3).map { _ in
        let call = try device.exchange(code: code)
        try call.run(until: 2)
        return try Message("PairingStep", decoding: call.exchange.heard[2] ?? [])["hello"]["nonce"]
      }
      try Deviation.unless(Set(nonces).count == 3, "a nonce for each exchange", "one of them again")
    },
    // A node that ran before may have changed its key since its first one.
    said("the-id-of-its-key", "PAIR-DEVICE-ID", until: 2, needs: [.restart]) { call, _ in
      let id = call.peerFingerprint.flatMap(DeviceID.init(ofKey:))?.text
      try Deviation.unless(
        call.exchange.peer?.id == id, "the id that its first key gives",
        call.exchange.peer?.id ?? "none")
    },
    said("its-role", "PAIR-HELLO-ROLE", until: 2) { call, stage in
      try Deviation.unless(
        call.exchange.peer?.role == UInt64(stage.target.rawValue),
        "the role of a \(stage.target.word)", "\(call.exchange.peer?.role ?? 0)")
    },
  ]

  private static let later = [
    said("the-hash-of-the-hellos", "PAIR-SHARE-DATA", until: 4),
    said("an-element", "PAIR-SHARE-ELEMENT", until: 4),
    Case("pairing/says/another-share-each-time", "PAIR-SHARE-ELEMENT") { stage in
      let (device, code) = try stage.window()
      let shares = try (1...2).map { _ in
        let call = try device.exchange(code: code)
        try call.run(until: 6)
        // After a right proof nothing is counted.
        try call.send([])
        try call.expectRefusal(.malformed)
        return try Message("PairingStep", decoding: call.exchange.heard[4] ?? [])["share"]["share"]
      }
      try Deviation.unless(shares[0] != shares[1], "a share for each exchange", "the same again")
    },
    said("the-right-proof", "PAIR-KEY-PROOFS", until: 6),
    said("the-proof-of-its-own-share", "PAIR-PROOF-TAG", until: 6),
    said("the-roles-agreed", "PAIR-COMMIT-TAG", until: 8),
    said("the-right-commitment", "PAIR-COMMIT-TAG", until: 8),
    Case("pairing/says/the-share-of-eight-digits", "PAIR-SHARE-GENERATOR", needs: [.owner]) {
      stage in
      let code = try stage.node().pairingCode(digits: 8)
      try stage.stranger().exchange(code: code).run(until: 6)
    },
  ]
}

/// What is unusual, and permitted.
enum TakenStepCases {
  /// A step that is changed; the node goes on to the step after the next.
  private static func takes(
    _ name: String, _ clause: String, step: Int = 1, until last: Int = 6,
    _ change: @escaping @Sendable (inout Message) -> Void
  ) -> Case {
    Case("pairing/takes/\(name)", clause) { stage in
      let (device, code) = try stage.window()
      try device.exchange(code: code).run(until: last) { number, message in
        var message = message
        if number == step { change(&message) }
        return message.encoded()
      }
    }
  }

  static let all = [
    takes("hello/sixteen-versions", "PAIR-HELLO-VERSIONS") {
      $0["hello"]["versions"] = Value([1] + (4_294_967_281...4_294_967_295 as ClosedRange<UInt64>))
    },
    takes("hello/name-of-64-characters", "PAIR-HELLO-NAME") {
      $0["hello"]["device"]["name"] = .text(String(repeating: "\u{1F49A}\u{200D}", count: 32))
    },
    takes("hello/clock-behind", "PAIR-HELLO-CLOCK") {
      $0["hello"]["device"]["clock"] = .double($0["hello"]["device"]["clock"].real - 290)
    },
    takes("hello/clock-ahead", "PAIR-HELLO-CLOCK") {
      $0["hello"]["device"]["clock"] = .double($0["hello"]["device"]["clock"].real + 299)
    },
    takes("hello/no-port", "PAIR-HELLO-DEVICE") { $0["hello"]["device"]["port"] = .absent },
    takes("hello/unknown-field", "PAIR-STEP-UNKNOWN-FIELD") {
      $0["hello"].extra = WireWriter.field(1_000, [1, 2, 3])
    },
    takes("share/unknown-field", "PAIR-STEP-UNKNOWN-FIELD", step: 3) {
      $0["share"].extra = WireWriter.field(1_000, 77)
    },
    takes("commit/unknown-field", "PAIR-STEP-UNKNOWN-FIELD", step: 7, until: 8) {
      $0.value.extra = WireWriter.field(1_000, [4])
    },
    Case("pairing/takes/form/the-longest-step", "PAIR-STEP-FORM") { stage in
      let (device, code) = try stage.window()
      try device.exchange(code: code).run(until: 6) { number, message in
        number == 1
          ? StepCases.filled(message.encoded(), to: PairingSteps.mostBytes) : message.encoded()
      }
    },
    Case("pairing/takes/certificate-of-the-past", "PAIR-TLS-KEYS") { stage in
      let (device, code) = try stage.window()
      let identity = try Identity(commonName: "somebody else", isExpired: true)
      let connection = try device.connect(as: identity)
      try connection.pair(try device.description(), code: code).run(until: 6)
    },
  ]
}
