internal import HealthModel
internal import SyncCore

// What must hold whatever happens, and what must hold at rest.
extension World {
  /// After every event, and after every message that changed rows.
  func check() throws {
    isUnchecked = false
    for host in hosts {
      let ghost = host.store.ghost
      let back = ghost.live.intersection(ghost.learned).subtracting(excused)
      if !back.isEmpty {
        throw violation("I2", "samples \(back.numbers) came back on \(host.name)")
      }
    }
    let ghost = phone.store.ghost
    let lost = ghost.stored.subtracting(ghost.live, deleted, excused)
    if !lost.isEmpty { throw violation("I1", "the phone lost samples \(lost.numbers)") }
    if profile.asksForAccess { try checkAccess() }
    noteRevocations()
  }

  private func noteRevocations() {
    for watch in watches {
      if let settings = phone.store.record.peers[watch.device]?.settings {
        revocations.note(settings, of: watch.device)
      }
      guard !watch.isDirty else { continue }
      revocations.noteHeard(watch.store.record.settings.version, by: watch.device)
    }
  }

  private func checkAccess() throws {
    for watch in watches {
      guard let allowed = phone.store.record.peers[watch.device]?.settings.access else { continue }
      access.note(allowed, of: watch.device, on: day)
    }
    guard !hasJumped else { return }
    for watch in watches where !watch.store.record.settings.access.isEmpty {
      let now = now(watch)
      for app in AccessLedger.apps {
        for type in profile.types {
          let grant =
            bug == .outside(.leaseIsIgnored)
            ? watch.store.record.settings.grant(of: app, type)
            : watch.store.record.grant(of: app, type, at: now)
          guard grant.seesForeign else { continue }
          guard
            access.permits(
              app, type, on: watch.device, day: day, leaseDays: profile.leaseDays)
          else { throw violation("access", "an app on \(watch.name) sees what it may not") }
        }
      }
    }
  }

  /// At rest: everybody holds what they should.
  func checkQuiet() throws {
    try check()
    let missing = saved.subtracting(deleted, excused, phone.store.ghost.live)
    if !missing.isEmpty {
      throw violation("I1", "samples \(missing.numbers) never reached the phone")
    }
    if profile.spoilsColumns { findUnreadable() }
    try findUntold()
    let dead = deleted.subtracting(excused)
    for host in hosts {
      let zombies = host.store.ghost.live.intersection(dead).numbers.filter { number in
        !isOutOfReach(number, at: host) && !twinsBeyondTrust.contains(number)
      }
      if !zombies.isEmpty {
        throw violation("I2", "samples \(zombies) are deleted and still on \(host.name)")
      }
    }
    let rows = phone.store.rowFacts()
    for watch in watches { try checkQuiet(watch, beside: rows) }
    if profile.theme == .documents {
      for host in hosts { try checkDocuments(of: host) }
    }
  }

  /// I1: a document that is here has its bytes.
  private func checkDocuments(of host: Host<Store>) throws {
    for row in host.store.rowFacts() where !row.isDamaged && !replayed.contains(row.number) {
      guard try hasBytes(row.number, host) else {
        throw violation("I1", "\(host.name) has document \(row.number) without its bytes")
      }
    }
  }

  private func hasBytes(_ number: Int, _ host: Host<Store>) throws -> Bool {
    let uuid = SampleUUID(base: 1, counter: UInt64(number))
    let pieces = samples[number].shape.bytes(of: uuid)
    return try pieces.enumerated().allSatisfy { ordinal, bytes in
      try host.store.documentPiece(ordinal, of: uuid) == .bytes(bytes)
    }
  }

  /// Finds the documents that came again without their bytes, which whoever has them can tell to nobody.
  private func findUntold() throws {
    untold = NumberSet()
    guard profile.theme == .documents, !replayed.isEmpty else { return }
    for host in hosts {
      for row in host.store.rowFacts() where replayed.contains(row.number) {
        if try !hasBytes(row.number, host) { untold.insert(row.number) }
      }
    }
  }

  /// Whether nobody can tell the node that the sample is dead: it cannot read its rows, and so cannot show
  /// them to the phone, which knows the UUID by another dot alone (R23).
  private func isOutOfReach(_ number: Int, at host: Host<Store>) -> Bool {
    host.store.rowFacts().allSatisfy { row in
      row.number != number || unreadable.contains(row.dot) && !phone.store.vector.covers(row.dot)
    }
  }

