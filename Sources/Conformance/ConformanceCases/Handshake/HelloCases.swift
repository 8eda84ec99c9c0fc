internal import ConformanceKit
internal import ConformanceWire

/// How a session begins.
enum HelloCases {
  static let all = first + roles + again + views + versions + clocks

  private static let first = [
    Case("handshake/hello/phone-says-nothing-first", "SYNC-HELLO-FIRST", of: .phone) { stage in
      let peer = try stage.peer()
      let session = try peer.open()
      try session.expectAlive()
      try session.say(peer.hello())
      let first = try session.hear("an answer to the hello")
      guard ["welcome", "settings"].contains(SyncKind.of(first)) else {
        throw Deviation(
          expected: "the answer to the hello as the phone's first message",
          observed: "'\(SyncKind.of(first))'")
      }
    },
    Case("handshake/hello/watch-says-it-first", "SYNC-HELLO-FIRST", of: .watch) { stage in
      let session = try stage.peer().open()
      _ = try session.expect("hello")
    },
  ]

  private static let roles = [
    Case("handshake/hello/of-a-phone", "SYNC-HELLO-ROLE", of: .phone) { stage in
      let peer = try stage.peer()
      let session = try peer.open()
      var hello = peer.hello()
      hello["hello"]["role"] = 1
      try session.say(hello, insteadOf: peer.hello())
      try session.expectEnd(.wrongRole, not: peer.openingAnswers)
    }
  ]

  private static let again = [
    Case("handshake/hello/again-after-settings", "SYNC-HELLO-AGAIN", of: .watch) { stage in
      let peer = try stage.peer()
      let session = try peer.ready()
      peer.settings["version"]["number"] = 2
      peer.settings["lease"] = 3600
      try session.say(Message("SyncMessage", ["settings": peer.settings]))
      let hello = try session.expect("hello", passing: ["compare", "questions"])
      guard hello["settings"]["version"]["number"].number == 2 else {
        throw Deviation(
          expected: "a hello that presents the record of the settings before it",
          observed: "record \(hello["settings"]["version"]["number"].number)")
      }
    },
    Case("handshake/hello/again-after-refused-claim", "SYNC-HELLO-AGAIN", of: .watch) { stage in
      let peer = try stage.peer()
      let session = try peer.ready()
      let view = peer.view
      try session.say(
        Message("SyncMessage", ["claim_refused": ["types": [.text(Sample.heartRateType)]]]))
      let hello = try session.expect("hello", passing: ["compare", "questions"])
      guard hello["view"].word != view,
        try KnownFrom(hello["known"])[Sample.heartRateType] == .infinity
      else {
        throw Deviation(
          expected: "a hello with a new view that claims nothing of the type",
          observed: "the same view or the same claim")
      }
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
      guard sent == [samples[0].dot] else {
        throw Deviation(
          expected: "the one sample that the last hello wants", observed: "\(sent.count) of two")
      }
      guard batches.allSatisfy({ $0["view"].word == peer.view || !$0["covers"].isPresent }) else {
        throw Deviation(
          expected: "batches for the view of the last hello", observed: "one for another view")
      }
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
        guard known == count else {
          throw Deviation(
            expected: "\(count) questions, as the last hello said", observed: "\(known)")
        }
      }
    },
  ]

  private static let views = [
    Case("handshake/welcome/another-view-ignored", "SYNC-WELCOME-VIEW", of: .watch) { stage in
      let peer = try stage.peer()
      let session = try peer.open()
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
      let peer = try stage.peer()
      let session = try peer.open()
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
      guard welcome["version"].number == 1 else {
        throw Deviation(
          expected: "version 1, the highest that both speak",
          observed: "version \(welcome["version"].number)")
      }
      try peer.ask(session)
    },
    Case("handshake/version/none-in-common", "SYNC-VERSION-RANGE", of: .phone) { stage in
      let peer = try stage.peer()
      let session = try peer.open()
      var hello = peer.hello()
      hello["hello"]["lowest_version"] = 2
      hello["hello"]["highest_version"] = 2
      try session.say(hello, insteadOf: peer.hello())
      try session.expectEnd(.incompatible, not: peer.openingAnswers)
    },
    Case("handshake/version/both-ranges-are-told", "SYNC-VERSION-RANGE", of: .phone) { stage in
      let peer = try stage.peer()
      let session = try peer.open()
      var hello = peer.hello()
      hello["hello"]["lowest_version"] = 71
      hello["hello"]["highest_version"] = 83
      try session.say(hello)
      let detail = try session.expectEnd(.incompatible, not: peer.openingAnswers)
      let numbers = detail.split { !$0.isWholeNumber }
      guard numbers.contains("71"), numbers.contains("83"), numbers.contains("1") else {
        throw Deviation(
          expected: "a detail with both ranges of versions", observed: "'\(detail)'")
      }
    },
    Case("handshake/version/not-offered", "SYNC-VERSION-RANGE", of: .watch) { stage in
      let peer = try stage.peer()
      let session = try peer.open()
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
      guard held.rows[sample.dot] == sample else {
        throw Deviation(
          expected: "the sample that a device with another clock sent",
          observed: "it is not held, or is another")
      }
    }
  }
}
