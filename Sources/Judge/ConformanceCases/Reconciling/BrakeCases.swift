internal import ConformanceKit
internal import ConformanceWire

/// The brake: too many deletions by inference alone.
enum BrakeCases {
  static let all = [
    Case("reconciling/brake/more-than-a-hundred", "SYNC-BRAKE-STOP") { stage in
      let (peer, rows) = try stocked(stage, 101)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.session.expectEnd(.brake)
      try peer.expect(rows, because: "a person has to decide first")
    },
    Case("reconciling/brake/exactly-a-hundred", "SYNC-BRAKE-STOP") { stage in
      let (peer, rows) = try stocked(stage, 100)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.end()
      try peer.expect([], gone: rows, because: "a hundred need nobody's word")
    },
    Case("reconciling/brake/a-hundred-of-each-type", "SYNC-BRAKE-STOP") { stage in
      let peer = try stage.peer()
      let rows = (0..<100).flatMap {
        [peer.heartRate(secondsAgo: 3600 + Double($0)), peer.steps(secondsAgo: 3600 + Double($0))]
      }
      try peer.share(rows)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.end()
      try peer.expect([], gone: rows, because: "types are counted one by one")
    },
    Case("reconciling/brake/one-in-a-hundred", "SYNC-BRAKE-STOP") { stage in
      let (peer, rows) = try stocked(stage, 10_100)
      let talk = try Reconciliation(peer)
      if stage.target == .watch, talk.parts.contains(where: { $0["spans"].isPresent }) {
        try talk.say(["days": Days.roots([:], in: []), "is_last": true])
        try talk.hear()
        try talk.say([
          "claim": peer.claimed, "missing": DayLists(of: rows.prefix(101)).value, "is_last": true,
        ])
      } else {
        try talk.say(peer.listing(Array(rows.dropFirst(101))))
      }
      try talk.end()
      try peer.expect(
        [rows[101]], gone: Array(rows.prefix(101)), because: "101 of 10100 need nobody's word")
    },
    Case("reconciling/brake/tombstones-do-not-count", "SYNC-BRAKE-STOP") { stage in
      let (peer, rows) = try stocked(stage, 150)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([], deaths: Array(rows.prefix(50))))
      try talk.end()
      try peer.expect([], gone: rows, because: "50 have a tombstone, and a hundred may go")
    },
    Case("reconciling/brake/nothing-of-the-last-part", "SYNC-BRAKE-STOP") { stage in
      let (peer, rows) = try stocked(stage, 101)
      let steps = peer.steps(secondsAgo: 3600)
      try peer.share([steps])
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([], deaths: [steps]))
      try talk.session.expectEnd(.brake)
      try peer.expect([steps, rows[0]], because: "nothing of the last part may be applied")
    },
    Case("reconciling/brake/the-cursor-stays", "SYNC-BRAKE-STOP") { stage in
      let (peer, _) = try stocked(stage, 101)
      peer.head = 7
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.session.expectEnd(.brake)
      try SeveralPartCases.expectCursor(0, of: peer, because: "nothing was applied")
    },
    Case("reconciling/brake/accepted", "SYNC-BRAKE-REFUSE", needs: [.owner]) { stage in
      let (peer, rows) = try stocked(stage, 101)
      try brake(peer)
      try stage.node().owner(
        "Operator/AnswerBrake", ["peer": .text(peer.device.name), "accept": true])
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.end()
      try peer.expect([], gone: rows, because: "its owner accepted that")
    },
    Case("reconciling/brake/accepted-passes-as-far", "SYNC-BRAKE-REFUSE", needs: [.owner]) {
      stage in
      let (peer, rows) = try stocked(stage, 103)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([rows[0]]))
      try talk.session.expectEnd(.brake)
      try stage.node().owner(
        "Operator/AnswerBrake", ["peer": .text(peer.device.name), "accept": true])
      let other = try Reconciliation(peer)
      try other.say(peer.listing([]))
      try other.session.expectEnd(.brake)
      try peer.expect(rows, because: "its owner accepted 102, not 103")
    },
    Case("reconciling/brake/accepted-with-another-type", "SYNC-BRAKE-REFUSE", needs: [.owner]) {
      stage in
      let (peer, rows) = try stocked(stage, 101)
      try brake(peer)
      let answer: Value = ["peer": .text(peer.device.name), "accept": true]
      try stage.node().owner("Operator/AnswerBrake", answer)
      let steps = (0..<101).map { peer.steps(secondsAgo: 3600 + Double($0)) }
      try peer.share(steps)
      // The owner is asked about the second type, and about the first once more.
      try brake(peer)
      try stage.node().owner("Operator/AnswerBrake", answer)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.end()
      try peer.expect([], gone: rows + steps, because: "its owner accepted both types")
    },
    Case("reconciling/brake/settings-get-through", "SYNC-BRAKE-CALL", of: .watch) { stage in
      let (peer, _) = try stocked(stage, 101)
      try brake(peer)
      peer.settings["version"]["number"] = .integer(
        peer.settings["version"]["number"].number + 1)
      let session = try peer.open()
      let number = try peer.hearHello(session)["settings"]["version"]["number"].number
      try Deviation.unless(
        number == peer.settings["version"]["number"].number,
        "a hello with the record that was told", "one with number \(number)")
    },
    Case(
      "reconciling/brake/the-phone-says-it-instead-of-welcome", "SYNC-BRAKE-TELL", of: .phone,
      needs: [.owner]
    ) { stage in
      let (peer, rows) = try stocked(stage, 101)
      try brake(peer)
      try stage.node().owner("Operator/AnswerBrake", ["peer": .text(peer.device.name)])
      let session = try peer.open()
      try session.say(peer.hello())
      let refused = try session.expect("claim_refused", passing: ["settings"])
      try Deviation.unless(
        refused["types"].items.map(\.string) == [rows[0].type], "the one type of the refused claim",
        "\(refused["types"].items.count)")
      // The same again, until the claim is given up.
      try session.say(peer.hello())
      _ = try session.expect("claim_refused")
      peer.known = KnownFrom(others: peer.floor, [rows[0].type: .infinity]).value
      peer.view &+= 2
      try session.say(peer.hello())
      _ = try session.expect("welcome")
    },
    Case(
      "reconciling/brake/the-watch-says-it-after-the-welcome", "SYNC-BRAKE-TELL", of: .watch,
      needs: [.owner]
    ) { stage in
      let (peer, rows) = try stocked(stage, 101)
      try brake(peer)
      try stage.node().owner("Operator/AnswerBrake", ["peer": .text(peer.device.name)])
      let session = try peer.openGreeted(mustReconcile: false)
      let refused = try session.expect("claim_refused", passing: ["acknowledgement", "questions"])
      try Deviation.unless(
        refused["types"].items.map(\.string) == [rows[0].type], "the one type of the refused claim",
        "\(refused["types"].items.count)")
      var welcome = peer.welcomeMessage(mustReconcile: true)
      welcome.value["welcome"]["vector"] = Vector().whole
      try session.say(welcome)
      _ = try session.expect("reconcile", passing: ["acknowledgement", "questions"])
    },
    Case("reconciling/brake/a-refused-watch-knows-nothing", "SYNC-BRAKE-REFUSE", of: .watch) {
      stage in
      let (peer, session) = try stage.open()
      let hello = try peer.welcome(session)
      try session.say(
        Message("SyncMessage", ["claim_refused": ["types": [.text(Sample.heartRateType)]]]))
      let next = try session.expect(
        "hello", passing: ["acknowledgement", "batch", "compare", "questions", "reconcile"])
      guard try KnownFrom(next["known"])[Sample.heartRateType] == .infinity else {
        throw Deviation(
          expected: "a hello that knows nothing of the refused type",
          observed: "one that claims it from \(try KnownFrom(next["known"])[Sample.heartRateType])")
      }
      try Deviation.unless(
        next["view"].word != hello["view"].word, "a new view", "the same as before")
    },
    Case("reconciling/brake/a-refused-phone-uncovers", "SYNC-BRAKE-REFUSE", of: .phone) { stage in
      let peer = try stage.peer()
      let heart = peer.heartRate(secondsAgo: 3600)
      try peer.share([heart])
      // The phone covers this one without a row or a tombstone.
      let gone = peer.heartRate(secondsAgo: 7200)
      try peer.share([gone])
      let session = try peer.ready()
      try peer.deliver(peer.burial([gone]), in: session)
      try session.say(
        Message("SyncMessage", ["claim_refused": ["types": [.text(Sample.heartRateType)]]]))
      let welcome = try session.expect("welcome", passing: ["acknowledgement", "batch"])
      let vector = try Vector(news: welcome["vector"], having: [peer.vector])
      try Deviation.unless(
        welcome["must_reconcile"].isTrue, "another welcome, which makes the watch reconcile",
        "one that does not")
      try Deviation.unless(
        vector.covers(heart.dot) && vector.covers(gone.dot),
        "a phone that still covers what it has a row or a tombstone of", "one that does not")
    },
    Case(
      "reconciling/brake/a-refused-phone-refuses-its-other-watches", "SYNC-BRAKE-REFUSE", of: .phone
    ) { stage in
      let one = try stage.peer()
      let other = try stage.peer()
      try other.ready().end()
      let session = try one.ready()
      try session.say(
        Message("SyncMessage", ["claim_refused": ["types": [.text(Sample.heartRateType)]]]))
      _ = try session.expect("welcome", passing: ["acknowledgement", "batch"])
      let next = try other.open()
      try next.say(other.hello())
      _ = try next.expect("claim_refused", passing: ["settings"])
    },
  ]

  private static func stocked(_ stage: Stage, _ count: Int) throws -> (Peer, [Sample]) {
    let peer = try stage.peer()
    let rows = (0..<count).map { peer.heartRate(secondsAgo: 3600 + Double($0)) }
    try peer.share(rows)
    return (peer, rows)
  }

  /// Lets the brake stop what the peer's claim implies.
  private static func brake(_ peer: Peer) throws {
    let talk = try Reconciliation(peer)
    try talk.say(peer.listing([]))
    try talk.session.expectEnd(.brake)
  }
}
