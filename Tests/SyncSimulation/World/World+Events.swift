internal import HealthModel
internal import SyncCore

// What happens.
extension World {
  func pick<Value>(_ items: some Collection<Value>, _ number: Int) -> Value? {
    guard !items.isEmpty else { return nil }
    return items[items.index(items.startIndex, offsetBy: number % items.count)]
  }

  /// Runs one event and checks what must always hold.
  func apply(_ event: Event) throws {
    guard profile.permits(event.kind) else { return }
    let host = hosts[event.a % hosts.count]
    let watch = hosts[1 + event.a % (hosts.count - 1)]
    switch event.kind {
    case .save: try save(on: host, event.b, event.c)
    case .delete:
      // What ties samples to a workout is in nobody's sight, and goes with the workout.
      let rows = host.store.rowFacts().filter { samples[$0.number].shape.container == nil }
      if let row = pick(rows, event.b) { try delete(row, on: host) }
    case .connect: try connect(watch)
    case .sync, .force:
      try connect(watch, isForced: event.kind == .force)
      try runSession(of: watch)
    case .pump: try pump(host)
    case .ack: try acknowledge(host)
    case .deliver: try deliver(event)
    case .cut: cutAll(watch)
    case .replay:
      // A stream has an order: what is on its way in a session does not overtake what was sent before.
      if let (from, to, posted) = pick(old, event.a), !hosts[from].awaits(posted),
        !hosts[to].hasJudged(posted), !hosts[from].leavesOut(posted, at: hosts[to].side),
        to != 0 || !hosts[from].isOvertaken(posted)
      {
        noteReplayed(posted.message)
        if hosts[from].session == posted.session { hosts[from].hasRepeated = true }
        try receive(posted, of: hosts[from], at: hosts[to])
        if !profile.isLazy { try flush(hosts[to]) }
      }
    case .crash: try crash(host)
    case .fsync: try flush(host)
    case .day: day += 1 + event.a % 3
    case .away:
      for days in [0, profile.retentionDays + 1] {
        day += days
        for host in hosts { try collect(host) }
      }
    case .floor: try moveFloor(of: watch, event.b)
    case .prune: try prune(watch)
    case .collect: try collect(host)
    case .grant:
      let type = profile.types[event.b % profile.types.count]
      let before = phone.store.record.peers[watch.device]?.settings
      try decide(for: watch) { $0.scope.set(type, !$0.scope.contains(type)) }
      // A process that ended meanwhile may have forgotten it.
      if let settings = phone.store.record.peers[watch.device]?.settings,
        settings.version != before?.version
      {
        revocations.note(type, of: watch.device, isGiven: settings.scope.contains(type))
        revocations.note(settings, of: watch.device)
        if watch === thief { trusted.scope = trusted.scope.union(settings.scope) }
      }
    case .backup:
      host.backups = (host.backups + [(day, try host.store.backUp())]).suffix(3)
    case .restore: try restore(host, event.b, isTold: event.c % 2 == 0)
    case .clone: try clone(watch, isTold: event.c % 2 == 0)
    case .person: try answerBrakes()
    case .fault:
      host.store.fault = StoreFault(commits: event.b % 4, isAfter: event.c % 2 == 0)
    case .clock:
      hasJumped = true
      host.skew = [365, -365, 3_650, -30, 15, 0][event.b % 6]
    case .twin: try saveTwin(on: host, event.b)
    case .again: try saveAgain(on: host, event.b)
    case .undo: try undo(on: host, event.b)
    case .ask: try ask(on: watch, event.b, event.c)
    case .answer: try answer(watch, event.b, event.c)
    case .revoke: try revoke(watch, event.b, event.c)
    case .follow:
      host.store.record.subscribers["follower\(event.b % 2)"] = Subscriber(
        position: host.store.head.position, heard: now(host))
      try attempt(host) { try host.store.commit() }
    case .rot, .spoil, .header: try damage(event.kind == .rot ? watch : host, event)
    case .erase: try erase(watch)
    case .forge, .claim, .unborn, .sham: try steal(event)
    }
    try check()
  }

  private func deliver(_ event: Event) throws {
    let filled = watches.flatMap { watch in
      (watch.toPhone.isEmpty ? [] : [(watch, true)])
        + (watch.toWatch.isEmpty ? [] : [(watch, false)])
    }
    guard let (watch, toPhone) = pick(filled, event.a) else { return }
    for _ in 0...(event.b % 3) {
      let isDurable = !profile.isLazy || event.c % 2 == 0
      guard try deliver(toPhone: toPhone, of: watch, isDurable: isDurable) else { return }
    }
  }

