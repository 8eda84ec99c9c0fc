internal import ConformanceKit
internal import ConformanceWire

/// What a watch does not know, and how the phone fills it in.
enum RefillCases {
  static let all = [
    Case("sharing/refill/sent", "SYNC-REFILL-SEND", of: .phone) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 3)
      peer.rows = [:]
      peer.known = [:]
      try peer.ready().settled(by: peer)
      let refilled = try rows(of: refills(peer))
      try Deviation.unless(
        Set(refilled) == Set(samples),
        "all samples of a watch that knows nothing, though it covers them",
        "\(refilled.count) samples")
    },
    Case("sharing/refill/vector-in-the-last", "SYNC-REFILL-SEND", of: .phone) { stage in
      let (peer, samples) = try LogCases.filled(stage, count: 5)
      peer.rows = [:]
      peer.known = [:]
      let (session, _) = try peer.begin { $0.value["hello"]["limits"]["samples"] = 1 }
      try session.settled(by: peer)
      let batches = refills(peer)
      let told = batches.map { $0["refill"]["vector"].isPresent }
      try Deviation.unless(
        told.last == true && !told.dropLast().contains(true),
        "the vector in the last batch of a refill, and in no other",
        "in \(told.count { $0 }) of \(told.count)")
      let vector = try Vector(batches[batches.count - 1]["refill"]["vector"])
      try Deviation.unless(
        samples.allSatisfy { vector.covers($0.dot) }, "a vector that covers what was refilled",
        "another one")
    },
    Case("sharing/refill/empty", "SYNC-REFILL-SEND", of: .phone) { stage in
      let peer = try stage.peer()
      peer.known = [:]
      let session = try peer.ready()
      while refills(peer).isEmpty {
        try peer.take(try session.hear("a refill, empty as the history is"), in: session)
      }
      try Deviation.unless(
        refills(peer)[0]["refill"]["vector"].isPresent, "the vector in an empty refill", "none")
    },
    Case("sharing/refill/none-where-all-is-known", "SYNC-REFILL-SEND", of: .phone) { stage in
      let (peer, _) = try LogCases.filled(stage, count: 3)
      try peer.ready().settled(by: peer)
      try Deviation.unless(
        refills(peer).isEmpty, "no refill to a watch that knows all from its floor on",
        "\(refills(peer).count) batches")
    },
    Case("sharing/refill/of-the-unknown-type-alone", "SYNC-REFILL-SEND", of: .phone) { stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [peer.batch([rate, sleep])] }
      peer.rows[sleep.dot] = nil
      peer.known =
        KnownFrom(others: peer.floor, [Sample.sleepType: .infinity]).value
      try peer.ready().settled(by: peer)
      let refilled = try rows(of: refills(peer))
      try Deviation.unless(
        refilled == [sleep], "samples of the type that the watch does not know",
        "\(refilled.count) samples")
    },
    Case("sharing/refill/names-view-and-floor", "SYNC-VIEW-NAMED", of: .phone) { stage in
      let (peer, _) = try LogCases.filled(stage, count: 2)
      peer.rows = [:]
      peer.known = [:]
      try peer.ready().settled(by: peer)
      let batches = refills(peer)
      try Deviation.unless(
        !batches.isEmpty
          && batches.allSatisfy {
            $0["view"].word == peer.view && $0["refill"]["floor"].real == peer.floor
          }, "the view and the floor of the hello in refills", "others")
    },
    Case("sharing/refill/stores-what-is-covered", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      peer.vector.insert(sample.dot)
      try peer.tell { [peer.skip([sample.dot]), peer.refill([sample], claiming: peer.vector)] }
      try peer.look().expect([sample], "a row that the watch covers, stored from a refill")
    },
    Case("sharing/refill/ignores-the-dead", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let (dead, kept) = (peer.heartRate(70), peer.heartRate(80))
      try peer.tell {
        [peer.burial([dead]), peer.refill([dead, kept], claiming: peer.vector)]
      }
      try peer.look().expect([kept], "rows without a tombstone, stored from a refill")
    },
    Case("sharing/refill/uncovers", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let (lost, held, dead) = (peer.heartRate(70), peer.heartRate(80), peer.heartRate(90))
      try peer.tell {
        [
          peer.batch(of: [held]), peer.skip([lost.dot]), peer.burial([dead]),
          peer.refill([], claiming: Vector()),
          // Uncovered, it is taken; the others are covered still.
          peer.batch(of: [lost, held.worth(1), dead]),
        ]
      }
      try peer.look().expect(
        [lost, held], "what the refill's vector lacks and the watch does not hold, uncovered")
    },
    Case("sharing/refill/known-from-its-floor", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      try peer.tell { [peer.refill([], claiming: peer.vector)] }
      let known = try KnownFrom(peer.begin().introduction["known"])
      try Deviation.unless(
        known.others == peer.floor, "a known-from at the refill's floor", "another one")
    },
    Case("sharing/refill/unfinished-changes-no-claim", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell { [peer.refill([sample], claiming: nil)] }
      let known = try KnownFrom(peer.begin().introduction["known"])
      try Deviation.unless(
        known.others == .infinity, "no claim before the last part of a refill", "a claim")
    },
    Case("sharing/refill/for-another-view", "SYNC-REFILL-APPLY", of: .watch) { stage in
      let peer = try stage.peer()
      let sample = peer.heartRate()
      try peer.tell {
        var refill = peer.refill([sample], claiming: peer.vector)
        refill.value["batch"]["view"] = .unsigned(peer.view ^ 2)
        return [refill]
      }
      let (session, hello) = try peer.begin()
      let known = try KnownFrom(hello["known"])
      try Deviation.unless(
        known.others == .infinity, "no claim by a refill for another view", "a claim")
      try session.end()
      try peer.look().expect([], "a refill for another view is ignored")
    },
  ]

  /// The refills that were heard in this session.
  private static func refills(_ peer: Peer) -> [Value] {
    peer.heardBatches.filter { $0["refill"].isPresent }
  }

  private static func rows(of batches: [Value]) throws -> [Sample] {
    try batches.flatMap { $0["runs"].items }.flatMap { try Run.samples($0) }
  }
}
