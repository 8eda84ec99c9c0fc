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
  private let type: ObjectType
  /// The columns to read: those of the question, those of its predicate, and positions.
  private let needs: NeededColumns
  /// What the reader sees of the type, as far as whole segments tell; `nil` where nothing can match.
  private let state: TypeState?
  private var remaining: Int
  private var walk: LogWalk?
  /// The log position up to which the walk has told all, or the number of candidates that were looked at.
  private var passed: Int64 = 0
  private var sorted = SortedRows()
  /// Where a sorted pass is, until it has ended.
  private var pass: Pass?

  /// What a sorted pass has looked at.
  private struct Pass {
    let segments: [Segment]
    var segment = 0
    var block = 0
    var candidate = 0
  }

  /// As many rows as a sorted pass keeps, about 10 MB.
  package static let mostRows = 65_536
  /// As many rows as one piece has.
  package static let pieceRows = 4_096
  /// About as many bytes as a row has that is sorted.
  private static let rowBytes = 128
  /// As many rows as one step decodes, more or less: some milliseconds.
  private static let stepRows = 8_192
  /// Finding a block costs as much as so many rows of it, and an object as many as this by itself.
  private static let blockRows = 256
  private static let objectRows = 16
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
    self.filter = candidates == nil ? filter : filter.withoutUUIDs()
    self.candidates = candidates
    type = query.type
    needs = query.needs.union(self.filter.predicate.needs).union(.positions)
    state = filter.box == nil ? nil : snapshot.state.types[query.type]?.seen(visibility)
    if let state, let box = filter.box, order.isByInsertion, candidates == nil {
      walk = LogWalk([state], in: box, after: 0)
    }
  }

  /// The next samples; `nil` after the last.
  ///
  /// - Throws: `startOver` where all history was erased since the snapshot.
  package mutating func next(from tables: inout ReadTables) throws -> SampleRun? {
    while true {
      switch try step(from: &tables) {
      case .value(let run): return run
      case .goesOn: continue
      case .end: return nil
      }
    }
  }

  /// Goes on for some milliseconds.
  ///
  /// - Returns: the next samples, if it came so far.
  /// - Throws: as `next` does.
  package mutating func step(from tables: inout ReadTables) throws -> ReadStep<SampleRun> {
    try tables.reading(snapshot) { tables in try advance(&tables) }
  }

  /// Goes on for some milliseconds, or until it has so many samples.
  ///
  /// - Returns: The steps, the last of them a failure where there was one: what came before it is told first.
  /// - Throws: as `next` does.
  package mutating func steps(
    from tables: inout ReadTables, for rows: Int
  ) throws -> [Result<ReadStep<SampleRun>, any Error>] {
    try tables.reading(snapshot) { tables in
      var steps: [Result<ReadStep<SampleRun>, any Error>] = []
      var count = 0
      repeat {
        let step = Result { try advance(&tables) }
        steps.append(step)
        guard case .success(.value(let run)) = step else { break }
        count += run.count
      } while count < rows
      return steps
    }
  }

  /// How many bytes it keeps between two steps, or will while it sorts, more or less.
  package var weight: Int {
    guard !order.isByInsertion else { return 0 }
    guard !sorted.isLast || pass != nil else { return sorted.weight }
    let rows = min(remaining, Self.mostRows, state?.liveCount ?? 0)
    return max(sorted.weight, Self.rowBytes * rows)
  }

  private mutating func advance(_ tables: inout ReadTables) throws -> ReadStep<SampleRun> {
    guard remaining > 0, let box = filter.box, let state else { return try end() }
    let step =
      order.isByInsertion
      ? try nextInserted(state, box, &tables) : try nextSorted(state, box, &tables)
    if case .end = step { return try end() }
    guard case .value(let run) = step else { return step }
    let piece = run.count > remaining ? run.slice(0..<remaining) : run
    remaining -= piece.count
    return .value(piece)
  }

  /// The end of the answer, which is an error where something is lost that may belong to it.
  private func end() throws -> ReadStep<SampleRun> {
    try snapshot.state.checkNothingIsLost(of: type, in: filter.box)
    return .end
  }

  private mutating func nextInserted(
    _ state: TypeState, _ box: TimeBox, _ tables: inout ReadTables
  ) throws -> ReadStep<SampleRun> {
    guard let candidates else { return try nextWalked(state, &tables) }
    var decoded = 0
    while passed < candidates.count {
      guard decoded < Self.stepRows else { return .goesOn }
      // What apps saved by turns lies in blocks that reach over each other in the log.
      var parts: [SampleRun] = []
      var end = candidates[Int(passed)].block.lastPosition
      while passed < candidates.count, candidates[Int(passed)].block.firstPosition <= end {
        let candidate = candidates[Int(passed)]
        passed += 1
        end = max(end, candidate.block.lastPosition)
        guard candidate.block.mayLie(in: box) else { continue }
        let run = try tables.reading(candidate.block, of: type) {
          try $0.run(candidate.block.id)
        }
        decoded += Self.effort(run)
        let rows = rows(of: run, in: candidate.block, among: candidate.rows, state)
        if !rows.isEmpty { parts.append(run.selecting(rows)) }
      }
      if let run = try SampleRun.inLogOrder(parts) { return .value(run) }
    }
    return .end
  }

  private mutating func nextWalked(
    _ state: TypeState, _ tables: inout ReadTables
  ) throws -> ReadStep<SampleRun> {
    var decoded = 0
    while let end = walk?.lastPosition {
      guard decoded < Self.stepRows else { return .goesOn }
      var parts: [SampleRun] = []
      let blocks = walk?.blocks(through: end) ?? []
      for (_, block) in blocks {
        let run = try tables.reading(block, of: type) {
          try $0.run(block.id, of: type, needing: needs)
        }
        decoded += Self.effort(run)
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
      if let run = try SampleRun.inLogOrder(parts) { return .value(run) }
    }
    return .end
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
  ) throws -> ReadStep<SampleRun> {
    if pass == nil, sorted.isEmpty {
      guard !sorted.isLast else { return .end }
      sorted.begin(keeping: min(remaining, Self.mostRows))
      pass = Pass(segments: candidates == nil ? state.segmentsInLogOrder : [])
    }
    if pass != nil {
      var decoded = 0
      while decoded < Self.stepRows {
        guard let (block, some) = nextBlock(box) else {
          pass = nil
          sorted.finish()
          break
        }
        decoded += try consider(block, among: some, state, &tables)
      }
      if pass != nil { return .goesOn }
    }
    return sorted.take(Self.pieceRows).map { .value($0) } ?? .end
  }

  /// The next block of a sorted pass that may hold something, and its rows where they are known.
  private mutating func nextBlock(
    _ box: TimeBox
  ) -> (SegmentDirectory.Block, among: [Int]?)? {
    guard var pass else { return nil }
    self.pass = nil
    defer { self.pass = pass }
    if let candidates {
      while pass.candidate < candidates.count {
        let candidate = candidates[pass.candidate]
        pass.candidate += 1
        if candidate.block.mayLie(in: box) { return (candidate.block, candidate.rows) }
      }
      return nil
    }
    // The newest data is asked for most and lies at the end.
    while pass.segment < pass.segments.count {
      let last = pass.segments.count - 1
      let segment = pass.segments[order.startsAtLatest ? last - pass.segment : pass.segment]
      let blocks = segment.directory.blocks
      if pass.block < blocks.count, sorted.mayTake(order.bound(segment)), segment.mayHold(box) {
        let block = blocks[order.startsAtLatest ? blocks.count - 1 - pass.block : pass.block]
        pass.block += 1
        if sorted.mayTake(order.bound(block)), block.mayLie(in: box) { return (block, nil) }
      } else {
        pass.segment += 1
        pass.block = 0
      }
    }
    return nil
  }

  /// Offers the rows of a block that match; returns what it took, in rows.
  private mutating func consider(
    _ block: SegmentDirectory.Block, among some: [Int]?, _ state: TypeState,
    _ tables: inout ReadTables
  ) throws -> Int {
    guard !state.isDead(block) else { return 1 }
    let run = try tables.reading(block, of: type) { try $0.run(block.id) }
    let rows = rows(of: run, in: block, among: some, state)
    if !rows.isEmpty { sorted.add(run, rows: rows, by: order) }
    return Self.effort(run)
  }

  /// About as much as decoding so many rows of quantities costs.
  private static func effort(_ run: SampleRun) -> Int {
    let rows = if case .objects = run.payload { objectRows * run.count } else { run.count }
    return blockRows + rows
  }
}
