internal import ConformanceKit
internal import ConformanceWire

/// How often somebody may guess.
enum GuessCases {
  static let all = wrong + aborted + places

  private static let wrong = [
    Case("pairing/guess/wrong-one-spends-the-code", "PAIR-GUESS-WRONG", needs: [.owner]) { stage in
      let (device, code) = try stage.window()
      try stage.spend(device, code)
      try stage.expectNoWindow()
    },
    Case("pairing/guess/others-hear-that-it-is-spent", "PAIR-GUESS-WRONG", needs: [.owner]) {
      stage in
      let (device, code) = try stage.window()
      let bystander = try stage.stranger().exchange(code: code)
      try bystander.run(until: 2)
      try stage.spend(device, code)
      try bystander.expectRefusal(.codeSpent)
    },
  ]

  private static let aborted = [
    Case("pairing/guess/third-that-broke-off-spends-the-code", "PAIR-GUESS-ABORT") { stage in
      let (device, code) = try stage.window()
      let bystander = try stage.stranger().exchange(code: code)
      try bystander.run(until: 2)
      try device.exchangePastShare(code: code).call.cancel()
      try device.exchangePastShare(code: code).call.stream.link.close()
      let third = try device.exchangePastShare(code: code)
      try third.send([])
      try third.expectRefusal(.malformed)
      try bystander.expectRefusal(.codeSpent)
    },
    Case("pairing/guess/third-share-that-is-none-spends-the-code", "PAIR-GUESS-ABORT") { stage in
      let (device, code) = try stage.window()
      let bystander = try stage.stranger().exchange(code: code)
      try bystander.run(until: 2)
      for _ in 1...3 {
        let call = try device.exchange(code: code)
        try call.run(until: 2)
        try call.send([])
        try call.expectRefusal(.malformed)
      }
      try bystander.expectRefusal(.codeSpent)
    },
    Case("pairing/guess/two-that-broke-off-do-not", "PAIR-GUESS-ABORT") { stage in
      let (device, code) = try stage.window()
      for _ in 1...2 { try device.exchangePastShare(code: code).call.cancel() }
      let call = try device.exchangePastShare(code: code)
      try call.run()
    },
    Case("pairing/guess/nothing-before-the-third-step-counts", "PAIR-GUESS-ABORT") { stage in
      let (device, code) = try stage.window()
      for _ in 1...4 {
        let call = try device.exchange(code: code)
        try call.run(until: 2)
        try call.call.cancel()
      }
      try device.exchange(code: code).run()
    },
    Case("pairing/guess/nothing-after-a-right-one-counts", "PAIR-GUESS-RIGHT") { stage in
      let (device, code) = try stage.window()
      for _ in 1...4 {
        let call = try device.exchange(code: code)
        try call.run(until: 6)
        try call.send([])
        try call.expectRefusal(.malformed)
      }
      try device.exchange(code: code).run()
    },
  ]

  private static let places = [
    Case("pairing/guess/one-is-judged-at-a-time", "PAIR-GUESS-ONE") { stage in
      let (device, code) = try stage.window()
      let first = try device.exchange(code: code)
      try first.run(until: 4)
      let second = try stage.stranger().exchange(code: code)
      try second.run(until: 3)
      try second.expectRefusal(.busy)
      try first.run()
    },
    Case("pairing/guess/who-was-busy-made-no-attempt", "PAIR-GUESS-ONE") { stage in
      let (device, code) = try stage.window()
      let first = try device.exchange(code: code)
      try first.run(until: 4)
      let other = try stage.stranger()
      for _ in 1...4 {
        let second = try other.exchange(code: code)
        try second.run(until: 3)
        try second.expectRefusal(.busy)
      }
      try first.run()
    },
    Case("pairing/guess/one-place-for-each-key", "PAIR-GUESS-PLACES") { stage in
      let (device, code) = try stage.window()
      let first = try device.exchange(code: code)
      try first.run(until: 2)
      let second = try device.exchange(code: code)
      try second.run(until: 2)
      try first.expectRefusal(.busy)
      try second.run()
    },
    Case("pairing/guess/eight-places", "PAIR-GUESS-PLACES") { stage in
      let (_, code) = try stage.window()
      let calls = try (1...8).map { _ in
        let call = try stage.stranger().exchange(code: code)
        try call.run(until: 2)
        return call
      }
      try calls[0].run()
    },
    Case("pairing/guess/ninth-takes-the-place-of-the-first", "PAIR-GUESS-PLACES") { stage in
      let (_, code) = try stage.window()
      let calls = try (1...9).map { _ in
        let call = try stage.stranger().exchange(code: code)
        try call.run(until: 2)
        return call
      }
      try calls[0].expectRefusal(.busy)
      try calls[1].run()
    },
    Case("pairing/guess/who-is-judged-keeps-the-place", "PAIR-GUESS-PLACES") { stage in
      let (device, code) = try stage.window()
      let first = try device.exchange(code: code)
      try first.run(until: 4)
      for _ in 1...8 { try stage.stranger().exchange(code: code).run(until: 2) }
      try first.run()
    },
  ]
}
