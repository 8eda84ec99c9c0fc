internal import HealthModel
internal import SyncCore

/// One call's part of a walk: rows as they are gathered, up to its limits.
struct WalkReading {
  private let known: VersionVector
  private let limits: SessionLimits
  private var batch = WalkBatch()

  init(without known: VersionVector, atMost limits: SessionLimits) {
    self.known = known
    self.limits = limits
  }

  /// Gathers the next rows; none after the last.
  mutating func gather(
    _ walk: inout SyncTransaction.Walk, from tables: inout ReadTables
  ) throws -> [SampleRun] {
    while !walk.isAtEnd {
      guard try take(&walk, from: &tables) else { break }
      walk.advance()
    }
    return batch.runs
  }

  /// Takes what there is of the next block, as far as it fits; returns whether that was all.
  private mutating func take(
    _ walk: inout SyncTransaction.Walk, from tables: inout ReadTables
  ) throws -> Bool {
    let candidate = walk.candidates[walk.place]
    let type = walk.types[Int(candidate.type)]
    guard let state = walk.snapshot.state.types[type] else { return true }
    let segment = state.segments[Int(candidate.segment)]
    let block = segment.directory.blocks[Int(candidate.block)]
    let sent = WantedDots(known, of: type)
    let choice = DotChoice(walk.selection, of: type)
    if !candidate.isWhole {
      guard let dots = try tables.dots(of: Int(candidate.block), in: segment) else { return true }
      let hosts = WantedDots(walk.hosts, of: type)
      if choice.takesNone(of: dots) || sent.covers(dots), !hosts.meets(dots) { return true }
    }
    // What is damaged is asked for elsewhere (R24).
    guard let run = try tables.intact(block, { try $0.blocks.run(block.id) }) else { return true }
    guard run.count == block.count, run.dots.count == block.count else { return true }
    let isAll =
      state.dead[block.id] == nil && walk.rows.isEmpty && choice.takesAll(of: run.dots)
      && !sent.meets(run.dots)
      && walk.selection.holds(block.minEnd, block.maxEnd, type, walk.range)
    if isAll {
      if !offer(run, nil, &walk) { return false }
    } else {
      var rows = Selection(choice.flags(of: run.dots, without: sent))
      if let dead = state.dead[block.id] { rows.set(dead, false) }
      rows.set(walk.rows, false)
      rows.narrow(to: walk.selection, walk.range, of: run)
      if !offer(run, rows.rows, &walk) { return false }
    }
    if walk.aliases.isEmpty { return true }
    walk.rows.insert(0...UInt64(block.count))
    return offerAliases(of: run, state.dead[block.id], &walk)
  }

  /// Takes as many of the rows (`nil`: of all) as fit; returns whether those were all.
  private mutating func offer(
    _ run: SampleRun, _ rows: [Int]?, _ walk: inout SyncTransaction.Walk
  ) -> Bool {
    if let rows, rows.isEmpty { return true }
    let chosen = rows.map { run.selecting($0) } ?? run
    let weight = chosen.weight
    if batch.hasRoom(for: chosen.count, weight, limits) {
      batch.add(chosen, weight)
      return true
    }
    // A batch that is at least half full may end between blocks, which need not be cut then.
    if batch.isHalfFull(limits) { return false }
    let latest = run.latestFirst(rows ?? Array(0..<run.count))
    let count = fitting(latest, of: run)
    guard count > 0 else { return false }
    let taken = latest[..<count].sorted()
    let part = run.selecting(taken)
    batch.add(part, part.weight)
    for row in taken { walk.rows.insert(UInt64(row)) }
    return false
  }

  /// How many of the rows fit; one that would never fit goes alone.
  private func fitting(_ rows: [Int], of run: SampleRun) -> Int {
    var low = 0
    var high = min(rows.count, max(0, limits.samples - batch.samples))
    // Mostly it is their number that counts.
    var middle = high
    while low < high {
      let weight = run.selecting(rows[..<middle].sorted()).weight
      if batch.hasRoom(for: middle, weight, limits) { low = middle } else { high = middle - 1 }
      middle = (low + high + 1) / 2
    }
    return low == 0 && batch.isEmpty ? 1 : low
  }

