internal import HealthModel

extension ChangeReader {
  /// As many positions as are looked at together.
  private static let windowPositions: Int64 = 4_096

  /// Adds entries of the stage until there are `limit`, or enough was decoded; returns the position
  /// up to which all are told.
  func gather(
    _ stage: Stage, into entries: inout LogEntries, upTo limit: Int, _ tables: inout ReadTables
  ) throws -> Int64 {
    guard stage.seesOwn || stage.seesForeign else { return stage.end }
    var after = stage.after
    while let next = try firstPosition(after: after, through: stage.end, &tables) {
      guard entries.count < limit, entries.decoded < Self.pageDecodings else { return next - 1 }
      let window = next...min(stage.end, next + Self.windowPositions - 1)
      var found = LogEntries()
      for type in types {
        guard let state = snapshot.state.types[type] else { continue }
        try addRows(of: state, window, stage, to: &found, &tables)
        try addDeletions(of: state, window, stage, to: &found, &tables)
      }
      if let cut = entries.append(found, atMost: limit - entries.count) { return cut }
      after = window.upperBound
    }
    return stage.end
  }

  /// The first position after `after` at which anything of the types may stand.
  private func firstPosition(
    after: Int64, through end: Int64, _ tables: inout ReadTables
  ) throws -> Int64? {
    var first = Int64.max
    for type in types {
      guard let state = snapshot.state.types[type] else { continue }
      if let position = firstRow(of: state, after: after) { first = min(first, position) }
      if let position = try tables.deletions.nextPosition(of: state.id, after: after) {
        first = min(first, position)
      }
    }
    return first <= end ? first : nil
  }

  private func firstRow(of state: TypeState, after: Int64) -> Int64? {
    guard let box = filter.box else { return nil }
    for segment in state.segments.suffix(from: { $0.lastPosition > after })
    where segment.mayHold(box) {
      for block in segment.directory.blocks.suffix(from: { $0.lastPosition > after })
      where block.mayLie(in: box) && !state.isDead(block) {
        return max(after + 1, block.firstPosition)
      }
    }
    return nil
  }

  private func addRows(
    of state: TypeState, _ window: ClosedRange<Int64>, _ stage: Stage,
    to entries: inout LogEntries, _ tables: inout ReadTables
  ) throws {
    guard let box = filter.box else { return }
    for segment in state.segments.suffix(from: { $0.lastPosition >= window.lowerBound }) {
      guard segment.firstPosition <= window.upperBound else { return }
      guard segment.mayHold(box) else { continue }
      let blocks = segment.directory.blocks.suffix(from: { $0.lastPosition >= window.lowerBound })
      for block in blocks where block.mayLie(in: box) && !state.isDead(block) {
        guard block.firstPosition <= window.upperBound else { return }
        let run = try tables.blocks.run(block.id)
        entries.decoded += 1
        let positions = run.positions.all()
        guard positions.count == run.count else {
          throw StorageError(.damaged, cannot: "read block \(block.id)", "it has no positions")
        }
        let seesAll = stage.seesOwn && stage.seesForeign
        let rows = filter.rows(of: run, without: state.dead[block.id]).filter { row in
          window.contains(positions[row])
            && (seesAll || stage.sees(run.sources[row].source.bundleIdentifier))
        }
        if !rows.isEmpty { entries.add(run.selecting(rows)) }
      }
    }
  }

  private func addDeletions(
    of state: TypeState, _ window: ClosedRange<Int64>, _ stage: Stage,
    to entries: inout LogEntries, _ tables: inout ReadTables
  ) throws {
    var after = window.lowerBound - 1
    while after < window.upperBound,
      let run = try tables.deletions.run(of: state.id, after: after, through: window.upperBound)
    {
      entries.decoded += 1
      for (row, position) in run.positions.all().enumerated()
      where window.contains(position) && stage.sees(run.sources[row].bundleIdentifier) {
        entries.add(run, row: row, at: position)
      }
      after = run.positions.max ?? window.upperBound
    }
  }
}

extension Array {
  /// The elements from the first on that `isLate`, as all after it are.
  fileprivate func suffix(from isLate: (Element) -> Bool) -> ArraySlice<Element> {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return self[low...]
  }
}
