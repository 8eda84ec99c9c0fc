internal import HealthModel
package import SyncCore

/// What the phone believes of one watch, as the checker counts (R28).
struct TrustLedger {
  /// From which end on, and of which types.
  var equalAt: Double
  var scope: TypeScope
  /// How many older samples went on its word, by type and day.
  var older: [String: Int] = [:]
}

// A watch that somebody took over: the last one, where that is what a schedule is about.
extension World {
  var thief: Host<Store>? { profile.theme == .thieves ? hosts[profile.watchCount] : nil }

  /// What whoever took the watch over makes it say.
  func steal(_ event: Event) throws {
    guard let thief else { return }
    switch event.kind {
    case .forge: try forge(event, by: thief)
    case .claim:
      // That it has seen all, and holds what it holds.
      try attempt(thief) {
        try thief.store.cover(phone.store.vector)
        thief.store.record.known.set(thief.store.floor, for: thief.store.record.settings.scope)
        try thief.store.commit()
      }
      try connect(thief, isForced: true)
      try runSession(of: thief)
    case .unborn:
      // That what the phone saves next is dead.
      let type = profile.types[event.b % profile.types.count]
      let stream = VersionVector.Stream(incarnation: phone.store.nextWriter, type: type)
      let next = Dot(
        incarnation: stream.incarnation, type: type,
        sequence: (phone.store.vector[stream].max ?? 0) + 1)
      let lie = ChangeBatch(
        deletions: [death(of: next, uuid: unusedUUID(type), end: time(day))],
        log: LogRange(start: thief.store.head, end: thief.store.head))
      phone.isDirty = true
      try attempt(phone) {
        try phone.phone?.receiveLate(
          .batch(lie), from: thief.device, &phone.store, now: now(phone))
      }
      try flush(phone)
    case .sham: try sham(event, by: thief)
    default: return
    }
  }

  /// Shows settings with a number that nobody gave out, without a seal or with that of others.
  private func sham(_ event: Event, by thief: Host<Store>) throws {
    let decided = phone.store.record.peers[thief.device]?.settings
    var settings = thief.store.record.settings
    settings.version = WatchSettings.Version(
      number: max(settings.version.number, decided?.version.number ?? 0) + UInt64(1 + event.b % 3),
      incarnation: freshIncarnation())
    settings.scope = .none
    if event.c % 2 == 0 { settings.seal = [] }
    // R20: it throws away what it had heard, and a phone that was restored has only its own record then.
    revocations.noteLoss(of: thief.device)
    thief.isDirty = true
    try attempt(thief) {
      try thief.watch?.receiveLate(.settings(settings), &thief.store, now: now(thief))
    }
    try flush(thief)
    try connect(thief)
    try runSession(of: thief)
    guard phone.store.record.peers[thief.device]?.settings == decided else {
      throw violation("I10", "a watch decides what it may have")
    }
  }

  /// Says that something is dead: what it knows of, or what another watch saves next.
  private func forge(_ event: Event, by thief: Host<Store>) throws {
    var dots = Set(numberOf.keys.filter { phone.store.vector.covers($0) })
    for (stream, intervals) in thief.store.vector.streams {
      let isOfWatch = watches.contains {
        $0 !== thief && $0.store.nextWriter == stream.incarnation
      }
      guard isOfWatch, let last = intervals.max else { continue }
      dots.insert(Dot(incarnation: stream.incarnation, type: stream.type, sequence: last + 1))
    }
    let known = try thief.store.tombstones(among: thief.store.vector)
    guard let dot = pick(dots.filter { !known.covers($0) }.sorted(), event.b) else { return }
    let number = numberOf[dot]
    let uuid = number.map { SampleUUID(base: 1, counter: UInt64($0)) } ?? unusedUUID(dot.type)
    try attempt(thief) {
      // When it ends is what the phone knows, and not what is said.
      try thief.store.bury(death(of: dot, uuid: uuid, end: time(day)), at: now(thief))
      _ = thief.store.takeEvents()
      try thief.store.commit()
    }
    // The phone lost it, and this was the last copy.
    if let number, !hasHolder(number) { excused.insert(number) }
  }

  private func death(of dot: Dot, uuid: SampleUUID, end: Double) -> DeletionRun {
    var dots = DotColumn()
    dots.append(DotColumn.Span(incarnation: dot.incarnation, first: dot.sequence, count: 1))
    let run = DeletionRun(
      type: dot.type, uuids: [uuid], ends: [end],
      sources: DictionaryColumn(repeating: MemoryStore.source.source, count: 1), dots: dots)
    guard let run else { preconditionFailure("columns of one length fit each other") }
    return run
  }

  /// The UUID of a sample that nobody saves.
  private func unusedUUID(_ type: ObjectType) -> SampleUUID {
    samples.append((profile.types.firstIndex(of: type) ?? 0, time(day), .number))
    return SampleUUID(base: 1, counter: UInt64(samples.count - 1))
  }

  /// The phone hears the root of a watch, and answers it at once or later.
  func noteComparing(_ watch: Host<Store>) {
    let scope = phone.store.record.peers[watch.device]?.settings.scope ?? .none
    watch.comparisons.append((now(phone), scope))
  }

  /// The phone says whether a watch held the same when it was heard.
  func noteCompared(_ watch: Host<Store>, _ verdict: RootVerdict) {
    guard !watch.comparisons.isEmpty else { return }
    let comparison = watch.comparisons.removeFirst()
    guard watch === thief, verdict == .equal else { return }
    trusted.equalAt = comparison.at
    trusted.scope = comparison.scope
  }

