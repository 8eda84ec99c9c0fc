internal import HealthModel

/// What came of deaths that a watch told.
enum DeathsVerdict: Hashable, Sendable {
  /// Each counts, is held or is foretold.
  case taken
  /// One is of a dot that this phone has not given yet.
  case unborn
  /// More than can be noted are held: a person has to decide about some first.
  case tooMany
}

// R28: how far a watch is believed.
extension SyncStore where Self: ~Copyable {
  /// Judges deaths that a watch told.
  ///
  /// - Parameters:
  ///   - runs: Who died, as the watch says.
  ///   - watch: Which.
  ///   - limits: The brake's, and from when on a watch is believed.
  ///   - rules: All.
  ///   - now: By the phone's clock.
  /// - Returns: Unless all were taken, what stands in the way; some may have been taken then.
  /// - Throws: The store's errors.
  mutating func applyDeaths(
    _ runs: [DeletionRun], toldBy watch: DeviceID, _ limits: NodeLimits, _ rules: Rules, now: Double
  ) throws -> DeathsVerdict {
    for run in runs {
      let told = VersionVector(run.dots, of: run.type)
      let live = try live(among: told)
      var known = vector.intersection(told).subtracting(live)
      known.formUnion(try tombstones(among: told))
      let trust = trust(in: watch)
      var news = told.subtracting(known).subtracting(trust.held).subtracting(trust.foretold)
      guard !news.isEmpty else { continue }
      let own = VersionVector.Stream(incarnation: nextWriter, type: run.type)
      if let last = news[own].max, last > vector[own].max ?? 0, !rules.has(.killsTheUnborn) {
        return .unborn
      }
      let seen = news.intersection(live)
      let readable = seen.subtracting(damaged)
      // What a row says counts, not what the watch says of it.
      let passing = try believed(readable, toldBy: watch, limits, rules, now: now)
      guard hold(readable.subtracting(passing), of: watch) else { return .tooMany }
      if !passing.isEmpty { try bury(passing, at: now) }
      news.subtract(readable)
      guard !news.isEmpty else { continue }
      let rest = try applyBlind(run, news, toldBy: watch, limits, rules, now: now)
      guard rest == .taken else { return rest }
    }
    return .taken
  }

  /// Judges deaths of dots without a row that can be read: never seen, or damaged.
  private mutating func applyBlind(
    _ run: DeletionRun, _ dots: VersionVector, toldBy watch: DeviceID, _ limits: NodeLimits,
    _ rules: Rules, now: Double
  ) throws -> DeathsVerdict {
    let unreadable = dots.intersection(damaged)
    var passing = allowed(unreadable, toldBy: watch, limits, rules, now: now)
    var foretold = VersionVector()
    for (stream, intervals) in dots.subtracting(unreadable).sortedStreams {
      let one = VersionVector(intervals, of: stream)
      if trust(in: watch).incarnations.contains(stream.incarnation) || rules.has(.killsTheUnborn) {
        passing.formUnion(one)
      } else if isAnothers(stream.incarnation) {
        foretold.formUnion(one)
      } else {
        let allowed = allowed(one, isInScope: true, toldBy: watch, limits, rules, now: now)
        passing.formUnion(allowed)
        foretold.formUnion(one.subtracting(allowed))
      }
    }
    if rules.has(.deadWithoutCover) { passing = passing.intersection(unreadable) }
    let deaths = run.selecting(run.dots.rows(of: run.type, in: passing))
    // A twin dies with it (R23), as far as the watch is believed about that; else what died is covered, and the twin
    // stays.
    let twins = deaths.count > 0 ? try twins(of: deaths).subtracting(passing) : VersionVector()
    let dying = try believed(twins.subtracting(damaged), toldBy: watch, limits, rules, now: now)
      .union(allowed(twins.intersection(damaged), toldBy: watch, limits, rules, now: now))
    guard hold(unreadable.subtracting(passing), of: watch) else { return .tooMany }
    // What there is no room for is forgotten: should the sample come, the watch's list lacks it, and that is judged.
    if !foretold.isEmpty { _ = record.peers[watch]?.trust.foretell(foretold) }
    guard dying == twins else {
      // Each death that stands for no such twin gets its tombstone all the same.
      let isAlone = try (0..<deaths.count).map { row in
        try self.twins(of: deaths.selecting([row])).subtracting(passing).subtracting(dying).isEmpty
      }
      let alone = deaths.selecting(isAlone.indices.filter { isAlone[$0] })
      if alone.count > 0 { try bury(alone, at: now) }
      let apart = passing.subtracting(VersionVector(alone.dots, of: run.type))
      try cover(apart.subtracting(unreadable))
      return hold(apart.intersection(unreadable), of: watch) ? .taken : .tooMany
    }
    if deaths.count > 0 { try bury(deaths, at: now) }
    return .taken
  }

