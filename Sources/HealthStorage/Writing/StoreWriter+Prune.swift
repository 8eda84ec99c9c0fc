internal import HealthModel

extension StoreWriter {
  /// Lets rows go that end before the floor, of every origin, where the licence covers them.
  ///
  /// There is no tombstone and no log entry: pruning is not deletion. A damaged block stays as it
  /// is, because nobody can say what of it may go.
  mutating func apply(_ prune: Change.Prune) throws -> Outcome {
    var count = 0
    let kept = try keptTogether(by: prune)
    for (type, state) in draft.types {
      for block in candidates(state, prune) {
        guard let run = try readable(block) else { continue }
        let rows = prunable(run, without: state.dead[block.id], by: prune, keeping: kept)
        guard !rows.isEmpty else { continue }
        try forget(run.selecting(rows))
        try hide(rows, of: block.id, type: type)
        if type != .association { count += rows.count }
      }
      try boundDeadRows(of: type)
    }
    try raiseKnownFrom(to: prune.before)
    if prune.before > draft.cutoff {
      draft.cutoff = prune.before
      _ = try takePositions(1)
    }
    return Outcome(count: count, position: draft.head)
  }

  /// The samples of groups that stay whole: any of theirs is inside the window, or not covered.
  private mutating func keptTogether(by prune: Change.Prune) throws -> UUIDSet {
    var kept = try tables.members.kept(from: prune.before)
    guard case .receipt(let receipt) = prune.licence else { return kept }
    let groups = try tables.members.containers(before: prune.before)
    guard !groups.isEmpty else { return kept }
    var uncovered = UUIDSet()
    for state in draft.types.values {
      for block in candidates(state, prune) {
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
    for (container, kind) in groups {
      let members = try tables.members.members(of: container, kind)
      if uncovered.contains(container) || members.overlaps(uncovered) {
        kept.formUnion(members)
        kept.insert(container)
      }
    }
    return kept
  }

  /// The blocks that hold rows which end before the floor.
  private func candidates(
    _ state: TypeState, _ prune: Change.Prune
  ) -> [SegmentDirectory.Block] {
    state.segments.filter { $0.minEnd < prune.before }.flatMap { segment in
      segment.directory.blocks.filter { $0.minEnd < prune.before && !state.isDead($0) }
    }
  }

  /// The samples of a block; `nil` for a damaged one.
  private mutating func readable(_ block: SegmentDirectory.Block) throws -> SampleRun? {
    do {
      return try tables.blocks.run(block.id)
    } catch let error as StorageError where error.code == .damaged {
      return nil
    }
  }

  private func prunable(
    _ run: SampleRun, without dead: IntervalSet?, by prune: Change.Prune, keeping kept: UUIDSet
  ) -> [Int] {
    (0..<run.count).filter { row in
      guard run.ends[row] < prune.before, !(dead?.contains(UInt64(row)) ?? false),
        !kept.contains(run.uuids[row])
      else { return false }
      if case .objects(let bodies) = run.payload,
        case .association(let container, _) = bodies[row], kept.contains(container)
      {
        return false
      }
      guard case .receipt(let receipt) = prune.licence else { return true }
      return receipt.covers(run.dot(at: row))
    }
  }
}

extension SampleRun {
  /// The dot of a numbered run's row.
  fileprivate func dot(at row: Int) -> Dot {
    let (incarnation, sequence) = dots[row]
    return Dot(incarnation: incarnation, type: type, sequence: sequence)
  }
}
