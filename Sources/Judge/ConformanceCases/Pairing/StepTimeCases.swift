internal import ConformanceKit
internal import ConformanceWire

/// How long a node that shows the code waits for each step.
enum StepTimeCases {
  /// Sets the clock ahead until the call has ended, and sees why.
  private static func expectExpiry(
    of call: PairingCall, after seconds: Double, _ stage: Stage
  ) throws {
    // The node may begin to wait a moment after it has spoken.
    for _ in 1...4 {
      try stage.node().advanceClock(seconds)
      do {
        let refused = try call.end(by: Deadline(after: .milliseconds(300)))
        try Deviation.unless(refused.isRefusal(.expired), "the refusal expired", "\(refused)")
        return
      } catch WireError.silence {
        continue
      }
    }
    throw Deviation(
      expected: "the refusal expired after \(seconds) seconds", observed: "nothing came")
  }

  private static func late(_ name: String, step: Int, seconds: Double) -> Case {
    Case("pairing/time/\(name)", "PAIR-STEP-TIME", needs: [.owner, .clock]) { stage in
      let code = try stage.node().pairingCode(seconds: 600)
      let device = try stage.stranger()
      let call = try device.exchange(code: code)
      try call.run(until: step - 1)
      try expectExpiry(of: call, after: seconds, stage)
      // The window is open all the same.
      try device.exchange(code: code).run(until: 2)
    }
  }

  private static func slow(_ name: String, step: Int, seconds: Double) -> Case {
    Case("pairing/time/\(name)", "PAIR-STEP-TIME", needs: [.owner, .clock]) { stage in
      let code = try stage.node().pairingCode(seconds: 600)
      let call = try stage.stranger().exchange(code: code)
      try call.run(until: step - 1)
      try stage.node().advanceClock(seconds)
      try call.run(until: step + 1)
    }
  }

  static let all = [
    late("hello-after-ten-seconds", step: 1, seconds: 11),
    late("proof-after-ten-seconds", step: 5, seconds: 11),
    late("commit-after-two-minutes", step: 7, seconds: 121),
    slow("share-after-nine-minutes", step: 3, seconds: 540),
    slow("proof-after-eight-seconds", step: 5, seconds: 8),
    slow("commit-after-nearly-two-minutes", step: 7, seconds: 110),
  ]
}
