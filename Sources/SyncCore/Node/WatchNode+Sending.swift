internal import HealthModel

// Sending.
extension WatchNode where Store: ~Copyable {
  /// Puts what there is to say, as far as credit goes, into the outbox.
  package mutating func pump(_ store: inout Store, now: Double) throws {
    guard var session else { return }
    if session.telling != nil {
      try session.exchange.sendParts(&session.telling, &store)
      self.session = session
    }
    guard session.exchange.isReady else { return }
    guard session.view == view, !mustGreet else { return try greet(&store, now: now) }
    let questions = store.record.questions
    if questions != session.toldQuestions {
      session.toldQuestions = questions
      session.exchange.send(.questions(questions))
    }
    let isLogThere = try session.exchange.sendDeaths(&store)
    if isLogThere {
      // R5: a watch never skips; R19: it sends every type.
      try session.exchange.sendInserts(&store, view: 0, skips: rules.has(.watchSkips))
    }
    self.session = session
    if !isLogThere { end(.logIsGone, "the log does not reach back to the phone's cursor") }
  }

  /// Puts an acknowledgement into the outbox, where one is owed.
  package mutating func acknowledge(_ store: inout Store, now: Double) throws {
    guard session?.exchange.owesAcknowledgement == true else { return }
    let cursor = store.record.peers[phone]?.cursor ?? .beginning
    session?.exchange.acknowledge(store.presented, cursor: cursor)
  }

  /// Asks whether both sides hold the same, where this side has nothing more to say.
  ///
  /// - Parameter store: What is compared.
  /// - Returns: Whether it asked.
  /// - Throws: The store's errors.
  package mutating func compare(_ store: inout Store) throws -> Bool {
    guard var session, session.exchange.isReady, session.view == view,
      session.exchange.isAcknowledged, !session.exchange.owesAcknowledgement,
      session.exchange.logScanned >= store.head.position, store.damaged.isEmpty
    else { return false }
    guard session.exchange.range == store.window else {
      // The floor moved on; the phone has to know before it can compare.
      mustGreet = true
      return false
    }
    session.exchange.send(.compare(try store.root(of: session.exchange.range)))
    self.session = session
    verdict = nil
    isCompareWanted = false
    return true
  }
}
