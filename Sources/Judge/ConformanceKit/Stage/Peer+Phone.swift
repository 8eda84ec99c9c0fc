package import ConformanceWire

extension Peer {
  /// The first pause of [SYNC-CALL-AGAIN], and the longest, each with the most that it may be longer; in
  /// seconds.
  private static let (firstPause, longestPause) = (1.5, 450.0)

  /// Waits for the watch's call, answering what else it calls.
  func acceptSession() throws -> Session {
    guard !device.isStanding else { return try meetWatch() }
    let mayPause = ordinal > 0 && device.node.offers(.clock)
    ordinal += 1
    while true {
      let link = try acceptLink(mayPause)
      let call = try Call.accept(link, by: scene.deadline)
      if call.method == "dyad.v1.Sync/Session" {
        // Who is called answers at once: the watch waits for that ([SYNC-CALL-TAKEN]).
        try call.sendHeaders()
        return Session(call, on: link, scene)
      }
      try device.answer(call)
    }
  }

  /// The node's next connection; where that may come after a pause, its clock goes ahead until it does.
  private func acceptLink(_ mayPause: Bool) throws -> HTTP2Link {
    let deadline = scene.deadline
    var pause = Self.firstPause
    // About as long as a node takes to see that the session before is over; until then it does not pause.
    var milliseconds = 12
    while true {
      do {
        let time = Deadline(after: .milliseconds(milliseconds))
        return try device.acceptLink(by: mayPause ? time : deadline)
      } catch WireError.silence where mayPause && !deadline.isOver {
        try device.node.advanceClock(pause)
        // It may not have begun to pause, or have been in vain more than once.
        pause = min(2 * pause, Self.longestPause)
        milliseconds = min(2 * milliseconds, 200)
      } catch WireError.refused where !deadline.isOver {
        // A connection of before the node was ended.
        continue
      }
    }
  }

  /// Hears the watch's hello, until that fits the record in force, and says welcome.
  ///
  /// - Parameters:
  ///   - session: Where nothing was said yet, or hello again.
  ///   - mustReconcile: Whether the watch has to begin a reconciliation.
  ///   - change: What the case wants otherwise in the welcome.
  /// - Returns: The last hello, with the whole vector, however the watch told it.
  /// - Throws: A ``Deviation`` where the watch says something else.
  @discardableResult
  package func welcome(
    _ session: Session, mustReconcile: Bool = false, _ change: (inout Message) -> Void = { _ in }
  ) throws -> Value {
    var hello = try session.expect("hello")
    if hello["settings"]["version"]["number"].number < settings["version"]["number"].number {
      try session.say(Message("SyncMessage", ["settings": settings]))
      hello = try session.expect("hello", passing: ["questions"])
    }
    note(hello)
    hello["vector"] = try whole(hello["vector"], in: session)
    var welcome = welcomeMessage(mustReconcile: mustReconcile)
    change(&welcome)
    try session.say(welcome)
    if mustReconcile { try answerReconciliation(session) }
    return hello
  }

  /// What the watch tells of its vector by one that is not here, asked for as a phone does.
  private func whole(_ news: Value, in session: Session) throws -> Value {
    if news["whole"].isPresent { return news }
    if news["digest"].isPresent, news["digest"].word == 0 { return Vector().whole }
    let told: Vector
    do throws(ModelError) {
      told = try Vector(news: news, having: [vector])
    } catch {
      // A watch that covers what cases have skipped, or told to nobody else.
      try session.say(Message("SyncMessage", ["vector_wanted": vector.summary]))
      let answer = try session.expect("vector", passing: ["questions"])
      told = try Vector(news: answer, having: [vector])
    }
    return told.whole
  }

  /// Goes by the watch's view, floor and cursor from now on.
  package func note(_ hello: Value) {
    view = hello["view"].word
    floor = hello["floor"].real
  }

  /// The welcome that a phone in this state says.
  package func welcomeMessage(mustReconcile: Bool = false) -> Message {
    Message(
      "SyncMessage",
      [
        "welcome": [
          "version": 1, "incarnation": .unsigned(incarnation), "view": .unsigned(view),
          "vector": ["whole": vector.value], "cursor": cursor,
          "must_reconcile": .flag(mustReconcile), "now": .double(Instant.now),
          "limits": Peer.limits,
        ]
      ])
  }

  /// Takes over what the watch tells, and answers with all that it holds itself.
  package func answerReconciliation(_ session: Session) throws {
    while true {
      let message = try session.hear("the watch's part of a reconciliation")
      guard SyncKind.of(message) == "reconcile" else {
        try take(message, in: session)
        continue
      }
      heard += try Weight.message(message)
      if try applyAnswer(message["reconcile"]) { break }
    }
    try acknowledge(in: session)
    let part = part(content: "lists")
    try session.say(part)
    try noteTold(part)
  }

  /// Asks the watch to compare and takes what it sends until it does: whether its root is that of what is
  /// held here, which is told as the verdict.
  @discardableResult
  package func settleAsPhone(_ session: Session) throws -> CompareVerdict {
    defer { compared = .absent }
    // It may have asked while other things were said, and waits for an answer before it asks again.
    try sayBusy(session)
    while true {
      while !compared.isPresent {
        try take(
          try session.hear("the watch's root, and what is left to say before it"), in: session)
      }
      guard acknowledged >= told else {
        try awaitAcknowledgement(in: session)
        try sayBusy(session)
        continue
      }
      let root = Root(of: rows.values.filter { $0.end >= floor }.map(\.dot)).value
      let isEqual =
        root["count"].word == compared["count"].word && root["high"].word == compared["high"].word
        && root["low"].word == compared["low"].word
      try session.say(Message("SyncMessage", ["compared": ["verdict": isEqual ? 1 : 2]]))
      return isEqual ? .equal : .unequal
    }
  }

  /// Answers a question that came too early, and asks for the next one.
  private func sayBusy(_ session: Session) throws {
    if compared.isPresent {
      try session.say(Message("SyncMessage", ["compared": ["verdict": 3]]))
    }
    compared = .absent
    try session.say(Message("SyncMessage", ["compare_wanted": [:]]))
  }
}
