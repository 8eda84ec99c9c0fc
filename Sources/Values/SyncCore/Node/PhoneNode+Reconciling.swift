internal import HealthModel

// Reconciling (R13).
extension PhoneNode where Store: ~Copyable {
  mutating func receive(
    _ part: ReconcilePart, from watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    guard let place = place(of: watch) else { return }
    if let claim = part.claim {
      switch sessions[place].exchange.hear(claim.vector) {
      case .success(let vector): sessions[place].heard = Heard(claim: claim, vector: vector)
      case .failure(let fault): return end(watch, for: fault)
      }
    }
    guard let claim = sessions[place].heard.claim else {
      return end(watch, .violation, "a reconciliation without a claim")
    }
    switch part.content {
    case nil:
      _ = try take(part.deletions, from: watch, &store, now: now)
    case .spans(let spans):
      guard try take(part.deletions, from: watch, &store, now: now) else { return }
      // R18: the hello that follows the settings begins anew.
      guard sessions[place].greeting != nil else { return }
      sessions[place].heard.comparedFrom = sessions[place].heard.comparedFrom ?? store.head.position
      sessions[place].exchange.send(
        .reconcile(
          try answer(
            spans, of: claim, in: sessions[place].exchange.range.scope, from: watch, &store)))
    case .lists(let lists, let days):
      let empty = (days ?? []).map { DayList(day: $0, live: VersionVector()) }
      guard sessions[place].heard.add(empty), sessions[place].heard.add(lists) else {
        return end(watch, .violation, "the lists are too long")
      }
      guard part.isLast else {
        _ = try take(part.deletions, from: watch, &store, now: now)
        return
      }
      let heard = sessions[place].heard
      let listed = days == nil ? nil : heard.lists.keys.sorted()
      let isApplied = try judge(
        heard, days: listed, part.deletions, from: watch, &store, now: now)
      guard isApplied else { return }
      // R11: on days that were equal nothing is listed, so that what died since has to be told.
      if let compared = heard.comparedFrom, compared < store.horizon, !rules.has(.horizonUnseen) {
        return end(watch, .logIsGone, "deletions were forgotten while roots were compared")
      }
      try reply(to: heard, isDirect: days == nil, at: place, &store)
    case .days, .missing: end(watch, .violation, "a watch does not say that")
    }
  }

  /// Tells the roots of the days in the spans that differ.
  func answer(
    _ spans: [SpanRoot], of claim: ReconcilePart.Claim, in scope: TypeScope,
    from watch: DeviceID, _ store: inout Store
  ) throws -> ReconcilePart {
    let own = try store.roots(
      SharedRange(
        scope: claim.range.scope.intersection(scope), floor: claim.range.floor),
      without: store.heldDots(of: watch, rules))
    let differing = spans.filter { span in
      var root = DayRoot()
      for (day, one) in own where span.days.contains(day) { root.add(one) }
      return root != span.root
    }.map(\.days)
    let days = own.filter { day, _ in differing.contains { $0.contains(day) } }
    return ReconcilePart(content: .days(spans: differing, days), isLast: true)
  }

  /// Judges the own rows by what the watch lists.
  ///
  /// - Returns: `false` where not all of it was applied: the session is over then.
  mutating func judge(
    _ heard: Heard, days: [Int64]?, _ deletions: [DeletionRun], from watch: DeviceID,
    _ store: inout Store, now: Double
  ) throws -> Bool {
    guard let claim = heard.claim else { return true }
    store.believeLive(heard.dots, covering: heard.vector, of: watch, rules)
    var candidates = VersionVector()
    let held = store.heldDots(of: watch, rules)
    for list in try store.lists(claim.range, days: days, without: held) {
      candidates.formUnion(list.live)
    }
    candidates.subtract(heard.dots)
    let state = ClaimedState(
      vector: heard.vector, claim: claim, deletions: deletions)
    let isConnected = isConnected(watch)
    store.noteIncarnations([claim.head.incarnation].compactMap(\.self), of: watch)
    let verdict = try store.applyReconciliation(
      candidates, state, of: watch, as: .phone,
      accepted: isConnected ? accepted[watch] : nil, limits, rules, now: now)
    brakes[watch] = nil
    switch verdict {
    case .applied:
      if isConnected { accepted[watch] = nil }
      return true
    case .braked(let stopped):
      brakes[watch] = stopped
      if isConnected { end(watch, .brake, "too many deletions without a record of them") }
    case .refused(let verdict): refuse(verdict, of: watch)
    }
    return false
  }

  /// Takes deaths that a watch told (R9, R28).
  ///
  /// - Returns: `false` where not all of them were taken: the session is over then.
  mutating func take(
    _ deaths: [DeletionRun], from watch: DeviceID, _ store: inout Store, now: Double
  ) throws -> Bool {
    let verdict = try store.applyDeaths(deaths, toldBy: watch, limits, rules, now: now)
    refuse(verdict, of: watch)
    return verdict == .taken
  }

  private mutating func refuse(_ verdict: DeathsVerdict, of watch: DeviceID) {
    guard isConnected(watch) else { return }
    switch verdict {
    case .taken: break
    case .unborn:
      end(watch, .violation, "it says that a sample is deleted which nobody has saved yet")
    case .tooMany: end(watch, .brake, "more deletions wait for a decision than can be noted")
    }
  }

  /// Tells the own side, as it is now that the watch's is applied.
  mutating func reply(
    to heard: Heard, isDirect: Bool, at place: Int, _ store: inout Store
  ) throws {
    guard sessions[place].greeting != nil else { return }
    sessions[place].mustReconcile = false
    // Of what the watch compared, which may be more than its window.
    var range = sessions[place].exchange.range
    if !rules.has(.keptRowsUnanswered) {
      range.floor = min(range.floor, heard.claim?.range.floor ?? range.floor)
    }
    let ending: Telling.Ending
    if isDirect, store.count(in: range.scope) <= limits.directDots {
      let held = store.heldDots(of: sessions[place].exchange.peer, rules)
      ending = .lists(try store.lists(range, days: nil, without: held), of: nil)
    } else {
      let alive = try store.live(among: heard.dots)
      let missing = heard.lists.map { DayList(day: $0.key, live: $0.value.subtracting(alive)) }
      ending = .missing(missing.filter { !$0.live.isEmpty }.sorted { $0.day < $1.day })
    }
    let head = store.head
    let vector = sessions[place].exchange.decide(store.presented)
    let telling = Telling(
      claim: ReconcilePart.Claim(vector: vector, known: .everything, range: range, head: head),
      tombstones: 0, ending: ending)
    sessions[place].heard = Heard()
    sessions[place].forgetWalks()
    sessions[place].exchange.restart(covering: heard.vector, from: head)
    sessions[place].exchange.isReady = true
    try sessions[place].tell(telling, &store)
  }
}

extension PhoneNode.Session where Store: ~Copyable {
  /// Tells the first parts.
  fileprivate mutating func tell(_ telling: Telling, _ store: inout Store) throws {
    self.telling = telling
    try exchange.sendParts(&self.telling, &store)
  }
}
