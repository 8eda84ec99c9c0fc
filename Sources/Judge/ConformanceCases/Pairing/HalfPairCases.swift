internal import ConformanceKit
internal import ConformanceWire

/// What is stored when, and how the last step is made up for.
enum HalfPairCases {
  static let all = cuts + halves + lapses

  private static let cuts =
    [2, 4, 6].map { last in
      Case("pairing/half/no-pair-when-cut-after-m\(last)", "PAIR-COMMIT-STORE") { stage in
        let (device, code) = try stage.window()
        let call = try device.exchange(code: code)
        try call.run(until: stage.mends ? 8 : last)
        if !stage.mends { try call.call.cancel() }
        try CallRefused.expectStranger { try device.expectPeer() }
      }
    } + [
      Case("pairing/half/no-pair-by-a-wrong-commit", "PAIR-COMMIT-STORE") { stage in
        let (device, code) = try stage.window()
        let call = try device.exchange(code: code)
        try call.run(breaking: 7) { message, _ in
          message["commit"]["tag"] = .bytes([UInt8](repeating: 0, count: 64))
        }
        if stage.mends { _ = try call.call.receive() } else { try call.expectRefusal(.malformed) }
        try CallRefused.expectStranger { try device.expectPeer() }
      },
      Case(
        "pairing/half/cut-leaves-the-pair-there-was", "PAIR-COMMIT-STORE", of: .phone,
        needs: [.owner]
      ) { stage in
        let device = try stage.pairedDevice()
        let call = try device.exchange(code: stage.node().pairingCode())
        try call.run(until: 6)
        try call.call.cancel()
        try device.expectPeer()
      },
      Case("pairing/half/stored-before-m8", "PAIR-COMMIT-STORE", needs: [.restart]) { stage in
        let device = try stage.halfPair()
        try stage.node().restart(kill: true)
        try device.expectPeer()
      },
    ]

  private static let halves = [
    Case("pairing/half/finished-by-confirm", "PAIR-CONFIRM-FINISH") { stage in
      let (device, code) = try stage.window()
      let call = try device.becomeHalfPair(code: code)
      call.call.stream.link.close()
      let told = try device.connect().confirm(incarnation: device.incarnation)
      try Deviation.unless(
        told == call.exchange.peer?.incarnation, "the incarnation that M2 told",
        "another incarnation")
    },
    Case("pairing/half/confirmed-again", "PAIR-CONFIRM-FINISH") { stage in
      let device = try stage.halfPair()
      let told = try (1...3).map { _ in
        try device.connect().confirm(incarnation: device.incarnation)
      }
      try Deviation.unless(Set(told).count == 1, "the same answer again", "another incarnation")
    },
    Case("pairing/half/no-session-before-confirm", "PAIR-HALF-PENDING", of: .phone) { stage in
      let (device, code) = try stage.window()
      try device.becomeHalfPair(code: code)
      let call = try Call.start(device.connect().link, "dyad.v1.Sync/Session")
      guard case .end(let end) = try call.receive(), end.code == 14 else {
        throw Deviation(
          expected: "the session to fail with UNAVAILABLE",
          observed: "it goes on, or fails otherwise")
      }
    },
    Case("pairing/half/session-after-confirm", "PAIR-CONFIRM-FINISH", of: .phone) { stage in
      let device = try stage.halfPair()
      try device.expectPeer()
      try Peer(device, stage.scene).ready().end()
    },
    Case("pairing/half/watch-confirms-before-its-session", "PAIR-HALF-PENDING", of: .watch) {
      stage in
      let device = try stage.halfPair()
      let call = try Call.accept(device.acceptLink())
      try Deviation.unless(
        call.method == "dyad.v1.Trust/Confirm", "a call of Trust/Confirm", call.method)
      try device.answer(call)
      let session = try Peer(device, stage.scene).open()
      _ = try session.expect("hello")
    },
  ]

  /// The state of the node's only peer, as its owner is told.
  private static func state(_ owner: LocalCaller) throws -> Int64 {
    try owner.call("PairingControl/ListPeers")["peers"][0]["state"].number
  }

  private static let pending = 2 as Int64

  private static let lapses = [
    Case("pairing/half/given-up-after-ten-minutes", "PAIR-HALF-LAPSE", needs: [.owner, .clock]) {
      stage in
      let (device, code) = try stage.window()
      // Where nobody can be called, nothing but the time ends it.
      try device.becomeHalfPair(code: code) { $0.port = 0 }
      try stage.node().advanceClock(601)
      let owner = try stage.node().judgedOwner()
      let deadline = stage.scene.deadline
      while try state(owner) == pending {
        try Deviation.unless(
          !deadline.isOver, "no pending peer after 601 seconds", "a pending peer")
      }
      try device.expectAlert("certificate revoked")
    },
    Case("pairing/half/not-given-up-before", "PAIR-HALF-LAPSE", needs: [.owner, .clock]) { stage in
      let (device, code) = try stage.window()
      // Where nobody can be called, nothing but the time ends it.
      try device.becomeHalfPair(code: code) { $0.port = 0 }
      try stage.node().advanceClock(590)
      try device.expectPeer()
    },
  ]
}
