package import HealthModel

// Sending.
extension PhoneNode where Store: ~Copyable {
  /// Puts what there is to say to the watch, as far as credit goes, into the outbox.
  package mutating func pump(
    _ watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    guard let place = place(of: watch) else { return }
    if let told = sessions[place].greeting?.hello.settings.version,
      let version = store.record.peers[watch]?.settings.version, version != told,
      !rules.has(.settingsNotReissued) || version.number > told.number
    {
      if let settings = store.record.peers[watch]?.settings {
        tell(settings, at: place)
      }
      return
    }
    let held = store.heldDots(of: watch, rules)
    guard try sessions[place].pump(&store, without: held) else {
      return end(watch, .logIsGone, "the log does not reach back to the watch's cursor")
    }
  }

  /// Puts an acknowledgement into the outbox, where one is owed.
  package mutating func acknowledge(
    _ watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    guard let place = place(of: watch), sessions[place].exchange.owesAcknowledgement else { return }
    sessions[place].exchange.acknowledge(
      store.presented, cursor: store.record.peers[watch]?.cursor ?? .beginning)
  }
}

extension PhoneNode.Session where Store: ~Copyable {
  /// Says what there is to say.
  ///
  /// - Parameters:
  ///   - store: Where it comes from.
  ///   - held: What the watch takes for dead (R28).
  /// - Returns: `false` where the log does not reach back to the watch's cursor.
  /// - Throws: The store's errors.
  mutating func pump(_ store: inout Store, without held: VersionVector) throws -> Bool {
    if telling != nil { try exchange.sendParts(&telling, &store) }
    guard exchange.isReady, telling == nil, let view = greeting?.hello.view else { return true }
    guard try exchange.sendDeaths(&store) else { return false }
    try sendRefill(&store, without: held)
    try exchange.sendInserts(&store, view: view, skips: true)
    return true
  }

  /// Walks anew, and refills anew where a refill is under way: what was gathered for it and waits for its
  /// documents is dropped, and its last part would claim that all was sent.
  mutating func forgetWalks() {
    if refill != nil || exchange.held?.batch.refill != nil {
      refill = nil
      isRefilled = false
    }
    exchange.forgetWalks()
  }

  /// R17: what the watch does not know, and the vector that says what of it the phone covers.
  private mutating func sendRefill(_ store: inout Store, without held: VersionVector) throws {
    guard !isRefilled, let greeting else { return }
    let types = greeting.unknownTypes
    guard !types.isEmpty else {
      isRefilled = true
      return
    }
    let hello = greeting.hello
    if refill == nil {
      // What the watch does not cover goes as inserts (R4).
      refillLess =
        exchange.node.refillsAll
        ? held : store.vector.subtracting(exchange.heard).union(held)
      refill = try store.walk(
        SharedRange(scope: types, floor: hello.floor), .before(hello.known))
      refillVector = store.presented
    }
    while !isRefilled, exchange.hasCredit {
      if exchange.held != nil {
        try exchange.sendHeld(&store)
        continue
      }
      let runs = try exchange.gather(
        &refill, &store, atMost: exchange.limits.samples, without: refillLess)
      isRefilled = refill == nil
      let part = ChangeBatch.Refill(
        floor: hello.floor, types: types,
        vector: isRefilled
          ? refillVector.subtracting(store.damaged).restricted(to: types) : nil)
      exchange.hold(ChangeBatch(view: hello.view, runs: runs, refill: part))
    }
  }
}
