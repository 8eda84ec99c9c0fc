internal import ConformanceKit
internal import ConformanceWire

/// Vectors that are told by others which the receiver has.
enum VectorTellingCases {
  static let all = bases + unknown + wanted + answers + news + claims

  /// A vector told by its difference from the node's own.
  private static func difference(fromThe owner: String, of target: Role) -> Case {
    Case("handshake/vector-base/difference-from-the-\(owner)-own", "SYNC-VECTOR-BASE", of: target) {
      stage in
      let (peer, _) = try filled(stage)
      let base = peer.vector
      let session = try peer.ready {
        $0["vector"] = ["difference": base.union(VectorRuleCases.vector).difference(from: base)]
      }
      try peer.ask(session)
    }
  }

  /// What says a vector in a session that is ready, and whether the node has to take it.
  private static let bases = [
    Case("handshake/vector-base/digest-of-the-phones-own", "SYNC-VECTOR-BASE", of: .phone) {
      stage in
      let (peer, _) = try filled(stage)
      let session = try peer.ready { $0["vector"] = peer.vector.byDigest }
      try peer.ask(session)
    },
    difference(fromThe: "phones", of: .phone),
    Case("handshake/vector-base/digest-of-the-watchs-own", "SYNC-VECTOR-BASE", of: .watch) {
      stage in
      let (peer, _) = try filled(stage)
      let session = try peer.open()
      var welcome = try peer.opening(session)
      welcome["welcome"]["vector"] = peer.vector.byDigest
      try session.say(welcome)
      try peer.ask(session)
    },
    difference(fromThe: "watchs", of: .watch),
    Case("handshake/vector-base/digest-of-the-last-told", "VECTOR-DIGEST") { stage in
      let peer = try stage.peer()
      peer.vector = VectorRuleCases.vector
      let session = try peer.ready()
      try session.say(peer.acknowledgementMessage(peer.vector.byDigest))
      try peer.ask(session)
    },
    Case("handshake/vector-base/empty-by-digest", "VECTOR-DIGEST") { stage in
      let (peer, session) = try stage.ready()
      try session.say(peer.acknowledgementMessage(Vector().whole))
      try session.say(peer.acknowledgementMessage(["digest": 0]))
      try peer.ask(session)
    },
    Case("handshake/vector-base/chain-of-differences", "SYNC-VECTOR-BASE") { stage in
      let peer = try stage.peer()
      peer.vector = VectorRuleCases.vector
      let session = try peer.ready()
      var next = peer.vector
      for number in [4, 20, 22] as [UInt64] {
        let before = next
        next.insert(Dot(11, Sample.heartRateType, number))
        if number == 20 { next[Stream(12, Sample.sleepType)] = Intervals() }
        try session.say(
          peer.acknowledgementMessage(["difference": next.difference(from: before)]))
      }
      // All of it arrived, or this names another one.
      try session.say(peer.acknowledgementMessage(next.byDigest))
      try peer.ask(session)
    },
  ]

  private static let unknown = [
    unknown("digest", "SYNC-VECTOR-UNKNOWN") { ["digest": .unsigned($0.digest ^ 1)] },
    unknown("base", "SYNC-VECTOR-UNKNOWN") { vector in
      var difference = vector.union(VectorRuleCases.vector).difference(from: vector)
      difference["base_digest"] = .unsigned(vector.digest ^ 1)
      return ["difference": difference]
    },
    unknown("result", "VECTOR-DIFFERENCE-RESULT") { vector in
      var difference = vector.union(VectorRuleCases.vector).difference(from: vector)
      difference["result_digest"] = .unsigned(difference["result_digest"].word ^ 1)
      return ["difference": difference]
    },
    unknown("change-missing", "VECTOR-DIFFERENCE-CHANGED") { vector in
      var difference = vector.union(VectorRuleCases.vector).difference(from: vector)
      difference["changed"] = .absent
      return ["difference": difference]
    },
    Case("handshake/vector-unknown/welcome", "SYNC-VECTOR-UNKNOWN", of: .watch) { stage in
      let (peer, session) = try stage.open()
      let valid = try peer.opening(session)
      var broken = valid
      broken["welcome"]["vector"] = ["digest": 5]
      try session.say(broken, insteadOf: valid)
      try session.expectEnd(.unknownVector, not: peer.openingAnswers)
    },
    Case("handshake/vector-unknown/unasked", "SYNC-VECTOR-UNASKED", of: .phone) { stage in
      let (peer, session) = try stage.ready()
      try session.say(
        Message("SyncMessage", ["vector": peer.vector.whole]),
        insteadOf: peer.acknowledgementMessage())
      try session.say(peer.batch([peer.heartRate()]))
      try session.expectEnd(.unknownVector, not: ["acknowledgement"])
    },
  ]

