internal import ConformanceKit
internal import ConformanceWire

/// What is no step, comes in another's place, or is of another exchange.
enum StepCases {
  static let all = orders + forms + replays + others

  private static func turn(
    _ name: String, _ step: Int, _ other: @escaping @Sendable (Message, PairingExchange) -> Message
  ) -> Case {
    BrokenStep("order/\(name)", "PAIR-STEP-ORDER", step: step) { message, exchange in
      message = other(message, exchange)
    }.asCase
  }

  private static let orders = [
    turn("share-first", 1) { _, _ in
      Message("PairingStep", ["share": ["share": .bytes([UInt8](repeating: 0, count: 32))]])
    },
    turn("hello-again", 3) { _, exchange in
      PairingSteps.hello(
        versions: [1], nonce: [UInt8](repeating: 7, count: 32), exchange.device)
    },
    turn("proof-without-a-share", 3) { _, _ in
      PairingSteps.proof([UInt8](repeating: 0, count: 64))
    },
    turn("commit-without-a-proof", 5) { message, exchange in
      guard let keys = exchange.keys, let peer = exchange.peer else { return message }
      return PairingSteps.commit(
        of: .guest, roleOfA: exchange.device.role, roleOfB: peer.role, tag: keys.commit(of: .guest))
    },
    turn("share-again", 5) { _, exchange in
      Message("PairingStep", ["share": ["share": .bytes([UInt8](repeating: 0, count: 32))]])
    },
    turn("proof-again", 7) { message, exchange in
      (exchange.keys?.proof(of: .guest)).map { PairingSteps.proof($0) } ?? message
    },
    turn("commitment-of-the-other-side", 7) { message, _ in
      Message("PairingStep", ["committed": message["commit"]])
    },
  ]

  /// What is no step, made of one that is.
  private static let shapes: [(name: String, bytes: @Sendable ([UInt8]) -> [UInt8])] = [
    ("no member", { _ in [] }),
    ("no known member", { _ in WireWriter.field(1_000, [1, 2, 3]) }),
    ("no message", { $0 + [0xFF] }),
    ("cut short", { $0.dropLast() }),
    ("two members", { $0 + WireWriter.field(3, []) }),
    ("a member twice", { $0 + $0 }),
  ]

  private static func form(
    _ name: String, _ shapes: [(name: String, bytes: @Sendable ([UInt8]) -> [UInt8])]
  ) -> Case {
    Case("pairing/refuses/form/\(name)", "PAIR-STEP-FORM") { stage in
      let (device, code) = try stage.window()
      for shape in shapes {
        try shape.name.told {
          let call = try device.exchange(code: code)
          try call.run(until: 1) { _, message in
            stage.mends ? message.encoded() : shape.bytes(message.encoded())
          }
          try call.expectRefusal(.malformed)
        }
      }
    }
  }

  private static let forms = [
    form("no-step", shapes),
    form("too-long", [("one byte more", { filled($0, to: PairingSteps.mostBytes + 1) })]),
  ]

  /// A message with a field that nobody knows, of so many bytes in all.
  static func filled(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    // Two bytes name the field, two say how long it is.
    bytes + WireWriter.field(1_000, [UInt8](repeating: 0, count: count - bytes.count - 4))
  }

  /// Steps of an earlier exchange with the same device and code: what they say, and of which clause.
  private static let replays = [
    (3, "share", "PAIR-SHARE-DATA", PairingRefusal.malformed),
    (5, "proof", "PAIR-PROOF-TAG", .wrongCode),
    (7, "commit", "PAIR-COMMIT-TAG", .malformed),
  ].map { step, name, clause, word in
    Case("pairing/refuses/replay/\(name)", clause) { stage in
      let (device, code) = try stage.window()
      let first = try device.exchange(code: code)
      var said: [Int: [UInt8]] = [:]
      try first.run(until: 6) { number, message in
        said[number] = message.encoded()
        return message.encoded()
      }
      said[7] = first.exchange.next?.encoded()
      try first.send([])
      try first.expectRefusal(.malformed)
      let second = try device.exchange(code: code)
      try second.run(sending: said[step] ?? [], inPlaceOf: step)
      try second.expectRefusal(word)
    }
  }

  private static let others = [
    Case("pairing/refuses/hello/own-id", "PAIR-HELLO-DEVICE") { stage in
      let (device, code) = try stage.window()
      let first = try device.exchange(code: code)
      try first.run(until: 2)
      let id = first.exchange.peer?.id ?? ""
      let call = try device.exchange(code: code)
      try call.run(breaking: 1) { message, _ in message["hello"]["device"]["id"] = .text(id) }
      try call.expectRefusal(.malformed)
    },
    Case("pairing/refuses/step-after-a-refusal", "PAIR-STEP-LAST") { stage in
      let (device, code) = try stage.window()
      let call = try device.exchange(code: code)
      try call.send([])
      do {
        try call.send(call.exchange.next?.encoded() ?? [])
      } catch WireError.closed {
        // It has ended the call already.
      }
      try call.expectRefusal(.malformed)
    },
    Case("pairing/refuses/code/wrong", "PAIR-GUESS-WRONG") { stage in
      let (device, code) = try stage.window()
      let call = try device.exchange(code: stage.mends ? code : stage.wrong(code))
      try call.run(until: 5)
      try call.expectRefusal(.wrongCode)
    },
    Case("pairing/refuses/code/of-an-earlier-window", "PAIR-CODE-DIGITS", needs: [.owner]) {
      stage in
      let (device, old) = try stage.window()
      let new = try stage.node().pairingCode(digits: 8)
      let call = try device.exchange(code: stage.mends ? new : old)
      try call.run(until: 5)
      try call.expectRefusal(.wrongCode)
    },
  ]
}
