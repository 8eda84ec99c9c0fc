internal import ConformanceKit
internal import ConformanceWire

/// How deaths go by logs and cursors.
enum LogCases {
  static let all = [
    Case("sharing/log/starts-at-the-cursor", "SYNC-LOG-RANGE", needs: [.owner]) { stage in
      let (peer, samples) = try filled(stage, count: 3)
      try stage.node().delete(samples[0])
      var session = try peer.ready()
      try peer.settleEither(session)
      let cursor = peer.cursor
      try session.end()
      try stage.node().delete(samples[1])
      session = try peer.ready()
      try peer.settleEither(session)
      let logs = peer.heardBatches.map { $0["log"] }.filter(\.isPresent)
      try Deviation.unless(
        logs.first?["start"] == cursor, "a first stretch from the cursor that was presented on",
        "another start")
      let told = try peer.heardDeaths.map(\.dot)
      try Deviation.unless(
        told == [samples[1].dot], "the deaths after the cursor alone", "\(told.count) deaths")
    },
    Case("sharing/log/stretches-join", "SYNC-LOG-RANGE", needs: [.owner]) { stage in
      let (peer, samples) = try filled(stage, count: 5)
      let session = try peer.ready()
      for sample in samples.dropLast() {
        let before = try peer.heardDeaths.count
        try stage.node().delete(sample)
        while try peer.heardDeaths.count == before {
          try peer.take(try session.hear("the death"), in: session)
        }
      }
      let logs = peer.heardBatches.map { $0["log"] }.filter(\.isPresent)
      let isJoined = zip(logs, logs.dropFirst()).allSatisfy { $0["end"] == $1["start"] }
      try Deviation.unless(
        logs.count >= 4 && isJoined, "stretches that each start where the one before ended",
        isJoined ? "\(logs.count) stretches" : "a gap or an overlap")
    },
    Case("sharing/log/nothing-after-the-head", "SYNC-LOG-RANGE", needs: [.owner]) { stage in
      let (peer, samples) = try filled(stage, count: 2)
      try stage.node().delete(samples[0])
      try peer.ready().settled(by: peer)
      try peer.ready().settled(by: peer)
      let count = try peer.heardDeaths.count
      try Deviation.unless(count == 0, "no death that the cursor is past", "\(count) deaths")
    },
    Case("sharing/log/gap-keeps-the-cursor", "SYNC-LOG-CURSOR") { stage in
      let peer = try gap(stage)
      let introduction = try peer.begin().introduction
      try Deviation.unless(
        introduction["cursor"]["position"].number == 0,
        "a cursor that stays where a stretch did not start",
        "position \(introduction["cursor"]["position"].number)")
    },
    Case("sharing/log/gap-counts", "SYNC-LOG-CURSOR") { stage in
      let peer = try gap(stage)
      try peer.look().expect([], "deaths are applied whatever the stretch")
    },
    Case("sharing/log/other-writer-keeps-the-cursor", "SYNC-LOG-CURSOR") { stage in
      let peer = try stage.peer()
      let (one, two) = (peer.heartRate(), peer.heartRate())
      let other = peer.incarnation ^ 1
      try peer.tell {
        [
          peer.burial([one]),
          .deaths([Death(of: two)], from: Message.place(1, other), to: Message.place(2, other)),
        ]
      }
      let cursor = try peer.begin().introduction["cursor"]
      try Deviation.unless(
        cursor["position"].number == 1 && cursor["incarnation"].word == peer.incarnation,
        "a cursor that stays, as another one wrote where the stretch started",
        "position \(cursor["position"].number)")
    },
    Case("sharing/log/cursor-moves", "SYNC-LOG-CURSOR") { stage in
      let peer = try stage.peer()
      try peer.tell { [peer.burial([peer.heartRate()]), peer.burial([peer.sleep()])] }
      let cursor = try peer.begin().introduction["cursor"]
      try Deviation.unless(
        cursor == peer.headPlace, "a cursor at the end of the second stretch",
        "position \(cursor["position"].number)")
    },
    Case("sharing/log/stretch-without-deaths", "SYNC-LOG-CURSOR") { stage in
      let peer = try stage.peer()
      let end = Message.place(9, peer.incarnation)
      let sample = peer.heartRate()
      try peer.tell { [.deaths([], from: ["position": 0], to: end), peer.batch([sample])] }
      let cursor = try peer.begin().introduction["cursor"]
      try Deviation.unless(
        cursor == end, "a cursor at the end of a stretch in which nobody died",
        "position \(cursor["position"].number)")
    },
    Case("sharing/log/stretch-again", "SYNC-LOG-CURSOR") { stage in
      let peer = try stage.peer()
      let dead = peer.heartRate()
      try peer.tell {
        let burial = peer.burial([dead])
        return [peer.batch(of: [dead]), burial, peer.burial([peer.heartRate()]), burial]
      }
      let cursor = try peer.begin().introduction["cursor"]
      try Deviation.unless(
        cursor == peer.headPlace, "a cursor that an earlier stretch does not move back",
        "position \(cursor["position"].number)")
    },
  ]

  /// A peer and a node that hold the same samples.
  static func filled(_ stage: Stage, count: Int) throws -> (Peer, [Sample]) {
    let peer = try stage.peer()
    let samples = (0..<count).map { peer.heartRate(Double(60 + $0)) }
    try peer.tell { [peer.batch(samples)] }
    return (peer, samples)
  }

  /// A peer that has told a death by a stretch of its log that does not start where the node is.
  private static func gap(_ stage: Stage) throws -> Peer {
    let peer = try stage.peer()
    let (dead, writer) = (peer.heartRate(), peer.incarnation)
    let stretch = (from: Message.place(5, writer), to: Message.place(6, writer))
    try peer.tell {
      [peer.batch([dead]), .deaths([Death(of: dead)], from: stretch.from, to: stretch.to)]
    }
    return peer
  }
}

extension Session {
  /// Exchanges what there is to say, and ends.
  func settled(by peer: Peer) throws {
    try peer.settleEither(self)
    try end()
  }
}