  private static func unknown(
    _ name: String, _ clause: String, _ news: @escaping @Sendable (Vector) -> Value
  ) -> Case {
    Case("handshake/vector-unknown/\(name)", clause) { stage in
      let (peer, session) = try stage.ready()
      try session.say(
        peer.acknowledgementMessage(news(peer.vector)), insteadOf: peer.acknowledgementMessage())
      try session.say(peer.batch([peer.heartRate()]))
      try session.expectEnd(.unknownVector, not: ["acknowledgement"])
    }
  }

  /// A phone that is told a vector it does not have asks for it.
  private static let wanted = [
    Case("handshake/vector-wanted/summary-of-the-phones", "VECTOR-STREAM-DIGEST", of: .phone) {
      stage in
      let (peer, _) = try filled(stage)
      let (_, summary) = try wanted(peer)
      let streams = try Streams.read(summary["streams"], most: Vector.mostIntervals)
      let digests = summary["digests"].items.map(\.word)
      try Deviation.unless(
        digests.count == streams.count, "a digest for each stream of the summary",
        "\(digests.count) for \(streams.count) streams")
      for (stream, intervals) in peer.vector.streams {
        let place = streams.firstIndex(of: stream)
        guard let place, digests[place] == Mixer(stream).digest(intervals) else {
          throw Deviation(
            expected: "the digest of each stream that the phone covers",
            observed: place == nil ? "a stream is missing" : "a digest of other intervals")
        }
      }
    },
    wanted("whole", "SYNC-VECTOR-WANTED") { $0.vector.whole },
    wanted("difference", "SYNC-VECTOR-BASE") { peer in
      // From the one whose summary that was.
      let base = peer.vector.union(Vector())
      return ["difference": base.union(VectorRuleCases.vector).difference(from: base)]
    },
    Case("handshake/vector-wanted/answer-unknown", "SYNC-VECTOR-UNKNOWN", of: .phone) { stage in
      let (peer, _) = try filled(stage)
      let (session, _) = try wanted(peer)
      try session.say(
        Message("SyncMessage", ["vector": ["digest": 5]]),
        insteadOf: Message("SyncMessage", ["vector": peer.vector.whole]))
      try session.expectEnd(.unknownVector, not: ["welcome"])
    },
    Case("handshake/vector-wanted/too-many-on-their-way", "SYNC-VECTOR-MANY", of: .phone) { stage in
      let (peer, _) = try filled(stage)
      let session = try peer.open()
      var hello = peer.hello()
      hello["hello"]["vector"] = VectorRuleCases.vector.byDigest
      for _ in 0..<64 {
        try session.say(hello)
        _ = try session.expect("vector_wanted")
      }
      try session.say(
        hello, insteadOf: Message("SyncMessage", ["vector": VectorRuleCases.vector.whole]))
      try session.expectEnd(.violation, not: ["welcome", "vector_wanted"])
    },
  ]

  private static func wanted(
    _ name: String, _ clause: String, _ news: @escaping @Sendable (Peer) -> Value
  ) -> Case {
    Case("handshake/vector-wanted/answer-\(name)", clause, of: .phone) { stage in
      let (peer, _) = try filled(stage)
      let (session, _) = try wanted(peer)
      try session.say(Message("SyncMessage", ["vector": news(peer)]))
      _ = try session.expect("welcome")
      try peer.ask(session)
    }
  }

