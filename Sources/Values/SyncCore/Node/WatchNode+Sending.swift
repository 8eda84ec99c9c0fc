internal import HealthModel

// Sending.
extension WatchNode where Store: ~Copyable {
  /// Puts what there is to say, as far as credit goes, into the outbox.
  package mutating func pump(_ store: inout Store, now: Double) throws {
    guard isConnected else { return }
    try current.sendParts(&store)
    guard isReady else { return }
    guard current.view == view, !mustGreet else { return try greet(&store, now: now) }
    // R5: a watch never skips.
    // R27: whenever it is another.
    let report = rules.has(.workoutsToldOnce) ? current.toldWorkouts : workouts
    guard try current.sendNews(&store, report, skips: rules.has(.watchSkips)) else {
      return end(.logIsGone, "the log does not reach back to the phone's cursor")
    }
  }

  /// Puts an acknowledgement into the outbox, where one is owed.
  package mutating func acknowledge(_ store: inout Store, now: Double) throws {
    guard owesAcknowledgement else { return }
    let cursor = store.record.peers[phone]?.cursor ?? .beginning
    current.exchange.acknowledge(store.presented, cursor: cursor)
  }

  /// Asks whether both sides hold the same, where this side has nothing more to say.
  ///
  /// Damage is no reason to wait: what the phone can give it has given by then, and a root leaves out what
  /// cannot be read (R24).
  ///
  /// - Parameter store: What is compared.
  /// - Returns: Whether it asked.
  /// - Throws: The store's errors.
  package mutating func compare(_ store: inout Store) throws -> Bool {
    guard isReady, current.view == view, current.exchange.isAcknowledged,
      !current.exchange.owesAcknowledgement, current.exchange.logScanned >= store.head.position,
      store.damaged.isEmpty || !rules.has(.damageStopsComparing)
    else { return false }
    guard current.exchange.range == store.window else {
      // The floor moved on; the phone has to know before it can compare.
      mustGreet = true
      return false
    }
    let root = try store.root(of: current.exchange.range)
    current.exchange.send(.compare(root))
    verdict = nil
    isCompareWanted = false
    return true
  }
}

extension WatchNode.Session where Store: ~Copyable {
  /// Goes on with the side of a reconciliation that is being told.
  fileprivate mutating func sendParts(_ store: inout Store) throws {
    if telling != nil { try exchange.sendParts(&telling, &store) }
  }

  /// Sends what the phone has not heard of: questions, deaths and inserts.
  ///
  /// - Parameters:
  ///   - store: Where from.
  ///   - workouts: What there is to tell of workouts.
  ///   - skips: Whether to skip what is held no more.
  /// - Returns: `false` where the log does not reach back to the phone's cursor.
  /// - Throws: The store's errors.
  fileprivate mutating func sendNews(
    _ store: inout Store, _ workouts: WorkoutReport, skips: Bool
  ) throws -> Bool {
    let questions = store.record.questions
    if questions != toldQuestions || workouts != toldWorkouts {
      (toldQuestions, toldWorkouts) = (questions, workouts)
      exchange.send(.questions(questions, workouts))
    }
    guard try exchange.sendDeaths(&store) else { return false }
    // R19: every type.
    try exchange.sendInserts(&store, view: 0, skips: skips)
    return true
  }
}