  private func findUnreadable() {
    var readable: Set<Dot> = []
    unreadable = []
    for host in hosts {
      for row in host.store.rowFacts() {
        if row.isDamaged { unreadable.insert(row.dot) } else { readable.insert(row.dot) }
      }
    }
    unreadable.subtract(readable)
  }

  private func checkQuiet(_ watch: Host<Store>, beside rows: [RowFacts]) throws {
    var followed = watch.store.record.settings
    // The phone makes the seal when it tells them.
    followed.seal = []
    guard let settings = phone.store.record.peers[watch.device]?.settings, followed == settings
    else { throw violation("I5", "\(watch.name) follows an old decision") }
    let undone = revocations.undone(by: settings, of: watch.device)
    guard undone.isEmpty || isCloned else {
      throw violation("R20", "\(watch.name) has \(undone.count) types again that were revoked")
    }
    let questions = watch.store.record.questions
    guard isCloned || phone.store.record.peers[watch.device]?.questions == questions else {
      throw violation("I5", "the phone does not have the questions of \(watch.name)")
    }
    guard isCloned || phone.phone?.workouts[watch.device] ?? WorkoutReport() == watch.workouts
    else {
      throw violation("R27", "the phone knows otherwise of the workouts of \(watch.name)")
    }
    let window = SharedRange(scope: settings.scope, floor: watch.store.floor)
    let theirs = watch.store.rowFacts()
    let mine = shared(rows, window)
    guard mine == shared(theirs, window) else {
      let here = Set(mine.map(\.number))
      let there = Set(shared(theirs, window).map(\.number))
      throw violation(
        "I5",
        "\(watch.name) lacks \(here.subtracting(there).sorted()), has "
          + "\(there.subtracting(here).sorted()) beyond that")
    }
    for (row, other) in zip(mine, shared(theirs, window)) where row.isDamaged != other.isDamaged {
      throw violation("R24", "sample \(row.number) is not repaired, though there is a good copy")
    }
    guard verdicts[watch.index] == .equal || !untold.isEmpty else {
      throw violation("I5", "the last session of \(watch.name) did not end with equal roots")
    }
  }

  /// The rows of a window in the order of their dots, as they should be.
  private func shared(_ rows: [RowFacts], _ window: SharedRange) -> [RowFacts] {
    let isIn = profile.types.map { window.scope.contains($0) }
    return rows.filter { row in
      let sample = samples[row.number]
      // What nobody can read any more can be told to nobody.
      if unreadable.contains(row.dot) || untold.contains(row.number) { return false }
      return sample.end >= window.floor && isIn[sample.type]
    }.map { row in
      var row = row
      // What cannot be read is compared by its dot.
      if row.isDamaged { row.end = samples[row.number].end }
      return row
    }.sorted { $0.dot < $1.dot }
  }

  /// Whether all that one of the phone and a watch has and the other lacks is what unequal roots may be about.
  func mayDiffer(_ watch: Host<Store>) -> Bool {
    let window = SharedRange(
      scope: watch.store.record.settings.scope, floor: watch.store.floor)
    let mine = Set(shared(phone.store.rowFacts(), window))
    let theirs = Set(shared(watch.store.rowFacts(), window))
    return mine.symmetricDifference(theirs).allSatisfy { mayReturn.contains($0.number) }
  }

  func sharesAll(_ watch: Host<Store>) -> Bool {
    let window = SharedRange(
      scope: watch.store.record.settings.scope, floor: watch.store.floor)
    return shared(phone.store.rowFacts(), window).map(\.dot)
      == shared(watch.store.rowFacts(), window).map(\.dot)
  }

  /// A mark for each step of the retention, and what goes beyond at both ends.
  private static var mostMarks: Int { 66 }

  /// I7: what a node keeps for its peers does not grow for ever.
  func checkDrained() throws {
    for host in hosts {
      let left = try host.store.tombstones(among: host.store.vector).count
      if left > 0 { throw violation("I7", "\(host.name) keeps \(left) tombstones for ever") }
      let record = host.store.record
      guard record.acknowledged.marks.count <= Self.mostMarks,
        record.questions.count <= AccessQuestion.mostOpen
      else { throw violation("I7", "the record of \(host.name) grows") }
    }
  }

  /// Apps that follow deletions miss none, unless they were silent for too long.
  func checkFollowers(of host: Host<Store>) throws {
    guard !hasJumped else { return }
    for subscriber in host.store.record.subscribers.values
    where now(host) - subscriber.heard < profile.limits.subscriberPatience {
      guard host.store.horizon <= subscriber.position else {
        throw violation("followers", "\(host.name) forgets deletions that an app did not see")
      }
    }
  }
}
