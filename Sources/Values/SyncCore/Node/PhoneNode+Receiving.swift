package import HealthModel

// Receiving.
extension PhoneNode where Store: ~Copyable {
  /// A message of the watch's session.
  ///
  /// An acknowledgement may refer to the vector of a hello before it that is not in force: as only its digest
  /// is here, or as the settings that it names are old. The vector itself comes after it then (R25).
  package mutating func receive(
    _ message: SyncMessage, from watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    guard let place = place(of: watch) else {
      return try receiveLate(message, from: watch, &store, now: now)
    }
    switch message {
    case .hello(let hello): try receive(hello, from: watch, &store, now: now)
    case .vector(let news): try receive(news, from: watch, &store, now: now)
    case .questions(let questions, let report):
      store.record.peers[watch]?.questions = questions
      workouts[watch] = report
    case .batch(let batch):
      try apply(batch, from: watch, &store, now: now)
      noteReceived(message, from: watch)
    case .reconcile(let part):
      sessions[place].exchange.noteReceived(message)
      try receive(part, from: watch, &store, now: now)
    case .acknowledgement(let acknowledgement):
      if case .failure(let fault) = sessions[place].exchange.hear(acknowledgement.vector),
        fault == .tooLong || sessions[place].isGreeted || rules.has(.vectorMustBeHere)
      {
        return end(watch, for: fault)
      }
      sessions[place].exchange.noteAcknowledged(acknowledgement.received)
      store.acknowledged(acknowledgement.cursor, by: watch, now: now)
    case .claimRefused(let types):
      try giveUpClaim(on: types, &store)
      // Whoever heard the false claim may hold it, too.
      for other in store.record.peers.keys where other != watch {
        store.record.peers[other]?.refused.formUnion(types)
      }
      sessions[place].mustReconcile = true
      if let hello = sessions[place].greeting?.hello {
        try welcome(
          hello, covering: sessions[place].exchange.heard, at: place, &store, now: now)
      }
    case .compare(let root):
      let verdict = try verdict(on: root, at: place, &store)
      if verdict == .equal {
        sessions[place].equalAt = now
        noteEqual(watch, &store, now: now)
      }
      sessions[place].exchange.send(.compared(verdict))
    case .ended: sessions.remove(at: place)
    case .welcome, .settings, .vectorWanted, .compared, .compareWanted:
      end(watch, .violation, "a watch does not say that")
    }
  }

  /// A message of an earlier session, which can only tell facts.
  package mutating func receiveLate(
    _ message: SyncMessage, from watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    switch message {
    case .batch(let batch):
      try apply(batch, from: watch, &store, now: now)
    case .reconcile(let part):
      guard let claim = part.claim, part.isLast, case .lists(let lists, nil) = part.content,
        case .whole(let vector) = claim.vector
      else { return }
      var heard = Heard(claim: claim, vector: vector)
      guard heard.add(lists) else { return }
      _ = try judge(
        heard, days: nil, part.deletions, from: watch, &store, now: now)
    case .hello, .welcome, .settings, .questions, .vectorWanted, .vector, .acknowledgement,
      .claimRefused, .compare, .compared, .compareWanted, .ended:
      return
    }
  }

  mutating func receive(
    _ hello: Hello, from watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    guard hello.role == .watch else { return end(watch, .wrongRole, "the peer is no watch") }
    guard hello.versions.overlaps(limits.versions) else {
      return end(
        watch, .incompatible,
        "the watch speaks versions \(hello.versions), the phone \(limits.versions)")
    }
    add(watch, &store, now: now)
    store.noteIncarnations([hello.incarnation], of: watch)
    noteOrdinal(of: hello, watch, &store)
    store.record.peers[watch]?.questions = hello.questions
    workouts[watch] = hello.workouts
    guard let place = place(of: watch) else { return }
    sessions[place].clockSkew = hello.now - now
    guard let settings = try currentSettings(hello.settings, for: watch, &store) else {
      return end(
        watch, .brake, "the owner of the phone has to say whether the watch's settings count")
    }
    guard hello.settings.version.number >= settings.version.number else {
      return tell(settings, at: place)
    }
    switch sessions[place].exchange.hear(hello.vector, among: [store.presented]) {
    case .success(let vector):
      sessions[place].waiting = nil
      try welcome(hello, covering: vector, at: place, &store, now: now)
    case .failure(.unknown):
      guard sessions[place].wanted.count < (rules.has(.asksOnce) ? 1 : Self.mostWanted) else {
        return end(watch, .violation, "it greets again and again, and never tells its vector")
      }
      sessions[place].waiting = hello
      sessions[place].wanted.append(store.presented)
      sessions[place].exchange.send(.vectorWanted(store.presented.summary))
    case .failure(.tooLong): end(watch, for: .tooLong)
    }
  }

