internal import ConformanceKit
internal import ConformanceWire

/// Two watches of one phone: what one says arrives at the other.
enum TwoWatchCases {
  static let all = [
    Case("sharing/two-watches/insert", "SYNC-INSERT-BY-VECTOR", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let sample = one.heartRate()
      try one.tell { [one.batch([sample])] }
      try two.ready().settled(by: two)
      try Deviation.unless(two.rows[sample.dot] == sample, "the other watch's sample", "none")
    },
    Case("sharing/two-watches/at-once", "SYNC-INSERT-BY-VECTOR", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let session = try two.ready()
      let sample = one.heartRate()
      try one.tell { [one.batch([sample])] }
      while two.rows[sample.dot] == nil {
        try two.take(try session.hear("the other watch's sample"), in: session)
      }
    },
    Case("sharing/two-watches/death", "SYNC-DEATH-APPLY", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let sample = one.heartRate()
      try one.tell { [one.batch([sample])] }
      try two.ready().settled(by: two)
      try one.tell { [one.burial([sample])] }
      try two.ready().settled(by: two)
      try Deviation.unless(
        two.rows.isEmpty && two.deaths[sample.dot] == Death(of: sample),
        "the death of the other watch's sample", "the sample")
    },
    Case("sharing/two-watches/death-at-once", "SYNC-DEATH-APPLY", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let sample = one.heartRate()
      try one.tell { [one.batch([sample])] }
      let session = try two.ready()
      try two.settleEither(session)
      try one.tell { [one.burial([sample])] }
      while two.deaths[sample.dot] == nil {
        try two.take(try session.hear("the death"), in: session)
      }
    },
    Case("sharing/two-watches/death-of-the-unseen", "SYNC-DEATH-APPLY", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let sample = one.heartRate()
      try one.tell { [one.burial([sample])] }
      try two.tell { [two.batch(of: [sample])] }
      try one.look().expect([], "what one watch buried unseen and the other one brings later")
    },
    Case("sharing/two-watches/death-by-the-other", "SYNC-DEATH-APPLY", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let sample = one.heartRate()
      try one.tell { [one.batch([sample])] }
      try two.ready().settled(by: two)
      try two.tell { [two.burial([sample])] }
      try one.ready().settled(by: one)
      try Deviation.unless(
        one.rows.isEmpty && one.deaths[sample.dot] != nil, "the death that the other watch told",
        "the sample")
    },
    Case("sharing/two-watches/relayed-twice", "SYNC-INSERT-APPLY", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let sample = one.heartRate()
      try two.tell { [two.batch(of: [sample])] }
      try one.tell { [one.batch(of: [sample.worth(73)])] }
      try two.look().expect([sample], "a sample once, whoever brings it again")
    },
    Case("sharing/two-watches/documents", "SYNC-DOCUMENT-FIRST", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let (sample, pieces) = SharedDocumentCases.document(one, count: 1000, pieceLength: 300)
      try one.tell { pieces.map { one.documents([$0]) } + [one.batch([sample])] }
      try two.ready().settled(by: two)
      try Deviation.unless(
        try SharedDocumentCases.bytes(of: sample, two) == pieces.flatMap { $0["bytes"].data },
        "the other watch's document, its bytes before it", "other bytes")
    }.sendingDocuments(),
    Case("sharing/two-watches/own-floors", "SYNC-INSERT-BY-VECTOR", of: .phone) { stage in
      let (one, two) = try watches(stage)
      let samples = [one.heartRate(secondsAgo: 5 * 86_400), one.heartRate()]
      try one.tell { [one.batch(samples)] }
      two.floor += 4 * 86_400
      two.known = ["others_from": .double(two.floor)]
      try two.ready().settled(by: two)
      try Deviation.unless(
        two.dots == [samples[1].dot], "what ends at the floor of that watch or later",
        "\(two.rows.count) samples")
      try one.look().expect(samples, "all of it for the watch whose floor is lower")
    },
    Case("sharing/two-watches/own-scopes", "SYNC-SCOPE-OWN", of: .phone, needs: [.owner]) { stage in
      let (one, two) = try watches(stage)
      try stage.node().restrict(two, to: [Sample.sleepType])
      let (rate, sleep) = (one.heartRate(), one.sleep())
      try one.tell { [one.batch([rate, sleep])] }
      try two.ready().settled(by: two)
      try Deviation.unless(
        two.dots == [sleep.dot], "what is of that watch's scope", "other samples")
      try one.look().expect([rate, sleep], "all of it for the watch of all types")
    },
    Case(
      "sharing/two-watches/revoked-there-uploaded-here", "SYNC-UPLOAD-ANY-TYPE", of: .phone,
      needs: [.owner]
    ) { stage in
      let (one, two) = try watches(stage)
      let sleep = one.sleep()
      try stage.node().restrict(one, to: [Sample.heartRateType])
      try one.tell { [one.batch([sleep])] }
      try two.ready().settled(by: two)
      try Deviation.unless(
        two.rows[sleep.dot] == sleep, "what came from a watch that gets no such samples", "none")
    },
  ].map { $0.needing(.window) }

  private static func watches(_ stage: Stage) throws -> (Peer, Peer) {
    (try stage.peer(), try stage.peer())
  }
}

extension Peer {
  /// The dots of what it holds.
  var dots: Set<Dot> { Set(rows.keys) }
}
