package import HealthModel

/// The answer to a sample query, piece by piece and in bounded memory.
///
/// It pins what it saw and holds no transaction. Without an order it streams block by block. With
/// one it keeps the rows that come first, at most `mostRows` of them, in one pass over the blocks
/// that can hold such rows, and passes again for the rows after those: nothing is ever spilled to
/// disk, and dates in rough order cost one reading of each block.
package struct SampleCursor: Sendable {
  private let snapshot: Snapshot
  private let filter: RowFilter
  private let order: SortOrder
  private let candidates: [RowsInBlock]?
  /// What the reader sees of the type, as far as whole segments tell; `nil` where nothing can match.
  private let state: TypeState?
  private var remaining: Int
  private var walk: LogWalk?
  /// The log position up to which the walk has told all, or the number of candidates that were looked at.
  private var passed: Int64 = 0
  private var sorted = SortedRows()

  /// As many rows as a sorted pass keeps, about 10 MB.
  package static let mostRows = 65_536
  /// As many rows as one piece has.
  package static let pieceRows = 4_096
  /// Up to so many UUIDs are looked up one by one; beyond, a scan is as quick.
  private static let mostLookups: UInt64 = 65_536

  package init(
    _ query: SampleQuery, seeing visibility: Visibility, in snapshot: Snapshot,
    from tables: inout ReadTables
  ) throws {
    self.snapshot = snapshot
    order = SortOrder(query.order)
    remaining = max(0, query.limit ?? .max)
    let (filter, candidates) = try tables.reading(snapshot) { tables in
      let filter = try RowFilter(
        query.predicate, seeing: visibility, in: snapshot.state, from: &tables)
      guard filter.box != nil, let uuids = filter.uuids, uuids.count <= Self.mostLookups else {
        return (filter, [RowsInBlock]?.none)
      }
      let found = try tables.locate(uuids, of: query.type, seeing: visibility, in: snapshot.state)
      return (filter, found?.sorted { $0.block.firstPosition < $1.block.firstPosition })
    }
    self.filter = filter
    self.candidates = candidates
    state = filter.box == nil ? nil : snapshot.state.types[query.type]?.seen(visibility)
    if let state, let box = filter.box, order.isByInsertion, candidates == nil {
      walk = LogWalk([state], in: box, after: 0)
    }
  }

  /// The next samples; `nil` after the last.
  ///
  /// - Throws: `startOver` where all history was erased since the snapshot.
  package mutating func next(from tables: inout ReadTables) throws -> SampleRun? {
    try tables.reading(snapshot) { tables in try advance(&tables) }
  }

  private mutating func advance(_ tables: inout ReadTables) throws -> SampleRun? {
    guard remaining > 0, let box = filter.box, let state else { return nil }
    guard
      let run = order.isByInsertion
        ? try nextInserted(state, box, &tables) : try nextSorted(state, box, &tables)
    else { return nil }
    let piece = run.count > remaining ? run.slice(0..<remaining) : run
    remaining -= piece.count
    return piece
  }

  private mutating func nextInserted(
    _ state: TypeState, _ box: TimeBox, _ tables: inout ReadTables
  ) throws -> SampleRun? {
    guard let candidates else { return try nextWalked(state, &tables) }
    while passed < candidates.count {
      // What apps saved by turns lies in blocks that reach over each other in the log.
      var parts: [SampleRun] = []
      var end = candidates[Int(passed)].block.lastPosition
      while passed < candidates.count, candidates[Int(passed)].block.firstPosition <= end {
        let candidate = candidates[Int(passed)]
        passed += 1
        end = max(end, candidate.block.lastPosition)
        guard candidate.block.mayLie(in: box) else { continue }
        let run = try tables.blocks.run(candidate.block.id)
        let rows = rows(of: run, in: candidate.block, among: candidate.rows, state)
        if !rows.isEmpty { parts.append(run.selecting(rows)) }
      }
      if let run = try SampleRun.inLogOrder(parts) { return run }
    }
    return nil
  }

  private mutating func nextWalked(
    _ state: TypeState, _ tables: inout ReadTables
  ) throws -> SampleRun? {
    while let end = walk?.lastPosition {
      var parts: [SampleRun] = []
      for (_, block) in walk?.blocks(through: end) ?? [] {
        let run = try tables.blocks.run(block.id)
        var rows = rows(of: run, in: block, among: nil, state)
        // Of a block that reaches over others some rows were told before, or come later.
        if block.firstPosition <= passed || block.lastPosition > end {
          let positions = run.positions.all()
          guard positions.count == run.count else {
            throw StorageError(.damaged, cannot: "read block \(block.id)", "it has no positions")
          }
          rows.removeAll { positions[$0] <= passed || positions[$0] > end }
        }
        if !rows.isEmpty { parts.append(rows.count == run.count ? run : run.selecting(rows)) }
      }
      passed = end
      walk?.pass(end)
      if let run = try SampleRun.inLogOrder(parts) { return run }
    }
    return nil
  }

  private func rows(
    of run: SampleRun, in block: SegmentDirectory.Block, among rows: [Int]?, _ state: TypeState
  ) -> [Int] {
    let dead = state.dead[block.id]
    return rows.map { filter.rows(of: run, among: $0, without: dead) }
      ?? filter.rows(of: run, without: dead)
  }

  private mutating func nextSorted(
    _ state: TypeState, _ box: TimeBox, _ tables: inout ReadTables
  ) throws -> SampleRun? {
    if sorted.isEmpty {
      guard !sorted.isLast else { return nil }
      sorted.begin(keeping: min(remaining, Self.mostRows))
      if let candidates {
        for candidate in candidates where candidate.block.mayLie(in: box) {
          try consider(candidate.block, among: candidate.rows, state, &tables)
        }
      } else {
        // The newest data is asked for most and lies at the end.
        let segments = state.segmentsInLogOrder
        for index in segments.indices {
          let segment = segments[order.startsAtLatest ? segments.count - 1 - index : index]
          guard sorted.mayTake(order.bound(segment)), segment.mayHold(box) else { continue }
          let blocks = segment.directory.blocks
          for index in blocks.indices {
            let block = blocks[order.startsAtLatest ? blocks.count - 1 - index : index]
            if sorted.mayTake(order.bound(block)), block.mayLie(in: box) {
              try consider(block, among: nil, state, &tables)
            }
          }
        }
      }
      sorted.finish()
    }
    return sorted.take(Self.pieceRows)
  }

  private mutating func consider(
    _ block: SegmentDirectory.Block, among some: [Int]?, _ state: TypeState,
    _ tables: inout ReadTables
  ) throws {
    guard !state.isDead(block) else { return }
    let run = try tables.blocks.run(block.id)
    let rows = rows(of: run, in: block, among: some, state)
    if !rows.isEmpty { sorted.add(run, rows: rows, by: order) }
  }
}