  /// Those of some live dots whose death counts, as the watch is believed about them; what was deleted on its word
  /// before is counted.
  mutating func believed(
    _ dots: VersionVector, toldBy watch: DeviceID, _ limits: NodeLimits, _ rules: Rules, now: Double
  ) throws -> VersionVector {
    guard !dots.isEmpty else { return dots }
    let trust = trust(in: watch)
    let line = trust.line(limits, at: now)
    var believed = VersionVector()
    var older = VersionVector()
    for (dot, end) in try ends(of: dots)
    where trust.scope.contains(dot.type) || rules.has(.freeOutOfScope) {
      if end >= line || rules.has(.trustTheFloor) {
        believed.insert(dot)
      } else {
        older.insert(dot)
      }
    }
    believed.formUnion(
      allowed(older, isInScope: true, toldBy: watch, limits, rules, now: now))
    return believed
  }

  /// So many of some dots as may go without a question, which are counted.
  private mutating func allowed(
    _ dots: VersionVector, isInScope: Bool = false, toldBy watch: DeviceID, _ limits: NodeLimits,
    _ rules: Rules, now: Double
  ) -> VersionVector {
    if dots.isEmpty || rules.has(.noAllowance) { return dots }
    var allowed = VersionVector()
    for type in Set(dots.streams.keys.map(\.type)).sorted()
    where isInScope || trust(in: watch).scope.contains(type) {
      let ofType = dots.restricted(to: .only([type]))
      let most = brakeLimit(of: type, limits)
      let count =
        record.peers[watch]?.trust.allow(
          Int(clamping: ofType.count), of: type, atMost: most, at: now) ?? 0
      allowed.formUnion(ofType.prefix(dots: UInt64(count), intervals: .max))
    }
    return allowed
  }

  /// Judges live rows whose deaths follow from what a watch lists.
  ///
  /// - Returns: `false` where more are held than can be noted.
  mutating func judge(
    _ rows: VersionVector, impliedBy watch: DeviceID, _ limits: NodeLimits, _ rules: Rules,
    now: Double
  ) throws -> Bool {
    guard !rows.isEmpty else { return true }
    let dying = try believed(rows, toldBy: watch, limits, rules, now: now)
    guard hold(rows.subtracting(dying), of: watch) else { return false }
    if !dying.isEmpty { try bury(dying, at: now) }
    return true
  }

