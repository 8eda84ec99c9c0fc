internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// A watch's floor that moves, and what leaves the watch then.
enum HeldWindowCases {
  static let all = [
    Case(
      "sharing/window/forward-takes-known-along", "SYNC-FLOOR-MOVES", of: .watch, needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      try peer.tell { [peer.refill([], claiming: peer.vector)] }
      let floor = try stage.node().setWindow(86_400)
      let hello = try peer.begin().introduction
      let known = try KnownFrom(hello["known"])
      try Deviation.unless(
        hello["floor"].real == floor && known.others == floor,
        "the floor that was set, and a known-from that went along",
        hello["floor"].real == floor ? "another known-from" : "another floor")
    },
    Case("sharing/window/back-leaves-known", "SYNC-FLOOR-MOVES", of: .watch, needs: [.owner]) {
      stage in
      let peer = try stage.peer()
      try peer.tell { [peer.refill([], claiming: peer.vector)] }
      let before = peer.floor
      let floor = try stage.node().setWindow(90 * 86_400)
      let hello = try peer.begin().introduction
      let known = try KnownFrom(hello["known"])
      try Deviation.unless(
        hello["floor"].real == floor && floor < before && known.others == before,
        "the floor that was set, and the known-from as it was",
        hello["floor"].real == floor ? "another known-from" : "another floor")
    },
    Case("sharing/window/back-in-a-session", "SYNC-FLOOR-MOVES", of: .watch, needs: [.owner]) {
      stage in
      let (peer, session) = try stage.ready()
      let before = peer.view
      let floor = try stage.node().setWindow(90 * 86_400)
      let hello = try session.expect("hello", passing: ["acknowledgement", "compare", "questions"])
      try Deviation.unless(
        hello["view"].word != before && hello["floor"].real == floor,
        "a hello with a new view and the floor that was set", "the view or floor before")
    },
    Case("sharing/window/back-and-refilled", "SYNC-REFILL-APPLY", of: .watch, needs: [.owner]) {
      stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate(at: peer.floor - 86_400)
      try peer.deliver(peer.batch([sample]), in: session)
      try session.end()
      _ = try stage.node().setWindow(90 * 86_400)
      try peer.tell { [peer.refill([sample], claiming: peer.vector)] }
      try peer.look().expect([sample], "what the floor kept away, once it is refilled")
    },
    Case("sharing/window/forward-prunes", "SYNC-PRUNE-COVERED", of: .watch, needs: [.owner]) {
      stage in
      let (peer, samples) = try filled(stage)
      _ = try stage.node().setWindow(86_400)
      try peer.tell { [] }
      try peer.look().expect([samples[1]], "what the receipt covers is dropped below the floor")
    },
    Case("sharing/window/no-receipt-keeps", "SYNC-PRUNE-COVERED", of: .watch, needs: [.owner]) {
      stage in
      let (peer, samples) = try filled(stage)
      // The phone was restored: its vector covers less, and that is the receipt from now on.
      peer.lose(samples)
      try peer.open().greeted(by: peer)
      _ = try stage.node().setWindow(86_400)
      try peer.look().expect(samples, "what no receipt covers stays, also below the floor")
    },
    Case("sharing/window/receipt-is-replaced", "SYNC-RECEIPT-SESSION", of: .watch, needs: [.owner])
    { stage in
      let (peer, samples) = try filled(stage)
      try peer.tell { [] }
      peer.lose([samples[0]])
      try peer.open().greeted(by: peer)
      _ = try stage.node().setWindow(86_400)
      try peer.look().expect(
        samples, "a receipt that covers less holds in place of the earlier one")
    },
    Case("sharing/window/between-sessions", "SYNC-RECEIPT-SESSION", of: .watch, needs: [.owner]) {
      stage in
      let (peer, samples) = try filled(stage)
      try peer.tell { [] }
      // The phone is restored while the watch is alone, whose window moves on meanwhile.
      _ = try stage.node().setWindow(86_400)
      peer.lose(samples)
      try peer.look().expect(
        samples, "what the watch held when it was alone, whatever earlier sessions acknowledged")
    },
    Case("sharing/window/settings-before-the-welcome", "SYNC-RECEIPT-SESSION", of: .watch) {
      stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [peer.batch([rate, sleep])] }
      try peer.tell { [] }
      // A phone that was restored to before both, and to a record without sleep.
      peer.lose([rate, sleep])
      peer.decide(["types": [.text(Sample.heartRateType)]])
      peer.forget()
      let session = try peer.ready()
      while try peer.heardSamples.count < 2 {
        try peer.take(try session.hear("both samples, also that out of scope"), in: session)
      }
      try Deviation.unless(
        peer.rows[sleep.dot] == sleep,
        "what left the scope in this session, and only an earlier session acknowledged",
        "another sample")
    },
    Case("sharing/window/acknowledgement-prunes", "SYNC-RECEIPT-PRUNE", of: .watch, needs: [.owner])
    { stage in
      let (peer, samples) = try filled(stage)
      peer.lose(samples)
      try peer.open().greeted(by: peer)
      _ = try stage.node().setWindow(86_400)
      // Asked for everything, the watch tells both; what acknowledges them is a receipt.
      try peer.look().expect(samples, "what the phone was restored without")
      try peer.look().expect([samples[1]], "what is below the floor, dropped by the receipt")
    },
    Case("sharing/window/foreign-origin", "SYNC-PRUNE-COVERED", of: .watch, needs: [.owner]) {
      stage in
      let peer = try stage.peer()
      let foreign = Sample.heartRate(Entropy.word(), 1, at: peer.floor + 86_400)
      try peer.tell { [peer.batch([foreign])] }
      peer.lose([foreign])
      try peer.open().greeted(by: peer)
      _ = try stage.node().setWindow(86_400)
      try peer.look().expect([foreign], "what a third node saved stays without a receipt, too")
    },
    Case("sharing/window/own-samples", "SYNC-PRUNE-COVERED", of: .watch, needs: [.owner]) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate(at: peer.floor + 86_400)
      try stage.node().save(sample)
      _ = try stage.node().setWindow(86_400)
      let held = try peer.look()
      try Deviation.unless(
        held.rows.values.map(\.uuid) == [sample.uuid],
        "what an app saved and the phone does not have, told from below the floor",
        "\(held.rows.count) samples")
      try peer.look().expect([], "dropped once the phone has it")
    },
    Case(
      "sharing/window/dropping-is-no-deletion", "SYNC-PRUNE-COVERED", of: .watch, needs: [.owner]
    ) { stage in
      let (peer, _) = try filled(stage)
      _ = try stage.node().setWindow(86_400)
      try peer.tell { [] }
      let held = try peer.look()
      try Deviation.unless(
        held.deaths.isEmpty && held.rows.count == 1, "one sample left, and no death told",
        "\(held.rows.count) samples and \(held.deaths.count) deaths")
    },
    Case("sharing/window/dropped-comes-back", "SYNC-REFILL-APPLY", of: .watch, needs: [.owner]) {
      stage in
      let (peer, samples) = try filled(stage)
      _ = try stage.node().setWindow(86_400)
      try peer.tell { [] }
      _ = try stage.node().setWindow(90 * 86_400)
      try peer.tell { [peer.refill([samples[0]], claiming: peer.vector)] }
      try peer.look().expect(samples, "what was dropped, refilled when the floor moved back")
    },
    Case("sharing/window/dropped-then-dead", "SYNC-REFILL-APPLY", of: .watch, needs: [.owner]) {
      stage in
      let (peer, samples) = try filled(stage)
      _ = try stage.node().setWindow(86_400)
      try peer.tell { [peer.burial([samples[0]])] }
      _ = try stage.node().setWindow(90 * 86_400)
      try peer.tell { [peer.refill([samples[0]], claiming: peer.vector)] }
      let held = try peer.look()
      try held.expect([samples[1]], "what died after it was dropped stays dead in a refill")
      try held.expectDeaths(of: [samples[0]], "the death, passed on")
    },
    Case("sharing/window/out-of-scope", "SYNC-PRUNE-COVERED", of: .watch) { stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [peer.batch([rate, sleep])] }
      peer.decide(["types": [.text(Sample.heartRateType)]])
      try peer.tell { [] }
      try peer.look().expect(
        [rate], "a type that left the scope is dropped as the receipt covers it")
    },
    Case("sharing/window/out-of-scope-without-receipt", "SYNC-PRUNE-COVERED", of: .watch) { stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [peer.batch([rate, sleep])] }
      peer.lose([sleep])
      try peer.open().greeted(by: peer)
      peer.decide(["types": [.text(Sample.heartRateType)]])
      peer.forget()
      let session = try peer.ready()
      while try peer.heardSamples.count < 2 {
        try peer.take(try session.hear("both samples, also that out of scope"), in: session)
      }
      try Deviation.unless(
        peer.rows[sleep.dot] == sleep, "of a type that left the scope what no receipt covers",
        "another sample")
    },
    Case("sharing/window/moves-with-time", "SYNC-FLOOR-MOVES", of: .watch, needs: [.owner, .clock])
    { stage in
      let peer = try stage.peer()
      try peer.tell { [peer.refill([], claiming: peer.vector)] }
      let before = peer.floor
      try stage.node().advanceClock(3 * 86_400)
      // Setting what is set already makes it look at the clock now.
      let floor = try stage.node().setWindow(7 * 86_400)
      let hello = try peer.begin().introduction
      let known = try KnownFrom(hello["known"])
      try Deviation.unless(
        hello["floor"].real == floor && floor >= before + 3 * 86_400 && known.others == floor,
        "a floor that went with the clock, and took the known-from along",
        "a floor \(hello["floor"].real - before) s after the one before")
    },
  ]

  /// A watch that holds a sample of three days ago and one of a moment ago, and a phone that holds both.
  private static func filled(_ stage: Stage) throws -> (Peer, [Sample]) {
    let peer = try stage.peer()
    let samples = [peer.heartRate(secondsAgo: 3 * 86_400), peer.heartRate()]
    try peer.tell { [peer.batch(samples)] }
    return (peer, samples)
  }
}

extension Session {
  /// Says welcome with what the phone covers, and ends before the watch's samples are taken in.
  fileprivate func greeted(by peer: Peer) throws {
    try peer.welcome(self)
    // Its answer shows that the welcome was processed.
    _ = try expect("batch", passing: ["acknowledgement", "compare", "questions"])
    link.close()
  }
}
