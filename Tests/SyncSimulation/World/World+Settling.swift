internal import HealthModel
internal import SyncCore

// The end of a schedule: the network is healed, and all must come to agree.
extension World {
  func settle(isBrief: Bool = false) throws {
    let late = phoneLosses > 0 ? [] : old
    isSettling = true
    for host in hosts { host.store.fault = nil }
    try converge(rounds: isBrief ? 2 : 3)
    // What happens in workouts while both are in touch is told at once.
    for watch in watches where watch.watch?.isReady ?? false {
      watch.workouts.answers = [fresh(): .done]
      try runSession(of: watch)
    }
    try checkQuiet()
    if isBrief { return }
    for _ in 0..<3 {
      day += profile.retentionDays + 1
      try converge(rounds: 2)
      for host in hosts { try collect(host) }
    }
    try converge(rounds: 2)
    try checkQuiet()
    if !isCloned { try checkDrained() }
    // Messages of the schedule, after all tombstones are gone.
    for (from, to, posted) in late {
      noteReplayed(posted.message)
      try receive(posted, of: hosts[from], at: hosts[to])
      try flush(hosts[to])
      try check()
    }
    try converge(rounds: 2)
    try checkQuiet()
  }

  private func converge(rounds: Int) throws {
    for host in hosts { cutAll(host) }
    // How much the phone had heard when the last session of a watch ended with equal roots: as long as it
    // heard no more, another one would find them again.
    var agreed: [Int: Int] = [:]
    for _ in 0..<rounds {
      for watch in watches where agreed[watch.index] != phoneHeard {
        for attempt in 0..<8 {
          let mayLie = profile.hasRot || watch === thief
          try connect(watch, isForced: mayLie && attempt > 0 && !sharesAll(watch))
          try runSession(of: watch)
          // A node connects again where a session has ended by itself.
          let mustGoOn = try answerBrakes() || watch.session == nil
          if !mustGoOn, !mayLie || attempt > 0 { break }
        }
        try prune(watch)
        try check()
        // Clones share what the phone knows of them.
        if verdicts[watch.index] == .equal, !isCloned, !profile.hasRot, thief == nil {
          agreed[watch.index] = phoneHeard
        }
      }
    }
  }

  /// A person answers raised brakes: accepts what users deleted, and refuses what they did not.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func answerBrakes() throws -> Bool {
    let hasRefused = try refuseUnsealed()
    var hasAnswered = try decideHeld() || hasRefused
    for host in hosts {
      for claimer in hosts {
        guard let brake = host.phone?.brakes[claimer.device] ?? host.watch?.brake else { continue }
        try answer(brake, at: host)
        hasAnswered = true
      }
    }
    return hasAnswered
  }

  private func answer(_ brake: Brake, at host: Host<Store>) throws {
    host.isDirty = true
    if profile.hasRot || thief != nil, isFalse(brake, at: host) {
      if !host.isPhone {
        for type in brake.counts.keys { try forgetDeaths(of: type, at: phone) }
      }
      host.phone?.refuseBrake(of: brake.claimer, &host.store)
      host.watch?.refuseBrake(&host.store)
    } else {
      host.accepted[brake.claimer] = brake.counts
      host.phone?.acceptBrake(of: brake.claimer)
      host.watch?.acceptBrake()
    }
    try flush(host)
  }

  /// Whether somebody still wants one of the samples that the claimer takes for deleted.
  private func isFalse(_ brake: Brake, at host: Host<Store>) -> Bool {
    let claimers = hosts.filter { $0.device == brake.claimer }
    return host.store.rowFacts().contains { row in
      brake.counts[row.dot.type] != nil && !everDeleted.contains(row.number)
        && claimers.contains { claimer in
          claimer.store.vector.covers(row.dot) && !claimer.store.ghost.live.contains(row.number)
        }
    }
  }

  func prune(_ watch: Host<Store>) throws {
    watch.isDirty = true
    try attempt(watch) { try watch.watch?.prune(&watch.store) }
    try flush(watch)
  }

  func collect(_ host: Host<Store>) throws {
    host.isDirty = true
    let ahead = bug == .outside(.clockIsAhead) ? 3_650 * Instant.secondsPerDay : 0
    try attempt(host) {
      try host.phone?.collect(&host.store, now: now(host) + ahead)
      try host.watch?.collect(&host.store, now: now(host) + ahead)
    }
    try flush(host)
    try checkFollowers(of: host)
  }
}