  // Users and apps.

  private func save(on host: Host<Store>, _ b: Int, _ c: Int) throws {
    let type = b % profile.types.count
    let part = profile.partsOfDay == 1 ? 0 : b / profile.types.count % profile.partsOfDay
    var end = time(day - c) + Double(part) * Instant.secondsPerDay / Double(profile.partsOfDay)
    let number = samples.count
    guard let shape = shape(of: number, type, on: host) else { return }
    if let workout = shape.container { end = samples[Int(workout.counter)].end }
    guard end >= host.store.floor else { return }
    samples.append((type, end, shape))
    try save(number, on: host)
  }

  /// What a sample is by the theme; a group takes what its node holds, and is none where that is nothing.
  private func shape(of number: Int, _ type: Int, on host: Host<Store>) -> SampleShape? {
    switch (profile.theme, type) {
    case (.documents, 0): return .document(pieces: 1 + number % profile.mostPieces)
    case (.groups, 0):
      let members = members(on: host) { $0.dot.type != profile.types[0] }
      return members.count > 0 ? .group(members) : nil
    case (.workouts, 0): return .workout
    case (.workouts, 1):
      let workouts = host.store.rowFacts().filter { $0.dot.type == profile.types[0] }
      let members = members(on: host) { $0.dot.type == profile.types[2] }
      guard let workout = pick(workouts, number), members.count > 0 else { return nil }
      return .association(
        container: SampleUUID(base: 1, counter: UInt64(workout.number)), members)
    default: return .number
    }
  }

  /// Some of what a node holds, for a group.
  private func members(on host: Host<Store>, where isMeant: (RowFacts) -> Bool) -> Members {
    var members = Members()
    var taken: Set<Int> = []
    for row in host.store.rowFacts().suffix(3)
    where isMeant(row) && taken.insert(row.number).inserted {
      members.append(SampleUUID(base: 1, counter: UInt64(row.number)), of: row.dot.type)
    }
    return members
  }

  func save(_ number: Int, on host: Host<Store>) throws {
    let uuid = SampleUUID(base: 1, counter: UInt64(number))
    let (type, end, shape) = samples[number]
    if end == host.store.floor, bug == .outside(.cutoffIsExclusive) { return try refuse(host) }
    var dot: Dot?
    let hasCrashed = try attempt(host) {
      let new = try host.store.save(uuid, of: profile.types[type], end: end, as: shape)
      if let other = numberOf[new], other != number {
        throw violation("I6", "one dot is given to samples \(other) and \(number)")
      }
      dot = new
      if bug != .rule(.saveBeforeCommit) { try host.store.commit() }
    }
    // A save that a crash interrupted counts where it is durable.
    guard !hasCrashed || host.store.ghost.live.contains(number) else { return }
    saved.insert(number)
    if let dot { numberOf[dot] = number }
  }

  private func refuse(_ host: Host<Store>) throws {
    throw violation("the cutoff", "\(host.name) refuses what ends at it")
  }

  private func delete(_ row: RowFacts, on host: Host<Store>) throws {
    let uuid = SampleUUID(base: 1, counter: UInt64(row.number))
    let ties = host.store.rowFacts().filter { samples[$0.number].shape.container == uuid }
    let rows = [row] + ties
    let unheard = rows.map(\.number).filter { !everDeleted.contains($0) }
    var dots = VersionVector()
    for row in rows {
      everDeleted.insert(row.number)
      dots.insert(row.dot)
    }
    let hasCrashed = try attempt(host) {
      try host.store.bury(dots, at: now(host))
      try host.store.commit()
    }
    if !hasCrashed || host.store.ghost.learned.contains(row.number) {
      for row in rows {
        deleted.insert(row.number)
        if !host.isPhone { deletions[row.number] = (host.device, row.dot) }
      }
    } else {
      for number in unheard { everDeleted.remove(number) }
    }
  }

  private func saveTwin(on host: Host<Store>, _ b: Int) throws {
    let ghost = host.store.ghost
    var known = NumberSet()
    for other in hosts where other !== host {
      for number in other.store.ghost.live.numbers { known.insert(number) }
    }
    let candidates = known.subtracting(ghost.live, ghost.learned).numbers
    guard let number = pick(candidates, b), samples[number].end >= host.store.floor,
      samples[number].shape.parts.allSatisfy({ ghost.live.contains(Int($0.counter)) })
    else { return }
    try saveKnown(number, on: host)
  }

