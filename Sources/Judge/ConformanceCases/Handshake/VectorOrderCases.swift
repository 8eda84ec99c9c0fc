internal import ConformanceKit
internal import ConformanceWire

/// Vectors that are told by others, where one message waits and another goes before it.
enum VectorOrderCases {
  static let all = [
    Case("handshake/vector-told/claim-that-waits", "SYNC-VECTOR-TOLD", of: .phone) { stage in
      let peer = try stage.peer()
      try peer.loseALog(holding: 300)
      let session = try peer.open()
      let welcome = try peer.greetPoorly(session)
      var told = try Vector(news: welcome["vector"], having: [peer.vector])
      // It uses the credit up, so that the claim has to wait.
      try peer.hearBatch(in: session)
      // The phone's cursor is on no log here. What it did not hear of changes its vector.
      _ = peer.burial([peer.heartRate()])
      try say(peer.part(content: "lists"), of: peer, after: &told, in: session)
      try hearClaim(of: peer, after: &told, in: session)
      for message in try peer.ask(session) { try hear(message, after: &told) }
      try peer.settleEither(session)
    },
    Case("handshake/vector-told/claim-that-waits-at-a-watch", "SYNC-VECTOR-TOLD", of: .watch) {
      stage in
      let peer = try stage.peer()
      let samples = try peer.shareApart(300)
      peer.lose([samples[0]])
      let session = try peer.open()
      try peer.welcome(session) { $0.limitCredit(of: "welcome") }
      // It uses the credit up, so that the claim has to wait.
      try peer.hearBatch(in: session)
      // By other settings it says hello again, and this time it has to reconcile.
      peer.settings["version"]["number"] = .integer(peer.settings["version"]["number"].number + 1)
      try session.say(Message("SyncMessage", ["settings": peer.settings]))
      let hello = try peer.welcome(session) {
        $0.limitCredit(of: "welcome")
        $0.value["welcome"]["must_reconcile"] = true
      }
      var told = try Vector(news: hello["vector"], having: [])
      // What it did not hear of changes its vector.
      try say(peer.burial([peer.heartRate()]), of: peer, after: &told, in: session)
      try hearClaim(of: peer, after: &told, in: session)
      let answer = peer.part(content: "lists")
      try session.say(answer)
      try peer.noteTold(answer)
      for message in try peer.ask(session) { try hear(message, after: &told) }
      try peer.settleEither(session)
    },
    Case("handshake/vector-wanted/acknowledgement-comes-first", "SYNC-VECTOR-COMING", of: .phone) {
      stage in
      let peer = try stage.peer()
      let session = try greetAgain(peer) { _ in }
      _ = try session.expect("vector_wanted", passing: ["acknowledgement"])
      try session.say(Message("SyncMessage", ["vector": peer.vector.whole]))
      try goOn(peer, in: session)
    },
    Case("handshake/vector-wanted/settings-come-first", "SYNC-VECTOR-COMING", of: .phone) { stage in
      let peer = try stage.peer()
      let none = peer.settings
      let session = try greetAgain(peer) { $0["settings"] = none }
      _ = try session.expect("settings", passing: ["acknowledgement"])
      try session.say(peer.poorHello())
      try goOn(peer, in: session)
    },
  ]

  /// Hears a batch, says hello again by a digest that the phone does not know, and acknowledges the batch at
  /// once, by a difference from the vector of that hello.
  private static func greetAgain(
    _ peer: Peer, _ change: (inout Value) -> Void
  ) throws -> Session {
    let samples = (1...3).map { peer.heartRate(60, secondsAgo: 60 * Double($0)) }
    try peer.share(samples)
    peer.forget(but: [samples[0]])
    let session = try peer.open()
    try peer.greetPoorly(session)
    try peer.hearBatch(in: session)
    // It has to say hello again for another view.
    peer.view ^= 2
    let base = peer.vector.union(VectorRuleCases.vector)
    try session.say(
      peer.poorHello {
        $0["vector"] = base.byDigest
        change(&$0)
      })
    peer.vector = base
    peer.vector.insert(Dot(11, Sample.heartRateType, 20))
    try session.say(
      peer.acknowledgementMessage(["difference": peer.vector.difference(from: base)]))
    return session
  }

