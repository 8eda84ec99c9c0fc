internal import ConformanceKit
internal import ConformanceWire

/// Whole reconciliations, with the node's half as a transcript: a line for each thing that it tells.
enum GoldenCases {
  static let all = [
    Case("reconciling/golden/watch-tells-lists", "SYNC-RECONCILE-ORDER", of: .watch) { stage in
      let (peer, rows) = try stocked(stage)
      let talk = try Reconciliation(peer)
      try expect("claim 1\ndeaths 1\nlists 3\nlast 1", talk)
      try expectClaim(talk, of: peer)
      try expectLists(talk, of: rows)
    },
    Case("reconciling/golden/phone-answers", "SYNC-RECONCILE-ORDER", of: .phone) { stage in
      let (peer, rows) = try stocked(stage)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing(rows))
      try talk.finish()
      let missing = "claim 1\ndeaths 1\nmissing 0\nlast 1"
      try expect(talk.text == missing ? missing : "claim 1\ndeaths 1\nlists 3\nlast 1", talk)
      try expectClaim(talk, of: peer)
      if talk.text != missing { try expectLists(talk, of: rows) }
    },
    Case("reconciling/golden/phone-tells-what-is-dead", "SYNC-RECONCILE-ANSWER", of: .phone) {
      stage in
      let (peer, rows) = try stocked(stage)
      let dead = try stage.peerRow(peer)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing(rows + [dead]))
      try talk.finish()
      let lists = try talk.lists("lists").values.contains { $0.covers(dead.dot) }
      let missing = try talk.lists("missing").values.contains { $0.covers(dead.dot) }
      let deaths = try talk.parts.flatMap { try $0["deletions"].items.flatMap(Deletions.deaths) }
      try Deviation.unless(
        talk.parts.contains(where: { $0["missing"].isPresent }) ? missing : !lists,
        "an answer by which a sample is not live that the phone buried",
        "an answer by which it is:\n" + talk.text)
      try Deviation.unless(
        deaths.contains(where: { $0.dot == dead.dot }),
        "the tombstone of a sample that the phone buried", talk.text)
    },
    Case("reconciling/golden/tombstones-are-all-told", "PART-TOMBSTONES") { stage in
      let peer = try stage.peer()
      let rows = (1...5).map { peer.heartRate(secondsAgo: Double($0) * 3600) }
      try peer.share(rows)
      let session = try peer.ready()
      try peer.deliver(peer.burial(Array(rows.dropFirst())), in: session)
      try session.end()
      let talk = try Reconciliation(peer)
      if stage.target == .phone {
        try talk.say(peer.listing([rows[0]]))
        try talk.finish()
      }
      let deaths = try talk.parts.flatMap { try $0["deletions"].items.flatMap(Deletions.deaths) }
      try Deviation.unless(
        Set(deaths.map(\.dot)) == Set(rows.dropFirst().map(\.dot)), "the tombstones of 4 samples",
        "tombstones of \(Set(deaths.map(\.dot)).count)")
    },
    Case("reconciling/golden/claimed-head-is-where-the-log-goes-on", "SYNC-LOG-RANGE") { stage in
      let (peer, rows) = try stocked(stage)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing(rows))
      try talk.finish()
      let claim = try Deviation.unlessThere(
        talk.parts.first(where: { $0["claim"].isPresent })?["claim"], "a claim", talk.text)
      peer.cursor = claim["head"]
      // A death that the node gets is passed on by its log.
      try peer.deliver(peer.burial([rows[0]]), in: talk.session)
      while peer.cursor["position"].number == claim["head"]["position"].number {
        let message = try talk.session.hear("the death, by a stretch of the log after the head")
        let log = message["batch"]["log"]
        if log.isPresent, log["start"]["position"].number != claim["head"]["position"].number {
          throw Deviation(
            expected: "a stretch of the log that starts at the claimed head",
            observed: "one that starts at \(log["start"]["position"].number)")
        }
        try peer.take(message, in: talk.session)
      }
    },
  ]

  /// A peer with three live samples on two days and a dead one, which the node has too.
  private static func stocked(_ stage: Stage) throws -> (Peer, [Sample]) {
    let peer = try stage.peer()
    let rows = [
      peer.heartRate(secondsAgo: 3600), peer.heartRate(secondsAgo: 200_000),
      peer.steps(secondsAgo: 200_060),
    ]
    let dead = peer.heartRate(secondsAgo: 7200)
    try peer.share(rows + [dead])
    let session = try peer.ready()
    try peer.deliver(peer.burial([dead]), in: session)
    try session.end()
    return (peer, rows)
  }

  private static func expect(_ text: String, _ talk: Reconciliation) throws {
    try Deviation.unless(talk.text == text, "the node to tell:\n" + text, talk.text)
  }

  private static func expectClaim(_ talk: Reconciliation, of peer: Peer) throws {
    let claim = try talk.claim()
    try Deviation.unless(
      claim.vector.covers(Vector(Array(peer.rows.keys) + Array(peer.deaths.keys))),
      "a claimed vector that covers all that was shared", "one that does not")
    try Deviation.unless(
      claim.floor == peer.floor, "the floor of the hello, \(peer.floor), as that of the claim",
      "\(claim.floor)")
  }

  private static func expectLists(_ talk: Reconciliation, of rows: [Sample]) throws {
    let told = try talk.lists("lists").filter { !$0.value.streams.isEmpty }
    try Deviation.unless(
      told == DayLists(of: rows).days, "lists of 3 samples by the UTC days on which they end",
      "lists of \(told.values.reduce(0) { $0 + $1.dots.count }) dots on days "
        + "\(told.keys.sorted())")
  }
}

extension Stage {
  /// The sample that a phone buried at the peer's word, as a watch that was restored still holds it.
  fileprivate func peerRow(_ peer: Peer) throws -> Sample {
    guard let death = peer.deaths.values.first else { throw Doubt("nothing died") }
    return Sample(
      death.dot, uuid: death.uuid, start: death.end, end: death.end,
      .quantity(72, unit: "count/min"))
  }
}