  /// The phone lost state, and with it what it counted.
  func forgetTrust() {
    guard let thief, let trust = phone.store.record.peers[thief.device]?.trust else { return }
    trusted = TrustLedger(equalAt: trust.equalAt, scope: trust.scope)
  }

  /// I10: samples that nobody deleted went on the word of the watch that was taken over.
  func noteTold(_ numbers: [Int], at host: Host<Store>) throws {
    if host.isPhone {
      let limits = profile.limits
      let line = max(trusted.equalAt, now(phone) - limits.retention) - limits.trusted
      for number in numbers where samples[number].end < line || !isInScope(number) {
        guard isInScope(number) else {
          throw violation("I10", "a watch removes sample \(number), which it may not have")
        }
        try countOlder(number)
      }
    }
    for number in numbers {
      everDeleted.insert(number)
      deleted.insert(number)
    }
  }

  /// I10: nothing that a watch says stops what comes after it.
  func checkFollowed(_ watch: Host<Store>) throws {
    guard !isCloned, let cursor = phone.store.record.peers[watch.device]?.cursor else { return }
    let left = try watch.store.deletions(after: cursor.position, atMost: 1).runs
    guard left.isEmpty else {
      throw violation("I10", "the phone does not follow what \(watch.name) deletes")
    }
  }

  /// Notes samples that the phone took for dead before it saw them.
  func noteUnseen() throws {
    let numbers = phone.store.ghost.learned.subtracting(everDeleted).numbers
    for number in numbers where saved.contains(number) {
      // An incarnation that a restored phone forgot is that of whoever shows it first.
      if phoneLosses == 0 { try countOlder(number) }
      everDeleted.insert(number)
      deleted.insert(number)
    }
  }

  /// R28: notes that a watch drops a sample of which a phone that was restored took the dot for dead before it saw it,
  /// because it believes who shows an incarnation first.
  func noteBelieved(_ dot: Dot, _ number: Int) throws {
    guard thief != nil, phoneLosses > 0, !everDeleted.contains(number),
      phone.store.vector.covers(dot), try phone.store.live(among: VersionVector(dot)).isEmpty
    else { return }
    everDeleted.insert(number)
    deleted.insert(number)
  }

  private func countOlder(_ number: Int) throws {
    let key = "\(samples[number].type) \(day)"
    trusted.older[key, default: 0] += 1
    guard trusted.older[key] ?? 0 <= profile.limits.brakeCount else {
      throw violation("I10", "a watch removes \(profile.limits.brakeCount + 1) older samples a day")
    }
  }

  private func isInScope(_ number: Int) -> Bool {
    trusted.scope.contains(profile.types[samples[number].type])
  }

  /// R28: two clones are one watch, so that what one of them deleted the other one takes back.
  func noteTakenBack(_ held: VersionVector, by watch: Host<Store>) {
    let left = phone.phone?.held(of: watch.device, phone.store) ?? VersionVector()
    for dot in held.subtracting(left).dots {
      if let number = numberOf[dot], phone.store.ghost.live.contains(number) {
        excused.insert(number)
      }
    }
  }

  /// A person decides about what is held: what somebody deleted goes, everything else is saved again.
  ///
  /// - Returns: Whether there was anything.
  func decideHeld() throws -> Bool {
    var hasDecided = false
    for watch in watches {
      var held = VersionVector()
      phone.isDirty = true
      try attempt(phone) {
        held = try phone.phone?.takeHeld(of: watch.device, &phone.store) ?? held
      }
      guard !held.isEmpty else { continue }
      hasDecided = true
      for dot in held.dots {
        guard let number = numberOf[dot] else { continue }
        let isWanted = !everDeleted.contains(number) && !isDamaged(number, at: phone)
        if bug == .rule(.refuseUncovers), isWanted { continue }
        if isWanted {
          everDeleted.insert(number)
          deleted.insert(number)
        }
        try attempt(phone) { try phone.store.bury(VersionVector(dot), at: now(phone)) }
        if isWanted { try saveCopy(of: number) }
      }
      try flush(phone)
    }
    return hasDecided
  }

  /// A person refuses settings that a watch shows and the phone did not seal.
  ///
  /// - Returns: Whether there were some.
  func refuseUnsealed() throws -> Bool {
    var hasRefused = false
    for watch in watches where phone.phone?.unsealed[watch.device] != nil {
      guard watch === thief else {
        throw violation(
          "I10", "the phone does not know the settings again that \(watch.name) has of it")
      }
      hasRefused = true
      phone.isDirty = true
      try attempt(phone) {
        _ = try phone.phone?.answerUnsealed(of: watch.device, accepts: false, &phone.store)
      }
      try flush(phone)
    }
    return hasRefused
  }

  private func saveCopy(of number: Int) throws {
    let (type, end, shape) = samples[number]
    samples.append((type, end, shape))
    try save(samples.count - 1, on: phone)
  }
}

extension VersionVector {
  fileprivate init(_ dot: Dot) {
    self.init()
    insert(dot)
  }
}

extension SettingsSealing {
  /// What nobody else in a simulation makes.
  package static var simulated: Self {
    Self(seal: { hash($0) }, isOwn: { seal, bytes in seal == hash(bytes) })
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
  }
}