  /// Sees that there is a welcome, and credit again by what was acknowledged.
  private static func goOn(_ peer: Peer, in session: Session) throws {
    // What the phone still says for the view before changes nothing ([SYNC-VIEW-OTHER]), and has its weight.
    let early = peer.heard
    var kind = ""
    while kind != "welcome" {
      let message = try session.hear("the message 'welcome'")
      kind = SyncKind.of(message)
      switch kind {
      case "batch": peer.heard += try Weight.message(message)
      case "acknowledgement", "welcome": break
      default:
        throw Deviation(expected: "the message 'welcome'", observed: "'\(kind)': \(message.text)")
      }
    }
    if peer.heard == early { try peer.hearBatch(in: session) }
    try peer.acknowledge(in: session)
    try peer.ask(session)
  }

  /// Says something weighty, and sees the node acknowledge it while its claim waits for credit.
  private static func say(
    _ message: Message, of peer: Peer, after told: inout Vector, in session: Session
  ) throws {
    try session.say(message)
    try peer.noteTold(message)
    while peer.acknowledged < peer.told {
      let message = try session.hear("an acknowledgement while the claim waits for credit")
      try Deviation.unless(
        !["batch", "reconcile"].contains(SyncKind.of(message)),
        "an acknowledgement, and nothing weighty while the credit is used up",
        "'\(SyncKind.of(message))'")
      try hear(message, after: &told)
      try peer.take(message, in: session)
    }
  }

  /// Gives credit, hears the node's side of a reconciliation and acknowledges each part.
  private static func hearClaim(
    of peer: Peer, after told: inout Vector, in session: Session
  ) throws {
    try peer.acknowledge(in: session)
    while true {
      let message = try session.hear("the node's claim, now that there is credit")
      try hear(message, after: &told)
      guard SyncKind.of(message) == "reconcile" else {
        try peer.take(message, in: session)
        continue
      }
      peer.heard += try Weight.message(message)
      let isLast = try peer.applyAnswer(message["reconcile"])
      try peer.acknowledge(in: session)
      if isLast { return }
    }
  }

  /// Sees that a vector is told by the one that was told last.
  private static func hear(_ message: Message, after told: inout Vector) throws {
    let kind = SyncKind.of(message)
    let news =
      switch kind {
      case "acknowledgement": message[kind]["vector"]
      case "reconcile": message[kind]["claim"]["vector"]
      default: Value.absent
      }
    guard news.isPresent else { return }
    do throws(ModelError) {
      told = try Vector(news: news, having: [told])
    } catch {
      throw Deviation(
        expected: "a vector told by the one that was sent last",
        observed: "'\(kind)' with another one: \(error)")
    }
  }
}

extension Message {
  /// Gives credit for one message, which has one sample.
  fileprivate mutating func limitCredit(of kind: String) {
    value[kind]["limits"]["samples"] = 1
    value[kind]["limits"]["credit"] = 1
  }
}

extension Peer {
  /// A hello that gives credit for one message, which has one sample.
  fileprivate func poorHello(_ change: (inout Value) -> Void = { _ in }) -> Message {
    var hello = hello()
    hello.limitCredit(of: "hello")
    change(&hello.value["hello"])
    return hello
  }

  /// Says hello with credit for one message, in a session that is open: the welcome.
  @discardableResult
  fileprivate func greetPoorly(_ session: Session) throws -> Value {
    try session.say(poorHello())
    return try session.expect("welcome")
  }

  /// Applies the next batch, and does not acknowledge it.
  fileprivate func hearBatch(in session: Session) throws {
    let batch = try session.expect("batch", passing: ["acknowledgement"])
    heard += try Weight.batch(batch)
    try apply(batch)
  }

  /// Is a watch that holds so many samples and whose log, of which the phone has heard, is lost.
  fileprivate func loseALog(holding count: Int) throws {
    let samples = try shareApart(count)
    try tell { [burial([samples[0]])] }
    forget(but: Array(samples.dropFirst()))
  }

  /// Makes both hold so many samples.
  ///
  /// No numbers of these samples touch, so that a vector has about as many intervals, which is more than a
  /// node has to tell all over again.
  fileprivate func shareApart(_ count: Int) throws -> [Sample] {
    let samples = (0..<count).map { index in
      _ = newDot(Sample.heartRateType)
      return heartRate(60, secondsAgo: 60 + Double(index))
    }
    try share(samples)
    return samples
  }
}