  /// Judges what a watch foretold and has come now.
  mutating func judgeForetold(
    among dots: VersionVector, _ limits: NodeLimits, _ rules: Rules, now: Double
  ) throws {
    for watch in record.peers.keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      let foretold = trust(in: watch).foretold
      guard !foretold.isEmpty else { continue }
      let come = try live(among: foretold.intersection(dots))
      guard !come.isEmpty else { continue }
      record.peers[watch]?.trust.foretold.subtract(come)
      let dying = try believed(come, toldBy: watch, limits, rules, now: now)
      if !dying.isEmpty { try bury(dying, at: now) }
      // What there is no room for is forgotten: the watch's list lacks it, and that is judged.
      _ = record.peers[watch]?.trust.hold(come.subtracting(dying))
    }
  }

  /// Notes the incarnations of rows that come from a watch, and those that it shows otherwise, as its own where nobody
  /// has shown them yet.
  mutating func noteIncarnations(_ incarnations: some Sequence<Incarnation>, of watch: DeviceID) {
    var last: Incarnation?
    for incarnation in incarnations where incarnation != last {
      last = incarnation
      guard !trust(in: watch).incarnations.contains(incarnation), !knows(incarnation) else {
        continue
      }
      record.peers[watch]?.trust.note(incarnation)
    }
  }

  /// Forgets what a watch foretold and sends itself: it was restored.
  mutating func believeLive(_ rows: [SampleRun], of watch: DeviceID) {
    guard let foretold = record.peers[watch]?.trust.foretold, !foretold.isEmpty else { return }
    for run in rows {
      record.peers[watch]?.trust.foretold.subtract(VersionVector(run.dots, of: run.type))
    }
  }

  /// Forgets what a watch held for dead and says no more: it was restored, or has the samples again.
  mutating func believeLive(
    _ live: VersionVector, covering vector: VersionVector, of watch: DeviceID, _ rules: Rules
  ) {
    guard let trust = record.peers[watch]?.trust, !trust.held.isEmpty || !trust.foretold.isEmpty,
      !rules.has(.heldForEver)
    else { return }
    for dots in [\WatchTrust.held, \.foretold] {
      record.peers[watch]?.trust[keyPath: dots] =
        trust[keyPath: dots].intersection(vector).subtracting(live)
    }
  }

  /// Forgets of the held dots those that are not live any more, and of the foretold ones those that were buried.
  ///
  /// A held dot that the phone gave its claim up to becomes a foretold one: somebody may send the sample again (R24).
  ///
  /// - Returns: Whether there were any.
  /// - Throws: The store's errors.
  mutating func forgetDeadHeld() throws -> Bool {
    var hasForgotten = false
    for (watch, peer) in record.peers {
      let trust = peer.trust
      guard !trust.held.isEmpty || !trust.foretold.isEmpty else { continue }
      let held = try live(among: trust.held)
      let foretold = trust.foretold.subtracting(vector)
      guard held != trust.held || foretold != trust.foretold else { continue }
      record.peers[watch]?.trust.held = held
      record.peers[watch]?.trust.foretold = foretold
      let lost = trust.held.subtracting(held).subtracting(vector)
      // What there is no room for is forgotten: the watch's list lacks it, and that is judged.
      if !lost.isEmpty { _ = record.peers[watch]?.trust.foretell(lost) }
      hasForgotten = true
    }
    return hasForgotten
  }

  /// The live dots that a watch takes for dead.
  func heldDots(of watch: DeviceID, _ rules: Rules) -> VersionVector {
    rules.has(.heldIsCompared) ? VersionVector() : trust(in: watch).held
  }

  /// Notes that both hold the same, under the settings in force.
  mutating func noteEqual(_ watch: DeviceID, _ limits: NodeLimits, now: Double) {
    guard let peer = record.peers[watch] else { return }
    let scope = peer.settings.scope
    // An hour is nothing beside the days before it, and costs no commit of its own.
    guard peer.trust.scope != scope || abs(now - peer.trust.equalAt) >= limits.equalStep else {
      return
    }
    note { record in
      record.peers[watch]?.trust.equalAt = now
      record.peers[watch]?.trust.scope = scope
    }
  }

  private func trust(in watch: DeviceID) -> WatchTrust {
    record.peers[watch]?.trust ?? WatchTrust(equalAt: .infinity, scope: .none)
  }

  /// Whether anybody has shown an incarnation.
  private func knows(_ incarnation: Incarnation) -> Bool {
    incarnation == nextWriter || vector.streams.keys.contains { $0.incarnation == incarnation }
      || record.peers.values.contains { $0.trust.incarnations.contains(incarnation) }
  }

  /// Whether a watch, or this phone, writes under an incarnation.
  ///
  /// Those under which the phone wrote before it was restored are nobody's.
  private func isAnothers(_ incarnation: Incarnation) -> Bool {
    incarnation == nextWriter
      || record.peers.values.contains { $0.trust.incarnations.contains(incarnation) }
  }

  /// Notes dots as held, if there is room.
  private mutating func hold(_ dots: VersionVector, of watch: DeviceID) -> Bool {
    dots.isEmpty || record.peers[watch]?.trust.hold(dots) ?? false
  }
}

extension WatchTrust {
  /// From which end on the watch is believed.
  func line(_ limits: NodeLimits, at now: Double) -> Double {
    max(equalAt, now - limits.retention) - limits.trusted
  }
}

extension VersionVector {
  /// The numbers of one stream.
  fileprivate init(_ intervals: IntervalSet, of stream: Stream) {
    self.init()
    for interval in intervals.intervals { cover(interval, in: stream) }
  }
}
