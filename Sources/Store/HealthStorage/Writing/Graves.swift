internal import HealthModel

/// Tombstones of one type that are still to be written to the log.
struct Graves {
  private(set) var uuids: [SampleUUID] = []
  private var ends: [Double] = []
  private var sources = DictionaryColumn<Source>()
  private var dots = DotColumn()

  var count: Int { uuids.count }

  /// Adds a tombstone for every row of a numbered run.
  mutating func append(_ run: SampleRun) {
    uuids += run.uuids
    ends += run.ends
    run.sources.forEachRun { revision, rows in sources.append(revision.source, count: rows.count) }
    dots.append(run.dots, rows: 0..<run.count)
  }

  /// Adds a tombstone that says of `dot` what a row of a run does.
  mutating func append(_ dot: Dot, like run: SampleRun, row: Int) {
    append(
      dot, uuid: run.uuids[row], end: run.ends[row], source: run.sources[row].source)
  }

  /// Adds a tombstone that says of `dot` what a row of tombstones does.
  mutating func append(_ dot: Dot, like run: DeletionRun, row: Int) {
    append(dot, uuid: run.uuids[row], end: run.ends[row], source: run.sources[row])
  }

  /// Adds all of a peer's tombstones.
  mutating func append(_ run: DeletionRun) {
    uuids += run.uuids
    ends += run.ends
    sources.append(run.sources, rows: 0..<run.count)
    dots.append(run.dots, rows: 0..<run.count)
  }

  private mutating func append(_ dot: Dot, uuid: SampleUUID, end: Double, source: Source) {
    uuids.append(uuid)
    ends.append(end)
    sources.append(source)
    dots.append(DotColumn.Span(incarnation: dot.incarnation, first: dot.sequence, count: 1))
  }

  /// The same tombstones apart by the apps that had saved what they tell of, each in their order.
  fileprivate var partsByOwner: [(owner: String, graves: Graves)] {
    var rows: [String: [Int]] = [:]
    sources.forEachRun { source, range in rows[source.bundleIdentifier, default: []] += range }
    if rows.count <= 1 { return rows.keys.map { ($0, self) } }
    return rows.keys.sorted().map { owner in (owner, selecting(rows[owner] ?? [])) }
  }

  private func selecting(_ rows: [Int]) -> Graves {
    var part = Graves()
    part.uuids = rows.map { uuids[$0] }
    part.ends = rows.map { ends[$0] }
    part.sources = sources.selecting(rows)
    for row in rows { part.dots.append(dots, rows: row..<(row + 1)) }
    return part
  }

  /// The tombstones of `rows` as they stand in the log from `position` on.
  func run(
    _ rows: Range<Int>, of type: ObjectType, positionedFrom position: Int64
  ) -> DeletionRun {
    var (sources, dots) = (DictionaryColumn<Source>(), DotColumn())
    sources.append(self.sources, rows: rows)
    dots.append(self.dots, rows: rows)
    guard
      let run = DeletionRun(
        type: type, uuids: Array(uuids[rows]), ends: Array(ends[rows]), sources: sources,
        dots: dots, positions: CounterColumn(from: position, count: rows.count))
    else { preconditionFailure("columns of the same rows fit each other") }
    return run
  }
}

extension StoreWriter {
  /// Writes tombstones at the end of the log and remembers their UUIDs as dead.
  mutating func write(_ graves: Graves, of type: ObjectType, at now: Double) throws {
    guard graves.count > 0 else { return }
    let id = try typeState(type).id
    for (owner, graves) in graves.partsByOwner {
      for start in stride(from: 0, to: graves.count, by: DeletionTable.mostRows) {
        let rows = start..<min(start + DeletionTable.mostRows, graves.count)
        let run = graves.run(rows, of: type, positionedFrom: try takePositions(rows.count))
        try tables.deletions.insert(run, type: id, savedBy: owner, at: now)
        let last = draft.head
        draft.types[type]?.lastDeletion = last
        // As long as the run tells of it, which is until its last position is passed.
        let uuids = UUIDSet(run.uuids)
        let number = try number(of: SampleOwner(bundle: owner, type: type))
        try tables.uuids.remember(uuids, of: number, at: draft.head)
        unknownUUIDs.subtract(uuids.others)
      }
    }
    changedTypes.insert(type)
  }
}