  /// Takes a block's rows under the other dots that share them; returns whether those were all.
  private mutating func offerAliases(
    of run: SampleRun, _ dead: IntervalSet?, _ walk: inout SyncTransaction.Walk
  ) -> Bool {
    let shared = walk.hosts.intersection(VersionVector(run.dots, of: run.type))
    guard !shared.isEmpty else { return true }
    var rows: [Dot: Int] = [:]
    for (row, dot) in run.dots.rowDots(of: run.type).enumerated() { rows[dot] = row }
    for (alias, host) in walk.snapshot.state.aliases.hosted(by: shared).flatMap(\.pairs) {
      guard let row = rows[host], !(dead?.contains(UInt64(row)) ?? false),
        walk.aliases.covers(alias), !known.covers(alias), !walk.sentAliases.contains(alias),
        walk.selection.holds(run.ends[row], run.ends[row], run.type, walk.range)
      else { continue }
      let copy = run.slice(row..<(row + 1)).renamed(alias)
      let weight = copy.weight
      guard batch.isEmpty || batch.hasRoom(for: 1, weight, limits) else { return false }
      batch.addAlone(copy, weight)
      walk.sentAliases.insert(alias)
    }
    return true
  }
}

/// Rows of one part of a walk.
private struct WalkBatch {
  private struct Piece {
    var run: SampleRun
    var firstPosition: Int64
  }

  private var pieces: [[Piece]] = []
  private var groups: [ObjectType: Int] = [:]
  private var alone: [SampleRun] = []
  private(set) var samples = 0
  private var bytes = 0

  var isEmpty: Bool { samples == 0 }

  func hasRoom(for count: Int, _ weight: Int, _ limits: SessionLimits) -> Bool {
    samples + count <= limits.samples && bytes + weight <= limits.bytes
  }

  func isHalfFull(_ limits: SessionLimits) -> Bool {
    !isEmpty && (2 * samples >= limits.samples || 2 * bytes >= limits.bytes)
  }

  mutating func add(_ run: SampleRun, _ weight: Int) {
    let piece = Piece(run: run, firstPosition: run.positions.min ?? 0)
    if let group = groups[run.type] {
      pieces[group].append(piece)
    } else {
      groups[run.type] = pieces.count
      pieces.append([piece])
    }
    count(run, weight)
  }

  /// Adds a row whose UUID is that of another one.
  mutating func addAlone(_ run: SampleRun, _ weight: Int) {
    alone.append(run)
    count(run, weight)
  }

  private mutating func count(_ run: SampleRun, _ weight: Int) {
    samples += run.count
    bytes += weight
  }

  /// The rows of each type in the order in which they were saved, which is the one that packs best.
  var runs: [SampleRun] {
    var runs: [SampleRun] = []
    for group in pieces {
      let sorted = group.sorted { $0.firstPosition < $1.firstPosition }
      var joined = sorted[0].run
      for piece in sorted.dropFirst() {
        if joined.payload.isSameKind(as: piece.run.payload) {
          joined.append(piece.run, rows: 0..<piece.run.count)
        } else {
          runs.append(joined.withoutPositions)
          joined = piece.run
        }
      }
      runs.append(joined.withoutPositions)
    }
    return runs + alone
  }
}

extension DotColumn {
  /// Every row's dot.
  fileprivate func rowDots(of type: ObjectType) -> [Dot] {
    spans.flatMap { span in
      span.interval.map { Dot(incarnation: span.incarnation, type: type, sequence: $0) }
    }
  }
}

extension DotChoice {
  /// Which rows have dots that are taken and are not in `sent`.
  fileprivate func flags(of column: DotColumn, without sent: WantedDots) -> [Bool] {
    var flags: [Bool] = []
    flags.reserveCapacity(column.count)
    for span in column.spans {
      for sequence in span.interval {
        flags.append(
          takes(sequence, of: span.incarnation) && !sent.contains(sequence, of: span.incarnation))
      }
    }
    return flags
  }
}

extension Selection {
  /// Keeps only rows whose ends the selection takes.
  fileprivate mutating func narrow(
    to selection: RowSelection, _ range: SharedRange, of run: SampleRun
  ) {
    for row in flags.indices
    where flags[row] && !selection.holds(run.ends[row], run.ends[row], run.type, range) {
      set(row..<(row + 1), false)
    }
  }
}

extension SampleRun {
  fileprivate var withoutPositions: Self {
    var run = self
    run.dropPositions()
    return run
  }

  /// The rows, which ascend, in the order of their ends from the latest on.
  fileprivate func latestFirst(_ rows: [Int]) -> [Int] {
    if zip(rows, rows.dropFirst()).allSatisfy({ ends[$0] <= ends[$1] }) { return rows.reversed() }
    return rows.sorted { ends[$0] != ends[$1] ? ends[$0] > ends[$1] : $0 > $1 }
  }

  /// Its one row under another dot.
  fileprivate func renamed(_ dot: Dot) -> Self {
    var run = self
    var dots = DotColumn()
    dots.append(
      DotColumn.Span(incarnation: dot.incarnation, first: dot.sequence, count: 1))
    run.number(dots: dots, positions: positions)
    run.dropPositions()
    return run
  }
}
