internal import ConformanceKit
internal import ConformanceWire

/// How a session begins.
enum HelloCases {
  static let all = first + roles + again + views + versions + clocks

  private static let first = [
    Case("handshake/hello/phone-says-nothing-first", "SYNC-HELLO-FIRST", of: .phone) { stage in
      let (peer, session) = try stage.open()
      try session.expectAlive()
      try session.say(peer.hello())
      let first = try session.hear("an answer to the hello")
      try Deviation.unless(
        ["welcome", "settings"].contains(SyncKind.of(first)),
        "the answer to the hello as the phone's first message", "'\(SyncKind.of(first))'")
    },
    Case("handshake/hello/watch-says-it-first", "SYNC-HELLO-FIRST", of: .watch) { stage in
      let session = try stage.peer().open()
      _ = try session.expect("hello")
    },
  ]

  private static let roles = [
    Case("handshake/hello/of-a-phone", "SYNC-HELLO-ROLE", of: .phone) { stage in
      let (peer, session) = try stage.open()
      var hello = peer.hello()
      hello["hello"]["role"] = 1
      try session.say(hello, insteadOf: peer.hello())
      try session.expectEnd(.wrongRole, not: peer.openingAnswers)
    }
  ]

  private static let again = [
    Case("handshake/hello/again-after-settings", "SYNC-HELLO-AGAIN", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      peer.settings["version"]["number"] = 2
      peer.settings["lease"] = 3600
      try session.say(Message("SyncMessage", ["settings": peer.settings]))
      let hello = try session.expect("hello", passing: ["compare", "questions"])
      try Deviation.unless(
        hello["settings"]["version"]["number"].number == 2,
        "a hello that presents the record of the settings before it",
        "record \(hello["settings"]["version"]["number"].number)")
    },
    Case("handshake/hello/again-after-refused-claim", "SYNC-HELLO-AGAIN", of: .watch) { stage in
      let (peer, session) = try stage.ready()
      let view = peer.view
      try session.say(
        Message("SyncMessage", ["claim_refused": ["types": [.text(Sample.heartRateType)]]]))
      let hello = try session.expect("hello", passing: ["compare", "questions"])
      try Deviation.unless(
        hello["view"].word != view && KnownFrom(hello["known"])[Sample.heartRateType] == .infinity,
        "a hello with a new view that claims nothing of the type", "the same view or the same claim"
      )
    },
    Case("handshake/hello/last-is-in-force", "SYNC-HELLO-AGAIN", of: .phone) { stage in
      let peer = try stage.peer()
      var session = try peer.ready()
      let samples = [peer.heartRate(70), peer.heartRate(71, secondsAgo: 20_000)]
      try peer.deliver(peer.batch(samples), in: session)
      try session.end()
      peer.forget()
      peer.vector = Vector(samples.map(\.dot))
      session = try peer.ready()
      // Now it covers nothing, and wants less.
      peer.vector = Vector()
      peer.view ^= 2
      peer.floor = Instant.now - 10_000
      peer.known = ["others_from": .double(peer.floor)]
      try peer.greet(session)
      let batches = try peer.batches(untilRows: 1, in: session)
      let sent = try Peer.dots(of: batches).filter { samples.map(\.dot).contains($0) }
      try Deviation.unless(
        sent == [samples[0].dot], "the one sample that the last hello wants", "\(sent.count) of two"
      )
      try Deviation.unless(
        batches.allSatisfy({ $0["view"].word == peer.view || !$0["covers"].isPresent }),
        "batches for the view of the last hello", "one for another view")
    },
    Case(
      "handshake/hello/questions-replace", "SYNC-HELLO-QUESTIONS", of: .phone, needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      try peer.learnSettings()
      let question: Value = [
        "id": 77, "app": "app.question", "read": [.text(Sample.heartRateType)],
        "asked_at": .double(Instant.now), "name": "Question",
      ]
      let node = try stage.node()
      for (questions, count) in [([question], 1), ([], 0)] {
        let session = try peer.ready { $0["questions"] = .list(questions) }
        try session.end()
        let known = try node.requests(of: "app.question").count
        try Deviation.unless(
          known == count, "\(count) questions, as the last hello said", "\(known)")
      }
    },
  ]

