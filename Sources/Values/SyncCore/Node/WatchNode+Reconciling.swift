internal import HealthModel

// Reconciling (R13).
extension WatchNode where Store: ~Copyable {
  mutating func beginReconciliation(_ store: inout Store) throws {
    guard var session else { return }
    session.exchange.isReady = false
    let pin = try store.pin()
    let range =
      rules.has(.keptRowsUnlisted)
      ? session.exchange.range : try store.reconciled(session.exchange.range, in: pin)
    session.claimedRange = range
    session.pin = pin
    session.claimedHead = store.head
    session.heard = Heard()
    let known =
      rules.has(.reconcileUsesFloor)
      ? store.knownDownToFloor : store.record.known
    let ending: Telling.Ending =
      store.count(in: .all) <= limits.directDots
      ? .lists(try store.lists(range, days: nil, in: pin), of: nil)
      : .spans(.spans(of: try store.roots(range, in: pin), atMost: limits.spans))
    // After the lists: what could not be read for them is not presented (R24).
    session.presentedDamage = store.damaged
    let claim = ReconcilePart.Claim(
      vector: session.exchange.decide(store.presented), known: known, range: range,
      head: store.head)
    session.telling = Telling(
      claim: claim, tombstones: 0, ending: ending)
    session.answered = nil
    if case .spans = ending {
      session.answered = DaysHeard()
      session.dueAnswers += 1
    }
    try session.exchange.sendParts(&session.telling, &store)
    self.session = session
  }

  mutating func receive(
    _ part: ReconcilePart, _ store: inout Store, now: Double
  ) throws {
    guard var session else { return }
    if let claim = part.claim {
      switch session.exchange.hear(claim.vector) {
      case .success(let vector): session.heard = Heard(claim: claim, vector: vector)
      case .failure(let fault): return end(for: fault)
      }
    }
    switch part.content {
    case nil:
      try store.applyDeaths(part.deletions, rules, now: now)
      self.session = session
    case .days(let spans, let roots):
      guard session.dueAnswers > 0 else { return end(.violation, "nobody asked for days") }
      if part.isLast { session.dueAnswers -= 1 }
      // What a later hello or claim has overtaken is answered in vain.
      guard var answered = session.answered, let pin = session.pin else {
        self.session = session
        return
      }
      guard answered.add(spans, roots) else { return end(.violation, "the days are too many") }
      session.answered = part.isLast ? nil : answered
      guard part.isLast else {
        self.session = session
        return
      }
      let days = answered.differing(from: try store.roots(session.claimedRange, in: pin))
      var lists = try store.lists(session.claimedRange, days: days, in: pin)
      guard store.damaged == session.presentedDamage else {
        // Something could not be read that the claim presents: everything is claimed anew.
        self.session = session
        return try beginReconciliation(&store)
      }
      // Days that are empty here are told as well.
      let listed = Set(lists.map(\.day))
      for day in days where !listed.contains(day) {
        lists.append(DayList(day: day, live: VersionVector()))
      }
      lists.sort { $0.day < $1.day }
      session.telling = Telling(tombstones: nil, ending: .lists(lists, of: days))
      try session.exchange.sendParts(&session.telling, &store)
      self.session = session
    case .lists(let lists, nil), .missing(let lists):
      guard session.heard.claim != nil else { return end(.violation, "a list without a claim") }
      guard session.heard.add(lists) else { return end(.violation, "the lists are too long") }
      guard part.isLast else {
        try store.applyDeaths(part.deletions, rules, now: now)
        self.session = session
        return
      }
      var missing: VersionVector?
      if case .missing = part.content { missing = session.heard.dots }
      self.session = session
      let isApplied = try judge(
        session.heard, missing: missing, part.deletions, &store, now: now)
      guard isApplied else {
        return end(.brake, "too many deletions without a record of them")
      }
      self.session?.exchange.restart(
        covering: session.heard.vector, from: session.claimedHead)
      self.session?.pin = nil
      self.session?.heard = Heard()
      self.session?.exchange.isReady = true
    case .lists, .spans: end(.violation, "a phone does not list days or spans")
    }
  }

  /// Judges the own rows by what the phone holds.
  ///
  /// - Returns: `false` where the brake stopped it.
  mutating func judge(
    _ heard: Heard, missing: VersionVector?, _ deletions: [DeletionRun], _ store: inout Store,
    now: Double
  ) throws -> Bool {
    guard let claim = heard.claim else { return true }
    var candidates: VersionVector
    if let missing {
      candidates = missing
    } else {
      var range = claim.range
      if rules.has(.reconcileUnbounded) { range.floor = -.infinity }
      candidates = VersionVector()
      for list in try store.lists(range, days: nil, in: store.pin()) {
        candidates.formUnion(list.live)
      }
      candidates.subtract(heard.dots)
    }
    let state = ClaimedState(
      vector: heard.vector, claim: claim, deletions: deletions)
    brake = nil
    let verdict = try store.applyReconciliation(
      candidates, state, of: phone, as: .watch, accepted: isConnected ? accepted : nil, limits,
      rules, now: now)
    if case .braked(let stopped) = verdict {
      brake = stopped
      return false
    }
    if isConnected { accepted = nil }
    return true
  }
}
