internal import ConformanceKit
internal import ConformanceWire

/// How long deaths are remembered, and what becomes of those who were away.
enum TombstoneCases {
  private static let year = 366 * 86_400.0

  static let all = [
    Case(
      "sharing/tombstone/watch-waits-for-its-phone", "SYNC-TOMBSTONE-WATCH", of: .watch,
      needs: [.owner, .clock]
    ) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      try stage.node().delete(samples[0])
      // Ten years in which the phone acknowledges nothing.
      for _ in 0..<10 { try stage.node().advanceClock(year) }
      // It lets go of what is due when it is told of its window, too.
      _ = try stage.node().setWindow(20 * year)
      let held = try peer.look()
      try held.expectDeaths(of: [samples[0]], "a death that the phone never acknowledged")
    },
    Case(
      "sharing/tombstone/outlives-its-acknowledgement", "SYNC-TOMBSTONE-KEEP",
      needs: [.owner, .clock]
    ) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      let before = peer.cursor
      try stage.node().delete(samples[0])
      try peer.ready().settled(by: peer)
      try stage.node().advanceClock(86_400)
      // The phone or watch was restored to the day before.
      peer.cursor = before
      peer.rows[samples[0].dot] = samples[0]
      try peer.ready().settled(by: peer)
      let told = try peer.heardDeaths.map(\.dot)
      try Deviation.unless(
        told == [samples[0].dot], "the death again, a day after it was acknowledged",
        "\(told.count) deaths")
    },
    Case(
      "sharing/tombstone/retention-begins-anew", "SYNC-TOMBSTONE-KEEP", of: .watch,
      needs: [.owner, .clock]
    ) { stage in
      let (peer, sample, before) = try acknowledgedDeath(stage)
      // The phone was restored to before the death, backed up after a year, and restored to that.
      for _ in 0..<2 { try expectDeath(of: sample, after: before, stage, peer) }
    },
    Case(
      "sharing/tombstone/another-life", "SYNC-TOMBSTONE-LIFE", of: .watch, needs: [.owner, .clock]
    ) { stage in
      let (peer, sample, before) = try acknowledgedDeath(stage)
      // The phone was restored to before the death, backed up after a year, and brought back to where it was:
      // the watch sees no more of it than that it writes under another incarnation.
      peer.beginAnotherLife()
      try peer.ready().settled(by: peer)
      _ = try stage.node().setWindow(20 * year)
      try expectDeath(of: sample, after: before, stage, peer)
    },
    Case("sharing/tombstone/late-duplicate", "SYNC-INSERT-APPLY", needs: [.owner, .clock]) {
      stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      try peer.tell { [peer.burial([samples[0]])] }
      try passYears(stage, peer)
      try peer.tell { [peer.batch(of: [samples[0]])] }
      let (session, introduction) = try peer.begin()
      try Deviation.unless(
        try peer.vector(of: introduction).covers(samples[0].dot), "the dead sample, covered still",
        "a vector without it")
      try session.end()
      peer.forget()
      try peer.readyWhateverServes().settled(by: peer)
      try Deviation.unless(
        peer.rows[samples[0].dot] == nil, "nothing of a sample that comes long after its death",
        "the sample")
    },
    Case(
      "sharing/tombstone/stale-watch", "SYNC-CURSOR-HORIZON", of: .phone,
      needs: [.owner, .clock]
    ) { stage in
      let peer = try stage.peer()
      let stale = try stage.peer()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell { [peer.batch([dead, kept])] }
      try stale.ready().settled(by: stale)
      try peer.tell { [peer.burial([dead])] }
      try passYears(stage, peer)
      // It was away for years and holds what died meanwhile.
      try Deviation.unless(stale.rows[dead.dot] != nil, "the sample on the other watch", "none")
      try stale.ready().settled(by: stale)
      try Deviation.unless(
        stale.rows[dead.dot] == nil && stale.rows[kept.dot] == kept,
        "a watch that was away loses what died meanwhile, and nothing else",
        "\(stale.rows.count) samples")
      try peer.look().expect([kept], "on the phone what did not die")
    },
    Case(
      "sharing/tombstone/stale-watch-brings-news", "SYNC-CURSOR-HORIZON", of: .phone,
      needs: [.owner, .clock]
    ) { stage in
      let peer = try stage.peer()
      let stale = try stage.peer()
      let (dead, own) = (peer.heartRate(70), stale.heartRate(90))
      try peer.tell { [peer.batch([dead])] }
      try stale.ready().settled(by: stale)
      try peer.tell { [peer.burial([dead])] }
      try passYears(stage, peer)
      let session = try stale.ready()
      try stale.deliver(stale.batch([own]), in: session)
      try session.end()
      try peer.look().expect([own], "what the watch saved while it was away, and not what died")
    },
    Case(
      "sharing/tombstone/cursor-behind-the-horizon", "SYNC-CURSOR-HORIZON",
      needs: [.owner, .clock]
    ) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 2)
      let before = peer.cursor
      try stage.node().delete(samples[0])
      try peer.ready().settled(by: peer)
      try passYears(stage, peer)
      // Restored to before the death.
      peer.cursor = before
      peer.rows[samples[0].dot] = samples[0]
      peer.vector.insert(samples[0].dot)
      let session = try peer.readyWhateverServes()
      try session.settled(by: peer)
      try Deviation.unless(
        peer.rows[samples[0].dot] == nil, "the death by its log or by a reconciliation",
        "the sample, alive")
    },
  ]

  /// A watch deletes a sample, which the phone acknowledges a year ago.
  ///
  /// - Returns: The phone, the sample, and the phone's cursor before that.
  private static func acknowledgedDeath(
    _ stage: Stage
  ) throws -> (peer: Peer, sample: Sample, before: Value) {
    let (peer, samples) = try LogCases.filled(stage, count: 2)
    _ = try stage.node().setWindow(20 * year)
    let before = peer.cursor
    try stage.node().delete(samples[0])
    try peer.ready().settled(by: peer)
    // It notes what is acknowledged, and lets go of what is due, when it is told of its window, too.
    _ = try stage.node().setWindow(20 * year)
    try stage.node().advanceClock(year)
    return (peer, samples[0], before)
  }

  /// Restores a phone to before a death that it acknowledged just now, and expects to be told of it.
  private static func expectDeath(
    of sample: Sample, after before: Value, _ stage: Stage, _ peer: Peer
  ) throws {
    peer.cursor = before
    peer.rows[sample.dot] = sample
    try peer.ready().settled(by: peer)
    let told = try peer.heardDeaths.map(\.dot)
    try Deviation.unless(
      told == [sample.dot], "the death again, which was acknowledged again just now",
      "\(told.count) deaths")
    _ = try stage.node().setWindow(20 * year)
  }

  /// Lets years pass in which the peer is in touch, so that every tombstone's time is over.
  private static func passYears(_ stage: Stage, _ peer: Peer) throws {
    if stage.target == .watch { _ = try stage.node().setWindow(20 * year) }
    for _ in 0..<3 {
      try stage.node().advanceClock(year)
      try peer.ready().settled(by: peer)
      if stage.target == .watch { _ = try stage.node().setWindow(20 * year) }
    }
  }
}