  private static let views = [
    Case("handshake/welcome/another-view-ignored", "SYNC-WELCOME-VIEW", of: .watch) { stage in
      let (peer, session) = try stage.open()
      let welcome = try peer.opening(session)
      var other = welcome
      other["welcome"]["view"] = .unsigned(peer.view ^ 2)
      // A watch that takes it ends the session.
      other["welcome"]["version"] = 9
      try session.say(other)
      try session.say(welcome)
      try peer.ask(session)
    },
    Case("handshake/welcome/another-view-counts-for-vector", "SYNC-WELCOME-VIEW", of: .watch) {
      stage in
      let (peer, session) = try stage.open()
      let welcome = try peer.opening(session)
      peer.vector = VectorRuleCases.vector
      var other = welcome
      other["welcome"]["view"] = .unsigned(peer.view ^ 2)
      other["welcome"]["vector"] = peer.vector.whole
      try session.say(other)
      var next = welcome
      next["welcome"]["vector"] = peer.vector.byDigest
      try session.say(next)
      try peer.ask(session)
    },
  ]

  private static let versions = [
    Case("handshake/version/highest-of-both", "SYNC-VERSION-RANGE", of: .phone) { stage in
      let peer = try stage.peer()
      try peer.learnSettings()
      let session = try peer.open()
      var hello = peer.hello()
      hello["hello"]["highest_version"] = 2
      try session.say(hello)
      let welcome = try session.expect("welcome")
      try Deviation.unless(
        welcome["version"].number == 1, "version 1, the highest that both speak",
        "version \(welcome["version"].number)")
      try peer.ask(session)
    },
    Case("handshake/version/none-in-common", "SYNC-VERSION-RANGE", of: .phone) { stage in
      let (peer, session) = try stage.open()
      var hello = peer.hello()
      hello["hello"]["lowest_version"] = 2
      hello["hello"]["highest_version"] = 2
      try session.say(hello, insteadOf: peer.hello())
      try session.expectEnd(.incompatible, not: peer.openingAnswers)
    },
    Case("handshake/version/both-ranges-are-told", "SYNC-VERSION-RANGE", of: .phone) { stage in
      let (peer, session) = try stage.open()
      var hello = peer.hello()
      hello["hello"]["lowest_version"] = 71
      hello["hello"]["highest_version"] = 83
      try session.say(hello)
      let detail = try session.expectEnd(.incompatible, not: peer.openingAnswers)
      let numbers = detail.split { !$0.isWholeNumber }
      try Deviation.unless(
        numbers.contains("71") && numbers.contains("83") && numbers.contains("1"),
        "a detail with both ranges of versions", "'\(detail)'")
    },
    Case("handshake/version/not-offered", "SYNC-VERSION-RANGE", of: .watch) { stage in
      let (peer, session) = try stage.open()
      let welcome = try peer.opening(session)
      var next = welcome
      next["welcome"]["version"] = 2
      try session.say(next, insteadOf: welcome)
      try session.expectEnd(.incompatible, not: peer.openingAnswers)
    },
  ]

  private static let clocks = [-1.0e9, 1.0e9].map { skew in
    Case(
      "handshake/clock/\(skew < 0 ? "far-behind" : "far-ahead")", "SYNC-CLOCK-REPORTED"
    ) { stage in
      let peer = try stage.peer()
      try peer.learnSettings()
      let session = try peer.ready { $0["now"] = .double(Instant.now + skew) }
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      try session.end()
      let (held, _) = try peer.observe()
      try Deviation.unless(
        held.rows[sample.dot] == sample, "the sample that a device with another clock sent",
        "it is not held, or is another")
    }
  }
}