  /// Saves a copy of a sample that was deleted here, or of the copy of it that was; on two nodes they are twins.
  private func undo(on host: Host<Store>, _ b: Int) throws {
    let ghost = host.store.ghost
    let candidates = ghost.learned.numbers.filter { number in
      if case .number = samples[number].shape {
        samples[number].end >= host.store.floor
      } else {
        false
      }
    }
    guard var number = pick(candidates, b) else { return }
    while ghost.learned.contains(number) {
      if let copy = copies[number] {
        number = copy
      } else {
        samples.append(samples[number])
        copies[number] = samples.count - 1
        number = samples.count - 1
      }
    }
    // R21: it forgot that it had taken the same back before, and that the copy was deleted. A watch may know, and says
    // so as far as it is believed.
    if host.isPhone, phoneLost.contains(number), deleted.contains(number) { excused.insert(number) }
    if !ghost.live.contains(number) { try saveKnown(number, on: host) }
  }

  /// Saves what another node may have.
  private func saveKnown(_ number: Int, on host: Host<Store>) throws {
    let ghost = host.store.ghost
    do { try save(number, on: host) } catch let error as SimulationError
      where error.code == .refused
      && (host.givenUp.contains(number) || Store.remembersPruned && ghost.stored.contains(number))
    {
      // Its claim went with a header; that the UUID is dead is remembered apart, and refused as ever. Or it
      // was saved here before and dropped since.
      return
    }
  }

  private func saveAgain(on host: Host<Store>, _ b: Int) throws {
    guard let number = pick(host.store.ghost.learned.numbers, b) else { return }
    let (type, _, shape) = samples[number]
    var isRefused = false
    // A store in a file may come to a commit before it refuses, and a fault may end the process there.
    let hasCrashed = try attempt(host) {
      do {
        _ = try host.store.save(
          SampleUUID(base: 1, counter: UInt64(number)), of: profile.types[type],
          end: max(host.store.floor, time(day)), as: shape)
      } catch let error as SimulationError where error.code == .refused { isRefused = true }
    }
    guard isRefused || hasCrashed else {
      throw violation("I2", "\(host.name) imports sample \(number) again, which was deleted")
    }
  }

  private func ask(on watch: Host<Store>, _ b: Int, _ c: Int) throws {
    // Something happens in a workout meanwhile.
    if b % 2 == 0 { watch.workouts.answers = [fresh(): .done] }
    guard watch.store.record.questions.count < AccessQuestion.mostOpen else { return }
    watch.store.record.questions.append(
      AccessQuestion(
        id: fresh(), app: AccessLedger.apps[b % 2],
        request: AccessRequest(read: [profile.types[c % profile.types.count]]), askedAt: now(watch))
    )
    try attempt(watch) { try watch.store.commit() }
  }

  private func answer(_ watch: Host<Store>, _ b: Int, _ c: Int) throws {
    guard let questions = phone.store.record.peers[watch.device]?.questions,
      let question = pick(questions, b)
    else { return }
    try decide(for: watch) { settings in
      settings.answered.insert(question.id)
      for type in question.request.read {
        settings.setRead(c % 3 == 0 ? .denied : .authorized, of: question.app, type)
      }
    }
  }

  private func revoke(_ watch: Host<Store>, _ b: Int, _ c: Int) throws {
    let type = profile.types[c % profile.types.count]
    try decide(for: watch) { settings in
      settings.setRead(.denied, of: AccessLedger.apps[b % 2], type)
      // The goals change with it, or are taken back.
      let key = RecordKey.characteristic(.activityGoals).text
      settings.records[key] = c % 4 == 0 ? nil : [UInt8(truncatingIfNeeded: b)]
    }
  }

  // The owner.

  private func decide(
    for watch: Host<Store>, _ change: (inout WatchSettings) -> Void
  ) throws {
    phone.isDirty = true
    try attempt(phone) {
      try phone.phone?.decide(for: watch.device, &phone.store, change)
    }
    try flush(phone)
  }

  private func moveFloor(of watch: Host<Store>, _ b: Int) throws {
    var floor = time(day - (1 + b % 7))
    if profile.partsOfDay > 1 { floor += Double(b / 7 % 4) * Instant.secondsPerDay / 4 }
    watch.isDirty = true
    try attempt(watch) { try watch.watch?.moveFloor(to: floor, &watch.store) }
    try flush(watch)
  }
}

extension WatchSettings {
  /// Decides whether an app may read a type.
  mutating func setRead(_ decision: Grant.Decision, of app: String, _ type: ObjectType) {
    access.removeAll { $0.app == app && $0.type == type }
    access.append(Access(app: app, type: type, grant: Grant(read: decision)))
    access.sort { ($0.app, $0.type) < ($1.app, $1.type) }
  }
}
