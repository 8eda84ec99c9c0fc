internal import HealthModel
internal import SQLiteCore

/// The dots that have tombstones, by type, so that asking for few of them decodes nothing.
struct TombstoneReading: ~Copyable {
  /// What is known of one type.
  struct Index {
    /// The horizon and the erasure that it is for.
    var horizon: Int64
    var erased: Int64
    /// The committed log position up to which it is complete.
    var through: Int64
    var dots: [Incarnation: IntervalSet] = [:]
    /// The runs of the open transaction that are in `open`: after a rollback others take their place.
    var openRuns: [OpenRun] = []
    var open: [Incarnation: IntervalSet] = [:]

    var intervalCount: Int { dots.values.reduce(0) { $0 + $1.intervals.count } }
  }

  /// A run of deletions as it stands in its table.
  struct OpenRun: Hashable {
    var first: Int64
    var checksum: Int64
  }

  /// About 8 MB.
  private static let mostIntervals = 524_288

  var indexes: [ObjectType: Index] = [:]
  private var after: Statement

  init(_ connection: borrowing Connection) throws(SQLiteError) {
    let after = try connection.prepare(
      """
      SELECT first_position, checksum FROM deletion
      WHERE type = ?1 AND last_position > ?2
      ORDER BY last_position
      """, persistent: true)
    self.after = after
  }

  /// The runs of a type that end after a position, undecoded.
  mutating func runs(of type: Int64, after position: Int64) throws -> [OpenRun] {
    try after.bind(type, at: 1)
    try after.bind(position, at: 2)
    defer { after.reset() }
    var runs: [OpenRun] = []
    while try after.step() {
      runs.append(OpenRun(first: after.integer(at: 0), checksum: after.integer(at: 1)))
    }
    return runs
  }

  /// Keeps what was found out about a type, in bounds.
  mutating func keep(_ index: Index, of type: ObjectType) {
    let count = index.intervalCount
    guard count <= Self.mostIntervals else {
      indexes[type] = nil
      return
    }
    if indexes[type] == nil,
      indexes.values.reduce(count, { $0 + $1.intervalCount }) > Self.mostIntervals
    {
      indexes = [:]
    }
    indexes[type] = index
  }
}

extension ReadTables {
  /// Those of the dots that have a tombstone in the state, which may be ahead of what is committed.
  mutating func tombstones(
    among dots: VersionVector, in state: StoreState, committed: StoreState
  ) throws -> VersionVector {
    var found = VersionVector()
    for type in Set(dots.streams.keys.map(\.type)) {
      guard let id = state.types[type]?.id else { continue }
      let index = try tombstones(of: type, id, in: state, committed: committed)
      for (stream, wanted) in dots.streams where stream.type == type {
        var common = index.dots[stream.incarnation]?.common(with: wanted) ?? IntervalSet()
        if let open = index.open[stream.incarnation] {
          common.formUnion(open.common(with: wanted))
        }
        found[stream] = common
      }
    }
    return found
  }

  private mutating func tombstones(
    of type: ObjectType, _ id: Int64, in state: StoreState, committed: StoreState
  ) throws -> TombstoneReading.Index {
    // An erasure that is not committed yet left no tombstone, wherever the log stood before it.
    let settled = state.erased == committed.erased ? committed.head : state.erased
    var index =
      sync.tombstones.indexes[type]
      ?? TombstoneReading.Index(
        horizon: state.horizon, erased: state.erased, through: state.horizon)
    if index.horizon != state.horizon || index.erased != state.erased || index.through > settled {
      index = TombstoneReading.Index(
        horizon: state.horizon, erased: state.erased, through: state.horizon)
    }
    if index.through < settled {
      try forEachDeletion(of: id, after: index.through, through: settled) { run, rows in
        run.dots.add(rows, to: &index.dots)
      }
      index.through = settled
    }
    let open = try sync.tombstones.runs(of: id, after: max(settled, state.horizon))
    if !open.starts(with: index.openRuns) {
      index.openRuns = []
      index.open = [:]
    }
    if open.count > index.openRuns.count {
      let first = open[index.openRuns.count].first
      try forEachDeletion(
        of: id, after: max(first - 1, state.horizon), through: state.head
      ) { run, rows in
        run.dots.add(rows, to: &index.open)
      }
    }
    index.openRuns = open
    sync.tombstones.keep(index, of: type)
    return index
  }

  /// Calls `body` with the runs of a type and those of their rows whose positions are after `position`
  /// and not after `end`.
  private mutating func forEachDeletion(
    of type: Int64, after position: Int64, through end: Int64,
    _ body: (DeletionRun, Range<Int>) throws -> Void
  ) throws {
    var position = position
    while position < end, let run = try deletions.run(of: type, after: position, through: end) {
      let rows = run.rows(after: position, through: end)
      if !rows.isEmpty { try body(run, rows) }
      position = run.positions.max ?? end
    }
  }
}

extension DotColumn {
  /// Adds the dots of some rows to what is known by incarnation.
  fileprivate func add(_ rows: Range<Int>, to known: inout [Incarnation: IntervalSet]) {
    var start = 0
    for span in spans {
      let from = max(start, rows.lowerBound)
      let to = min(start + span.count, rows.upperBound)
      if from < to {
        let first = span.first + UInt64(from - start)
        known[span.incarnation, default: IntervalSet()].insert(
          first...(first + UInt64(to - from) - 1))
      }
      start += span.count
    }
  }
}