  /// As many vectors as may be asked for at a time: a watch greets anew when its window or the settings change.
  private static var mostWanted: Int { 64 }

  /// The vector of a hello, or of one before it that was overtaken (R25): that is heard and no more.
  mutating func receive(
    _ news: VectorNews, from watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    guard let place = place(of: watch), let told = sessions[place].wanted.first,
      sessions[place].waiting != nil || !rules.has(.vectorMustBeHere)
    else { return end(watch, for: .unknown) }
    sessions[place].wanted.removeFirst()
    switch sessions[place].exchange.hear(news, among: [told]) {
    case .failure(let fault): end(watch, for: fault)
    case .success(let vector):
      guard let hello = sessions[place].waiting else { return }
      sessions[place].waiting = nil
      try welcome(hello, covering: vector, at: place, &store, now: now)
    }
  }

  /// R21: raises the alarm where a watch's sessions went back.
  mutating func noteOrdinal(of hello: Hello, _ watch: DeviceID, _ store: inout Store) {
    guard var peer = store.record.peers[watch] else { return }
    // A watch greets more than once in a session.
    if hello.ordinal < peer.ordinal { alarms.insert(watch) }
    peer.ordinal = max(peer.ordinal, hello.ordinal)
    for type in peer.refused where hello.known[type] == .infinity { peer.refused.remove(type) }
    store.record.peers[watch] = peer
  }

  /// R20: where the watch has seen decisions that are lost here, they are decided anew, and no revocation
  /// is undone.
  ///
  /// - Returns: `nil` where the watch shows settings that this phone neither remembers nor sealed.
  mutating func currentSettings(
    _ theirs: WatchSettings, for watch: DeviceID, _ store: inout Store
  ) throws -> WatchSettings? {
    let peer = store.record.peers[watch]
    let settings = peer?.settings ?? WatchSettings()
    let isOvertaken = theirs.version.number < settings.version.number
    unsealed[watch] = nil
    if peer?.hasDecided(theirs.version) ?? false || rules.has(.settingsNotReissued)
      || isOvertaken && rules.has(.settingsOvertaken)
    {
      return settings
    }
    guard sealing.isOwn(theirs.seal, theirs.sealedBytes(for: watch)) || rules.has(.settingsUnsealed)
    else {
      unsealed[watch] = theirs
      return nil
    }
    return try decideAnew(after: theirs, narrowing: true, for: watch, &store)
  }

  /// R20: gives out a number above both; narrowing, only what both allow is allowed from now on.
  mutating func decideAnew(
    after theirs: WatchSettings, narrowing isNarrowing: Bool, for watch: DeviceID,
    _ store: inout Store
  ) throws -> WatchSettings {
    var settings = store.record.peers[watch]?.settings ?? WatchSettings()
    try store.beginIncarnation()
    if isNarrowing { (settings.scope, settings.access) = settings.intersection(theirs) }
    settings.version = WatchSettings.Version(
      number: max(theirs.version.number, settings.version.number) + 1,
      incarnation: store.nextWriter)
    store.record.peers[watch]?.decide(settings)
    return settings
  }

  /// R18: no data goes out before the watch has these, so that with a record that cannot be told nothing does.
  mutating func tell(_ settings: WatchSettings, at place: Int) {
    guard settings.version.number <= WatchSettings.Version.mostTold else {
      return end(
        sessions[place].exchange.peer, .violation,
        "its settings were decided too often: the pair has to be made anew")
    }
    sessions[place].exchange.isReady = false
    sessions[place].greeting = nil
    sessions[place].waiting = nil
    sessions[place].telling = nil
    var settings = settings
    settings.seal = sealing.seal(settings.sealedBytes(for: sessions[place].exchange.peer))
    sessions[place].exchange.send(.settings(settings))
  }

