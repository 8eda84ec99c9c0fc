internal import ConformanceKit

/// What is spent stays so, and locks the node in the end.
enum LockCases {
  private static func spend(_ count: Int, _ stage: Stage, _ device: Device) throws {
    for _ in 0..<count { try stage.spend(device, stage.node().pairingCode()) }
  }

  private static func expectOpening(_ stage: Stage) throws {
    let (_, call, _) = try stage.judgedWindow()
    try call.cancel()
  }

  static let all = [
    Case("pairing/lock/not-after-two", "PAIR-GUESS-LOCK", needs: [.owner]) { stage in
      try spend(2, stage, stage.stranger())
      try expectOpening(stage)
    },
    Case("pairing/lock/a-minute-after-three", "PAIR-GUESS-LOCK", needs: [.owner, .clock]) {
      stage in
      try spend(3, stage, stage.stranger())
      try stage.expectNoOpening("locked")
      try stage.node().advanceClock(50)
      try stage.expectNoOpening("locked")
      try stage.node().advanceClock(11)
      try expectOpening(stage)
    },
    Case("pairing/lock/five-minutes-after-four", "PAIR-GUESS-LOCK", needs: [.owner, .clock]) {
      stage in
      let (node, device) = (try stage.node(), try stage.stranger())
      try spend(3, stage, device)
      try node.advanceClock(61)
      try spend(1, stage, device)
      try node.advanceClock(290)
      try stage.expectNoOpening("locked")
      try node.advanceClock(11)
      try expectOpening(stage)
    },
    Case("pairing/lock/half-an-hour-after-five", "PAIR-GUESS-LOCK", needs: [.owner, .clock]) {
      stage in
      let (node, device) = (try stage.node(), try stage.stranger())
      try spend(3, stage, device)
      for pause in [61.0, 301] {
        try node.advanceClock(pause)
        try spend(1, stage, device)
      }
      try node.advanceClock(1_790)
      try stage.expectNoOpening("locked")
      try node.advanceClock(11)
      try expectOpening(stage)
    },
    Case("pairing/lock/for-good-after-ten", "PAIR-GUESS-LOCK", needs: [.owner, .clock]) { stage in
      let (node, device) = (try stage.node(), try stage.stranger())
      try spend(3, stage, device)
      for pause in [61.0, 301] + [Double](repeating: 1_801, count: 5) {
        try node.advanceClock(pause)
        try spend(1, stage, device)
      }
      try node.advanceClock(2 * 86_400)
      try stage.expectNoOpening("locked")
      try node.owner("PairingControl/Unlock")
      try expectOpening(stage)
    },
    Case("pairing/lock/a-right-proof-ends-the-row", "PAIR-GUESS-LOCK", needs: [.owner]) { stage in
      let device = try stage.stranger()
      try spend(2, stage, device)
      let right = try device.exchange(code: stage.node().pairingCode())
      try right.run(until: 6)
      try right.send([])
      try right.expectRefusal(.malformed)
      try spend(2, stage, device)
      try expectOpening(stage)
    },
    Case("pairing/lock/ended-by-the-owner", "PAIR-GUESS-LOCK", needs: [.owner]) { stage in
      let device = try stage.stranger()
      try spend(3, stage, device)
      try stage.expectNoOpening("locked")
      try stage.node().owner("PairingControl/Unlock")
      try spend(2, stage, device)
      try expectOpening(stage)
    },
    Case("pairing/lock/spent-codes-outlive-the-node", "PAIR-GUESS-KEPT", needs: [.owner, .restart])
    { stage in
      try spend(3, stage, stage.stranger())
      try stage.node().restart(kill: true)
      try stage.expectNoOpening("locked")
    },
    Case("pairing/lock/open-guess-counts-as-wrong", "PAIR-GUESS-KEPT", needs: [.owner, .restart]) {
      stage in
      let device = try stage.stranger()
      try spend(2, stage, device)
      let third = try device.exchange(code: stage.node().pairingCode())
      try third.run(until: 4)
      try stage.node().restart(kill: true)
      try stage.expectNoOpening("locked")
    },
  ]
}
