internal import HealthModel

extension ChangeReader {
  /// Adds entries of the stage until there are `limit`, or enough was decoded; returns the position
  /// up to which all are told.
  ///
  /// It goes from block to block and not by positions, which count what the reader may not see.
  func gather(
    _ stage: Stage, into entries: inout LogEntries, upTo limit: Int, _ tables: inout ReadTables
  ) throws -> Int64 {
    guard stage.seesOwn || stage.seesForeign else { return stage.end }
    let states = types.compactMap { snapshot.state.types[$0].map(stage.seen) }
    var after = stage.after
    var rows = filter.box.map { LogWalk(states, in: $0, after: after) }
    var deletion = try nextDeletion(of: states, stage, after: after, &tables)
    while true {
      let row = rows?.firstPosition.map { max($0, after + 1) }
      guard let next = [row, deletion].compactMap(\.self).min(), next <= stage.end else {
        return stage.end
      }
      guard entries.count < limit, entries.decoded < Self.pageDecodings else { return next - 1 }
      var found = LogEntries()
      var end = min(stage.end, rows?.lastPosition ?? stage.end)
      guard end > after else {
        throw StorageError(
          .damaged, cannot: "read what changed", "blocks are not in the order of the log")
      }
      if let deletion, deletion <= end {
        for state in states {
          end = try addDeletions(of: state, (after + 1)...end, stage, to: &found, &tables)
        }
        found.forgetDeletions(after: end)
      }
      if let rows { try addRows(rows, (after + 1)...end, stage, to: &found, &tables) }
      if let cut = entries.append(found, atMost: limit - entries.count) { return cut }
      after = end
      rows?.pass(end)
      if let position = deletion, position <= end {
        deletion = try nextDeletion(of: states, stage, after: end, &tables)
      }
    }
  }

  /// The first position after `after` at which a deletion that the stage sees may stand.
  private func nextDeletion(
    of states: [TypeState], _ stage: Stage, after: Int64, _ tables: inout ReadTables
  ) throws -> Int64? {
    var first: Int64?
    for state in states {
      if let owners = stage.owners {
        for owner in owners {
          let next = try tables.deletions.nextPosition(of: state.id, savedBy: owner, after: after)
          first = [first, next].compactMap(\.self).min()
        }
      } else if state.lastDeletion > after {
        let next = try tables.deletions.nextPosition(of: state.id, after: after)
        first = [first, next].compactMap(\.self).min()
      }
    }
    return first
  }

  /// Adds what stands in a window of the blocks at hand.
  private func addRows(
    _ walk: LogWalk, _ window: ClosedRange<Int64>, _ stage: Stage, to entries: inout LogEntries,
    _ tables: inout ReadTables
  ) throws {
    var parts: [Int: [SampleRun]] = [:]
    for (type, block) in walk.blocks(through: window.upperBound) {
      let run = try tables.blocks.run(block.id)
      entries.decoded += 1
      let positions = run.positions.all()
      guard positions.count == run.count else {
        throw StorageError(.damaged, cannot: "read block \(block.id)", "it has no positions")
      }
      let dead = snapshot.state.types[run.type]?.dead[block.id]
      let seesAll = stage.seesOwn && stage.seesForeign && stage.chosen == nil
      let rows = filter.rows(of: run, without: dead).filter { row in
        window.contains(positions[row])
          && (seesAll
            || stage.sees(run.uuids[row], savedBy: run.sources[row].source.bundleIdentifier))
      }
      if !rows.isEmpty { parts[type, default: []].append(run.selecting(rows)) }
    }
    for type in parts.keys.sorted() {
      if let run = try SampleRun.inLogOrder(parts[type] ?? []) { entries.add(run) }
    }
  }

  /// Adds deletions that stand in a window, unless they are very many; returns the position up to which they
  /// are told.
  private func addDeletions(
    of state: TypeState, _ window: ClosedRange<Int64>, _ stage: Stage,
    to entries: inout LogEntries, _ tables: inout ReadTables
  ) throws -> Int64 {
    guard let owners = stage.owners else {
      return try addDeletions(window, stage, to: &entries) { after, end in
        try tables.deletions.run(of: state.id, after: after, through: end)
      }
    }
    var end = window.upperBound
    for owner in owners where end >= window.lowerBound {
      end = try addDeletions(window.lowerBound...end, stage, to: &entries) { after, end in
        try tables.deletions.run(of: state.id, savedBy: owner, after: after, through: end)
      }
    }
    return end
  }

  private func addDeletions(
    _ window: ClosedRange<Int64>, _ stage: Stage, to entries: inout LogEntries,
    finding find: (_ after: Int64, _ end: Int64) throws -> DeletionRun?
  ) throws -> Int64 {
    var after = window.lowerBound - 1
    var count = 0
    while after < window.upperBound, let run = try find(after, window.upperBound) {
      entries.decoded += 1
      for (row, position) in run.positions.all().enumerated()
      where window.contains(position)
        && stage.sees(run.uuids[row], savedBy: run.sources[row].bundleIdentifier)
      {
        entries.add(run, row: row, at: position)
      }
      after = run.positions.max ?? window.upperBound
      count += run.count
      if count >= DeletionTable.mostRows || entries.decoded >= Self.pageDecodings {
        return min(after, window.upperBound)
      }
    }
    return window.upperBound
  }
}