  mutating func welcome(
    _ hello: Hello, covering vector: VersionVector, at place: Int, _ store: inout Store,
    now: Double
  ) throws {
    let watch = sessions[place].exchange.peer
    var hello = hello
    // What it may have is decided here, whatever it says.
    hello.settings.scope = store.record.peers[watch]?.settings.scope ?? .none
    let refused = store.record.peers[watch]?.refused ?? []
    guard refused.isEmpty else { return sessions[place].exchange.send(.claimRefused(refused)) }
    store.believeLive(VersionVector(), covering: vector, of: watch, rules)
    let serves = store.serves(hello.cursor, of: watch, rules, now: now)
    let range = SharedRange(scope: hello.settings.scope, floor: hello.floor)
    sessions[place].begin(hello)
    sessions[place].exchange.range = range
    sessions[place].exchange.sends = range
    sessions[place].exchange.limits = limits.session.agreed(with: hello.limits)
    sessions[place].exchange.restart(covering: vector, from: hello.cursor)
    sessions[place].exchange.isReady = serves
    let presented = store.presented
    let news = news(of: presented, to: hello, covering: vector)
    sessions[place].exchange.told = presented
    sessions[place].exchange.send(
      .welcome(
        Welcome(
          version: min(hello.versions.upperBound, limits.versions.upperBound),
          incarnation: store.nextWriter, view: hello.view,
          vector: news,
          cursor: store.record.peers[watch]?.cursor ?? .beginning,
          mustReconcile: !serves || sessions[place].mustReconcile, now: now,
          limits: limits.session)))
  }

  /// The own vector for a welcome: by what the hello said of both.
  func news(
    of vector: VersionVector, to hello: Hello, covering theirs: VersionVector
  ) -> VectorNews {
    if vector.intervalCount <= limits.wholeVector { return .whole(vector) }
    if vector == theirs { return .digest(vector.digest) }
    return hello.receipt.map { .difference(vector.difference(from: $0)) } ?? .whole(vector)
  }

  /// R5, R6, R8, R9, R19, R24, R28.
  mutating func apply(
    _ batch: ChangeBatch, from watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    if let log = batch.log {
      store.noteIncarnations([log.end.incarnation].compactMap(\.self), of: watch)
      let before = store.record.peers[watch]?.trust.held
      guard try take(batch.deletions, from: watch, &store, now: now) else { return }
      if !rules.has(.heldStopsCursor) || before == store.record.peers[watch]?.trust.held {
        store.follow(log, of: watch, rules, now: now)
      }
    }
    guard batch.refill == nil else {
      if isConnected(watch) { end(watch, .violation, "a watch does not refill a phone") }
      return
    }
    if rules.has(.uploadByScope), let scope = store.record.peers[watch]?.settings.scope,
      batch.covers.streams.keys.contains(where: { !scope.contains($0.type) })
    {
      return
    }
    // R5: a watch cannot tell dead from never sent, whatever it says.
    var inserts = batch
    if !rules.has(.watchSkips) {
      inserts.covers = VersionVector()
      for run in batch.runs { inserts.covers.cover(run.dots, of: run.type) }
    }
    for run in batch.runs {
      store.noteIncarnations(run.dots.spans.lazy.map(\.incarnation), of: watch)
    }
    store.believeLive(batch.runs, of: watch)
    if try store.applyInserts(inserts, rules, now: now) {
      for place in sessions.indices { sessions[place].forgetWalks() }
    }
    try store.judgeForetold(among: inserts.covers, limits, rules, now: now)
  }

  mutating func verdict(
    on root: DayRoot, at place: Int, _ store: inout Store
  ) throws -> RootVerdict {
    sessions[place].owesComparison = !canCompare(at: place, store)
    if sessions[place].owesComparison { return .busy }
    let held = store.heldDots(of: sessions[place].exchange.peer, rules)
    return try store.root(of: sessions[place].exchange.range, without: held) == root
      ? .equal : .unequal
  }

  /// Whether the watch has all that this node would tell it.
  func canCompare(at place: Int, _ store: borrowing Store) -> Bool {
    sessions[place].hasSaidAll && sessions[place].exchange.logScanned >= store.head.position
      && (store.damaged.isEmpty || !rules.has(.damageStopsComparing))
      && (rules.has(.damageIsUnsaid) ? store.vector : store.presented)
        .restricted(to: sessions[place].exchange.sends.scope)
        .subtracting(sessions[place].exchange.peerCovers).isEmpty
  }

  private mutating func noteReceived(_ message: SyncMessage, from watch: DeviceID) {
    if let place = place(of: watch) { sessions[place].exchange.noteReceived(message) }
  }
}

extension PhoneNode.Session where Store: ~Copyable {
  /// A hello is in force, and nothing of an earlier one.
  fileprivate mutating func begin(_ hello: Hello) {
    greeting = Greeting(hello)
    telling = nil
    heard = Heard()
    refill = nil
    isRefilled = false
  }

  /// Whether a hello is in force and no later one waits.
  fileprivate var isGreeted: Bool { greeting != nil && waiting == nil }

  /// Whether what was sent is acknowledged, and no refill is due.
  fileprivate var hasSaidAll: Bool {
    guard let greeting, exchange.isReady, exchange.isAcknowledged else { return false }
    return isRefilled || greeting.unknownTypes.isEmpty
  }
}
