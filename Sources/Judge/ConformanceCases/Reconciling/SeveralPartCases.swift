internal import ConformanceKit
internal import ConformanceWire

/// Reconciliations in several parts, and what moves when all of them were applied.
enum SeveralPartCases {
  static let all = [
    Case("reconciling/parts/lists-over-several-parts", "SYNC-RECONCILE-JUDGE") { stage in
      let (peer, heart, steps) = try shared(stage)
      let talk = try Reconciliation(peer)
      try talk.begin(with: peer.listing([heart]))
      try talk.say(["lists": DayLists(of: [steps]).value, "is_last": true])
      try talk.end()
      try peer.expect([heart, steps], because: "one part or another lists it")
    },
    Case("reconciling/parts/one-day-in-several-parts", "SYNC-RECONCILE-JUDGE") { stage in
      let peer = try stage.peer()
      let one = peer.heartRate(secondsAgo: 3600)
      var other = peer.heartRate()
      other.start = one.start
      other.end = one.end
      try peer.share([one, other])
      let talk = try Reconciliation(peer)
      try talk.begin(with: peer.listing([one]))
      try talk.say(["lists": DayLists(of: [other]).value, "is_last": true])
      try talk.end()
      try peer.expect([one, other], because: "each part lists some of the day")
    },
    Case("reconciling/parts/selections-over-several-parts", "SYNC-RECONCILE-JUDGE", of: .phone) {
      stage in
      let (peer, heart, steps) = try shared(stage)
      let talk = try Reconciliation(peer)
      var first = peer.listing([])
      first["lists"] = DayLists([:], selection: [steps.day]).value
      try talk.begin(with: first)
      try talk.say([
        "lists": DayLists(DayLists(of: [heart]).days, selection: [heart.day]).value,
        "is_last": true,
      ])
      try talk.end()
      try peer.expect([heart], gone: [steps], because: "the first part listed its day as empty")
    },
    Case("reconciling/parts/nothing-is-judged-before-the-last", "SYNC-RECONCILE-JUDGE") { stage in
      let (peer, heart, steps) = try shared(stage)
      let talk = try Reconciliation(peer)
      try talk.begin(with: peer.listing([heart]))
      try peer.awaitAcknowledgement(in: talk.session)
      try talk.session.end()
      try peer.expect([heart, steps], because: "the last part never came")
    },
    Case("reconciling/parts/tombstones-before-the-content", "SYNC-RECONCILE-JUDGE") { stage in
      let (peer, heart, steps) = try shared(stage)
      let talk = try Reconciliation(peer)
      var first: Value = ["claim": peer.claimed]
      // So that it does not follow from the lists.
      first["claim"]["vector"] = Vector([heart.dot]).whole
      first["deletions"] = .list(Peer.runs(of: [Death(of: steps)]))
      try talk.say(first)
      var second = peer.listing([heart, steps])
      second["claim"] = .absent
      second["lists"] = DayLists(of: [heart]).value
      try talk.say(second)
      try talk.end()
      let held = try peer.expect([heart], gone: [steps], because: "a tombstone was told of it")
      try Deviation.unless(
        held.deaths[steps.dot] != nil, "a death that was told as a tombstone to be passed on",
        "the node's log has no such death")
    },
    Case("reconciling/cursor/is-the-claimed-head", "SYNC-RECONCILE-CURSOR") { stage in
      let (peer, heart, steps) = try shared(stage)
      peer.head = 7
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([heart, steps]))
      try talk.end()
      try expectCursor(7, of: peer, because: "all of the reconciliation was applied")
    },
    Case("reconciling/cursor/stays-before-the-last-part", "SYNC-RECONCILE-CURSOR") { stage in
      let (peer, heart, steps) = try shared(stage)
      peer.head = 7
      let talk = try Reconciliation(peer)
      try talk.begin(with: peer.listing([heart, steps]))
      try peer.awaitAcknowledgement(in: talk.session)
      try talk.session.end()
      try expectCursor(0, of: peer, because: "the last part never came")
    },
  ]

  /// A peer that shares a heart rate and steps with the node.
  static func shared(_ stage: Stage) throws -> (peer: Peer, heart: Sample, steps: Sample) {
    let peer = try stage.peer()
    let heart = peer.heartRate(secondsAgo: 3600)
    let steps = peer.steps(secondsAgo: 200_000)
    try peer.share([heart, steps])
    return (peer, heart, steps)
  }

  /// Sees which cursor the node presents in a new session.
  static func expectCursor(_ position: Int64, of peer: Peer, because reason: String) throws {
    peer.cursor = ["position": 0]
    let session = try peer.open()
    let told =
      peer.device.role == .watch
      ? try peer.greetUntilWelcome(session)["cursor"] : try session.expect("hello")["cursor"]
    try Deviation.unless(
      told["position"].number == position
        && (position == 0 || told["incarnation"].word == peer.incarnation),
      "the cursor at position \(position): \(reason)", "position \(told["position"].number)")
  }
}
