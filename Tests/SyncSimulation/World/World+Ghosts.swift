internal import HealthModel
internal import SyncCore

// What the checker remembers of samples.
extension World {
  /// Looks at what was just done to a node's rows.
  func note(_ host: Host<Store>) throws {
    var wrong: [Int] = []
    let events = host.store.takeEvents()
    if !events.isEmpty || profile.asksForAccess { isUnchecked = true }
    for event in events {
      switch event {
      case .stored(let dot, let uuid):
        let number = Int(uuid.counter)
        if let other = numberOf[dot], other != number {
          throw violation("I6", "one dot is given to samples \(other) and \(number)")
        }
        numberOf[dot] = number
      case .buried(_, let uuid):
        let number = Int(uuid.counter)
        if !everDeleted.contains(number) { wrong.append(number) }
      case .pruned(let dot, let uuid):
        try noteBelieved(dot, Int(uuid.counter))
        try notePruned(Int(uuid.counter), at: host)
        if [.groups, .workouts].contains(profile.theme) {
          try checkGroups(of: Int(uuid.counter), at: host)
        }
      }
    }
    if !wrong.isEmpty { try noteWrong(wrong, at: host) }
    if thief != nil, host.isPhone { try noteUnseen() }
  }

  func violation(_ invariant: String, _ detail: String) -> SimulationError {
    SimulationError(.violated, cannot: "hold \(invariant)", detail)
  }

  /// Rows were deleted that nobody deleted: where rows may vanish, a few are not protected (I8).
  private func noteWrong(_ numbers: [Int], at host: Host<Store>) throws {
    if thief != nil { return try noteTold(numbers, at: host) }
    guard profile.hasRot else {
      throw violation("I3", "\(host.name) deletes sample \(numbers[0]), which nobody deleted")
    }
    for (index, type) in profile.types.enumerated() {
      let count = numbers.count { samples[$0].type == index }
      let accepted = host.accepted.values.map { $0[type] ?? 0 }
      guard count <= max(profile.limits.brakeCount, accepted.max() ?? 0) else {
        throw violation("I8", "\(host.name) removes \(count) samples by inference alone")
      }
    }
    for number in numbers {
      everDeleted.insert(number)
      excused.insert(number)
    }
  }

  /// Whether a node has a row of the sample that can be read, and will have it after a power cut and without
  /// one: a row that is pruned and not yet so on the disk will be gone.
  func hasHolder(_ number: Int, but host: Host<Store>? = nil) -> Bool {
    hosts.contains { other in
      other !== host && other.store.durableGhost.live.contains(number)
        && other.store.ghost.live.contains(number) && !isDamaged(number, at: other)
    }
  }

  func isDamaged(_ number: Int, at host: Host<Store>) -> Bool {
    guard profile.spoilsColumns, !host.store.damaged.isEmpty else { return false }
    let rows = host.store.rowFacts().filter { $0.number == number }
    return !rows.isEmpty && rows.allSatisfy(\.isDamaged)
  }

  private func notePruned(_ number: Int, at host: Host<Store>) throws {
    guard !deleted.contains(number), !excused.contains(number),
      !host.store.ghost.live.contains(number), !hasHolder(number, but: host)
    else { return }
    throw violation("I4", "\(host.name) prunes sample \(number), the last copy")
  }

  /// R15: what a sample holds is not pruned before it, nor what a workout has, unless its type leaves.
  private func checkGroups(of member: Int, at host: Host<Store>) throws {
    let scope = host.store.record.settings.scope
    guard scope.contains(profile.types[samples[member].type]), !profile.hasRot,
      !host.store.ghost.live.contains(member)
    else { return }
    let uuid = SampleUUID(base: 1, counter: UInt64(member))
    for group in host.store.ghost.live.numbers
    where samples[group].shape.parts.contains(uuid)
      && scope.contains(profile.types[samples[group].type])
    {
      // A workout that the node knows to be deleted holds nothing together.
      if let workout = samples[group].shape.container,
        host.store.ghost.learned.contains(Int(workout.counter))
      {
        continue
      }
      throw violation("R15", "\(host.name) prunes sample \(member) and keeps \(group) around it")
    }
    if let workout = samples[member].shape.container, scope.contains(profile.types[0]),
      host.store.ghost.live.contains(Int(workout.counter))
    {
      throw violation("R15", "\(host.name) prunes what ties samples to workout \(workout.counter)")
    }
  }

  /// R28: notes the samples of which a watch deleted its own row, while the phone keeps a twin: because it does not
  /// believe the watch about the twin, or about an incarnation that the watch shows by deaths alone.
  func noteTwins(of dots: VersionVector, toldBy watch: Host<Store>) {
    guard let trust = phone.store.record.peers[watch.device]?.trust else { return }
    let limits = profile.limits
    let line = max(trust.equalAt, now(phone) - limits.retention) - limits.trusted
    for (number, deletion) in deletions
    where deletion.watch == watch.device && phone.store.ghost.live.contains(number) {
      if trust.foretold.covers(deletion.dot) { twinsBeyondTrust.insert(number) }
      guard dots.covers(deletion.dot) else { continue }
      let twins = phone.store.rowFacts().filter { $0.number == number }
      if twins.contains(where: \.isDamaged) || samples[number].end < line
        || !trust.scope.contains(profile.types[samples[number].type])
      {
        twinsBeyondTrust.insert(number)
      }
    }
  }

  /// Notes that a node lost state, and which outcomes may no longer be demanded.
  ///
  /// R21: lost by nature are samples that no node holds at this moment, and deletions that no other node was
  /// told of. What a watch prunes later is not among them (R14).
  func noteLoss(of host: Host<Store>, before: StoreGhost) {
    revocations.noteLoss(of: host.device)
    if host.isPhone {
      forgetTrust()
      phoneLosses += 1
      phoneLost.formUnion(before.stored)
      phoneLost.formUnion(before.learned)
    }
    let others = hosts.filter { $0 !== host }
    for number in saved.numbers {
      if deleted.contains(number) {
        let isForgotten =
          before.learned.contains(number) && !host.store.ghost.learned.contains(number)
        if isForgotten, !others.contains(where: { $0.store.durableGhost.learned.contains(number) })
        {
          excused.insert(number)
        }
      } else if !hasHolder(number) {
        excused.insert(number)
      }
    }
  }
}
