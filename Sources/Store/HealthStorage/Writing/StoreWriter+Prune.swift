internal import HealthModel

extension StoreWriter {
  /// Lets rows go that end before the floor, of every origin, where the licence covers them.
  ///
  /// There is no tombstone and no log entry: pruning is not deletion. A damaged block stays as it
  /// is, because nobody can say what of it may go.
  mutating func apply(_ prune: Change.Prune) throws -> Outcome {
    let count = try letGo(prune, outside: .all)
    draft.record.known.raise(to: prune.before)
    if prune.before > draft.cutoff { try moveCutoff(to: prune.before) }
    return Outcome(count: count, position: draft.head)
  }

  /// Takes out of sight what ends before the floor, or is of a type out of scope, as far as the licence
  /// covers it; returns how many samples that were.
  ///
  /// Aliases go with their hosts, and hosts only where all of their aliases may go: their dots stay covered,
  /// too.
  mutating func letGo(_ prune: Change.Prune, outside scope: TypeScope) throws -> Int {
    var count = 0
    // Mostly nothing ended since the last time, and then nobody needs to know what belongs together.
    let isNeeded = draft.types.contains { type, state in
      !candidates(state, before: scope.contains(type) ? prune.before : .infinity).isEmpty
    }
    guard isNeeded else { return 0 }
    var prune = prune
    if case .receipt(let receipt) = prune.licence {
      prune.licence = .receipt(receipt.subtracting(hostsOfAliases(notIn: receipt)))
    }
    let kept = try keptTogether(by: prune)
    var cut = UUIDSet()
    for (type, state) in draft.types {
      // All of a type that is out of scope ends before this.
      let before = scope.contains(type) ? prune.before : .infinity
      let kept = scope.contains(type) ? kept : UUIDSet()
      for block in candidates(state, before: before) {
        guard let run = try readable(block) else { continue }
        let rows = prunable(
          run, without: state.dead[block.id], before: before, by: prune.licence, keeping: kept)
        guard !rows.isEmpty else { continue }
        let gone = run.selecting(rows)
        try forget(gone)
        if !scope.contains(type) { cut.formUnion(gone.workouts) }
        try removeAliases(draft.aliases.hosted(by: VersionVector(gone.dots, of: type)))
        try hide(rows, of: block.id, type: type)
        changedTypes.insert(type)
        if type != .association { count += rows.count }
      }
      try boundDeadRows(of: type)
    }
    try tieAgain(cut)
    return count
  }

  /// Records anew what is tied to workouts by records that stay, where the workout or others of them left with
  /// their type.
  private mutating func tieAgain(_ workouts: UUIDSet) throws {
    guard !workouts.isEmpty, let state = draft.types[.association] else { return }
    for block in candidates(state, before: .infinity) {
      guard let run = try readable(block), case .objects(let bodies) = run.payload else { continue }
      let rows = bodies.indices.filter { row in
        guard case .association(let workout, _) = bodies[row] else { return false }
        return workouts.contains(workout) && !(state.dead[block.id]?.contains(UInt64(row)) ?? false)
      }
      if !rows.isEmpty { try link(run.selecting(rows), UUIDSet()) }
    }
  }

  /// The dots that hold the rows of twins which a receipt does not cover.
  private func hostsOfAliases(notIn receipt: VersionVector) -> VersionVector {
    var hosts = VersionVector()
    for span in draft.aliases.spans {
      for interval in IntervalSet(span.sequences).subtracting(receipt[span.stream]).intervals {
        if let part = span.part(interval) { hosts.cover(part.hosts, in: part.host) }
      }
    }
    return hosts
  }

  /// The samples of groups that stay whole: any of theirs is inside the window, or not covered.
  private mutating func keptTogether(by prune: Change.Prune) throws -> UUIDSet {
    var kept = try tables.members.kept(from: prune.before)
    guard case .receipt(let receipt) = prune.licence else { return kept }
    let groups = try tables.members.groups(before: prune.before)
    guard !groups.isEmpty else { return kept }
    var uncovered = UUIDSet()
    for state in draft.types.values {
      for block in candidates(state, before: prune.before) {
        guard let run = try readable(block) else { continue }
        let rows = (0..<run.count).filter { row in
          !(state.dead[block.id]?.contains(UInt64(row)) ?? false)
            && !receipt.covers(run.dot(at: row))
        }
        uncovered.formUnion(UUIDSet(rows.map { run.uuids[$0] }))
        guard case .objects(let bodies) = run.payload else { continue }
        for row in rows {
          if case .association(let container, _) = bodies[row] { uncovered.insert(container) }
        }
      }
    }
    for group in groups {
      let members = try tables.members.members(of: group.container, group.kind)
      if uncovered.contains(group.container) || members.overlaps(uncovered) {
        kept.formUnion(members)
        kept.insert(group.container)
      }
    }
    return kept
  }

  /// The blocks that hold rows which end before the floor.
  private func candidates(
    _ state: TypeState, before date: Double
  ) -> [SegmentDirectory.Block] {
    state.segments.filter { $0.minEnd < date }.flatMap { segment in
      segment.directory.blocks.filter { $0.minEnd < date && !state.isDead($0) }
    }
  }

  private func prunable(
    _ run: SampleRun, without dead: IntervalSet?, before date: Double,
    by licence: Change.Prune.Licence, keeping kept: UUIDSet
  ) -> [Int] {
    (0..<run.count).filter { row in
      guard run.ends[row] < date, !(dead?.contains(UInt64(row)) ?? false),
        !kept.contains(run.uuids[row])
      else { return false }
      if case .objects(let bodies) = run.payload,
        case .association(let container, _) = bodies[row], kept.contains(container)
      {
        return false
      }
      guard case .receipt(let receipt) = licence else { return true }
      return receipt.covers(run.dot(at: row))
    }
  }
}

extension SampleRun {
  /// The workouts of a run, or those that it ties samples to.
  fileprivate var workouts: UUIDSet {
    guard case .objects(let bodies) = payload else { return UUIDSet() }
    return UUIDSet(
      zip(uuids, bodies).compactMap { uuid, body in
        switch body {
        case .workout: uuid
        case .association(let workout, _): workout
        default: nil
        }
      })
  }

  /// The dot of a numbered run's row.
  fileprivate func dot(at row: Int) -> Dot {
    let (incarnation, sequence) = dots[row]
    return Dot(incarnation: incarnation, type: type, sequence: sequence)
  }
}