  /// A hello by a digest that nobody knows, and the phone's question.
  private static func wanted(_ peer: Peer) throws -> (Session, Value) {
    let session = try peer.open()
    var hello = peer.hello()
    hello["hello"]["vector"] = VectorRuleCases.vector.byDigest
    try session.say(hello)
    return (session, try session.expect("vector_wanted"))
  }

  /// A watch that is asked tells its vector.
  private static let answers = [
    Case("handshake/vector-wanted/watch-answers", "SYNC-VECTOR-WANTED", of: .watch) { stage in
      let (peer, _) = try filled(stage)
      let session = try peer.open()
      let news = try peer.hearHello(session)["vector"]
      // One of many intervals is told by its digest.
      let told = news["whole"].isPresent ? try Vector(news: news) : nil
      let own = peer.vector.union(VectorRuleCases.vector)
      try session.say(Message("SyncMessage", ["vector_wanted": own.summary]))
      let answer = try session.expect("vector")
      let vector = try Vector(news: answer, having: [own] + (told.map { [$0] } ?? []))
      try Deviation.unless(
        told.map({ $0 == vector }) ?? (news["digest"].word == vector.digest),
        "the vector of the hello, told anew", "another vector")
    }
  ]

  /// What the node says of its own vector fits what it said before.
  private static let news = [
    Case("handshake/vector-told/acknowledged-dots-are-in-it", "VECTOR-NEWS") { stage in
      let (peer, session) = try stage.open()
      var vector: Vector
      if peer.device.role == .watch {
        vector = try Vector(news: try peer.greet(session)["vector"], having: [peer.vector])
      } else {
        vector = try Vector(news: try peer.welcome(session)["vector"])
      }
      for _ in 0..<3 {
        let sample = peer.heartRate()
        let batch = peer.batch([sample])
        try session.say(batch)
        try peer.noteTold(batch)
        let answer = try session.expect("acknowledgement", passing: ["compare", "batch"])
        vector = try Vector(news: answer["vector"], having: [vector])
        try Deviation.unless(
          vector.covers(sample.dot), "an acknowledgement whose vector covers the dot of the batch",
          "one that does not")
      }
    },
    Case("handshake/vector-told/decides-what-is-sent", "VECTOR-STREAM-GAPS") { stage in
      let (peer, samples) = try filled(stage, count: 7)
      // Two intervals in one stream, and one in the other, which begins anew.
      peer.forget(but: [samples[0], samples[2], samples[5]])
      let session = try peer.ready()
      // What the tool adds by asking may come back to it.
      let sent = try Peer.dots(of: try peer.batches(untilRows: 7, in: session)).filter {
        $0.incarnation == samples[0].dot.incarnation
      }
      let due = [1, 3, 4, 6].map { samples[$0].dot }
      try Deviation.unless(
        sent.sorted() == due.sorted(), "the 4 samples that the vector does not cover, each once",
        "\(sent.count) rows")
    },
  ]

  private static let claims = [
    Case("handshake/known/nothing-is-claimed-of-others", "VECTOR-KNOWN-OTHERS", of: .phone) {
      stage in
      let (peer, samples) = try filled(stage)
      peer.rows = [:]
      let session = try peer.ready { $0["known"] = [:] }
      let batches = try peer.batches(untilRows: samples.count, in: session)
      try Deviation.unless(
        batches.contains(where: { $0["refill"].isPresent }),
        "a refill of what the watch does not know", "no refill")
    }
  ]

  /// A pair that holds some samples of two types, in no session.
  private static func filled(_ stage: Stage, count: Int = 3) throws -> (Peer, [Sample]) {
    let (peer, session) = try stage.ready()
    let start = (Instant.now - 7200).rounded(.down)
    let samples = (0..<count).map { index -> Sample in
      let number = UInt64(index + 1)
      return index < 5
        ? .heartRate(peer.incarnation, number, at: start + Double(index))
        : .sleep(peer.incarnation, number, from: start, lasting: Double(index) * 60)
    }
    try peer.deliver(peer.batch(samples), in: session)
    // Both cover the same now, where the node had something of its own.
    try session.end()
    return (peer, samples)
  }
}
