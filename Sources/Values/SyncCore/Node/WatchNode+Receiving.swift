package import HealthModel

// Receiving.
extension WatchNode where Store: ~Copyable {
  /// A message of the session.
  package mutating func receive(
    _ message: SyncMessage, _ store: inout Store, now: Double
  ) throws {
    guard isConnected else { return try receiveLate(message, &store, now: now) }
    switch message {
    case .welcome(let welcome): try receive(welcome, &store, now: now)
    case .settings(let settings): try receive(settings, &store, now: now)
    case .vectorWanted(let summary):
      let vector = store.presented
      current.exchange.told = vector
      current.helloVector = vector
      current.exchange.send(.vector(.difference(vector.difference(from: summary))))
    case .batch(let batch):
      try apply(batch, isOfSession: true, &store, now: now)
      noteReceived(message)
    case .reconcile(let part):
      noteReceived(message)
      try receive(part, &store, now: now)
    case .acknowledgement(let acknowledgement):
      try receive(acknowledgement, &store, now: now)
    case .claimRefused(let types):
      try giveUpClaim(on: types, &store)
      try greet(&store, now: now)
    case .compared(let verdict):
      self.verdict = verdict
      if verdict == .equal { equalAt = now }
      if verdict == .unequal, isReady { try beginReconciliation(&store) }
    case .compareWanted: isCompareWanted = true
    case .ended: session = nil
    case .hello, .questions, .vector, .compare: end(.violation, "a phone does not say that")
    }
  }

  private mutating func noteReceived(_ message: SyncMessage) {
    if isConnected { current.exchange.noteReceived(message) }
  }

  /// A message of an earlier session, which can only tell facts.
  package mutating func receiveLate(
    _ message: SyncMessage, _ store: inout Store, now: Double
  ) throws {
    switch message {
    case .batch(let batch): try apply(batch, isOfSession: false, &store, now: now)
    case .settings(let settings): try take(settings, &store)
    case .reconcile(let part):
      guard let claim = part.claim, part.isLast, case .lists(let lists, nil) = part.content,
        case .whole(let vector) = claim.vector
      else { return }
      var heard = Heard(claim: claim, vector: vector)
      guard heard.add(lists) else { return }
      _ = try judge(
        heard, missing: nil, part.deletions, &store, now: now)
    case .acknowledgement(let acknowledgement):
      guard rules.has(.receiptAnySession), case .whole(let vector) = acknowledgement.vector
      else { return }
      try store.takeReceipt(vector, rules)
      mustCommit = true
    case .hello, .welcome, .questions, .vectorWanted, .vector, .claimRefused, .compare,
      .compared, .compareWanted, .ended:
      return
    }
  }

  mutating func receive(
    _ welcome: Welcome, _ store: inout Store, now: Double
  ) throws {
    guard isConnected else { return }
    let heard = current.exchange.hear(
      welcome.vector, among: [current.helloVector, current.helloReceipt])
    // A vector that is not here may have gone with what an overtaken welcome answers.
    if case .failure(.tooLong) = heard { return end(for: .tooLong) }
    guard welcome.view == view else { return }
    guard limits.versions.contains(welcome.version) else {
      return end(.incompatible, "version \(welcome.version) was not offered")
    }
    guard case .success(let vector) = heard else { return end(for: .unknown) }
    current.exchange.limits = limits.session.agreed(with: welcome.limits)
    clockSkew = welcome.now - now
    store.record.leaseBegan = now
    current.hasReceipt = true
    try store.takeReceipt(vector, rules)
    let serves = store.serves(
      welcome.cursor, of: phone, under: welcome.incarnation, rules, now: now)
    current.exchange.restart(covering: vector, from: welcome.cursor)
    if current.hasRefused { store.record.peers[phone]?.refused = [] }
    mustCommit = true
    if let refused = store.record.peers[phone]?.refused, !refused.isEmpty {
      current.hasRefused = true
      current.exchange.send(.claimRefused(refused))
    } else if welcome.mustReconcile || !serves {
      try beginReconciliation(&store)
    } else {
      current.exchange.isReady = true
    }
  }

  mutating func receive(
    _ settings: WatchSettings, _ store: inout Store, now: Double
  ) throws {
    try take(settings, &store)
    // R7: a hello after settings that it named already is told from that one by its view.
    if isConnected, current.view == view, !rules.has(.sameViewAgain) { drawView() }
    try greet(&store, now: now)
  }

  /// R18: before any data of the session.
  mutating func take(_ settings: WatchSettings, _ store: inout Store) throws {
    guard try store.takeSettings(settings, rules) else { return }
    drawView()
    mustCommit = true
    // Mostly the settings come before the welcome, whose receipt prunes then, before a list is judged.
    try prune(&store)
  }

  mutating func receive(
    _ acknowledgement: Acknowledgement, _ store: inout Store, now: Double
  ) throws {
    let vector: VersionVector
    guard isConnected else { return }
    switch current.exchange.hear(acknowledgement.vector) {
    case .success(let heard): vector = heard
    case .failure(let fault): return end(for: fault)
    }
    current.exchange.noteAcknowledged(acknowledgement.received)
    store.record.leaseBegan = now
    // While much is under way, the next one prunes as well.
    let isNearlyDone = current.exchange.isNearlyAcknowledged
    current.hasReceipt = true
    try store.takeReceipt(vector, rules, prunesNow: isNearlyDone)
    store.acknowledged(acknowledgement.cursor, by: phone, now: now)
    mustCommit = true
  }

  /// R6 to R9, R17, R24.
  mutating func apply(
    _ batch: ChangeBatch, isOfSession: Bool, _ store: inout Store, now: Double
  ) throws {
    if let log = batch.log {
      try store.applyDeaths(batch.deletions, rules, now: now)
      store.follow(log, of: phone, rules, now: now)
    }
    if batch.runs.isEmpty, batch.covers.isEmpty, batch.refill == nil {
      for piece in batch.documents { try store.insert(piece) }
      return
    }
    // R7: what was filtered for another view skips what this one wants.
    guard batch.view == view || rules.has(.viewUnchecked) else { return }
    if let refill = batch.refill {
      // R17: a refill is a claim, not a fact.
      guard isOfSession || rules.has(.fillAnySession) else { return }
      try store.applyRefill(refill, batch, rules, now: now)
    } else {
      // Between the list and its judgement a row would be on neither.
      if !isOfSession, isConnected, current.pin != nil, current.telling == nil,
        !current.exchange.isReady, store.count(in: .all) > limits.directDots
      {
        return
      }
      if try store.applyInserts(batch, rules, now: now) {
        if isConnected { current.exchange.forgetWalks() }
      }
    }
  }
}
