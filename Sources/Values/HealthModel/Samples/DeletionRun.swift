/// Deletions of samples of one type, as columns: what a tombstone in the log holds and a batch
/// carries.
package struct DeletionRun: Hashable, Sendable {
  package let type: ObjectType
  package private(set) var uuids: [SampleUUID] = []
  /// When the deleted samples ended, which decides whether a window concerns them (R13).
  package private(set) var ends: [Double] = []
  /// Who had saved them, so that an app is told of its own only.
  package private(set) var sources = DictionaryColumn<Source>()
  package private(set) var dots = DotColumn()
  /// The log positions of the deletions; empty outside a store.
  package private(set) var positions = CounterColumn()

  /// No deletions of `type` yet.
  package init(empty type: ObjectType) {
    self.type = type
  }

  /// A run of the given columns; `nil` unless they fit each other.
  package init?(
    type: ObjectType, uuids: [SampleUUID], ends: [Double], sources: DictionaryColumn<Source>,
    dots: DotColumn, positions: CounterColumn = CounterColumn()
  ) {
    guard ends.count == uuids.count, sources.count == uuids.count, dots.count == uuids.count,
      positions.isEmpty || positions.count == uuids.count
    else { return nil }
    self.type = type
    self.uuids = uuids
    self.ends = ends
    self.sources = sources
    self.dots = dots
    self.positions = positions
  }

  package var count: Int { uuids.count }

  /// Adds the deletion of all samples of a numbered run, at `position` and those after it.
  package mutating func append(_ run: SampleRun, positionedFrom position: Int64) {
    uuids += run.uuids
    ends += run.ends
    run.sources.forEachRun { revision, rows in sources.append(revision.source, count: rows.count) }
    dots.append(run.dots, rows: 0..<run.count)
    positions.append(CounterColumn.Span(first: position, count: run.count))
  }

  /// The deaths of all samples of a numbered run, without positions.
  package init(of run: SampleRun) {
    type = run.type
    uuids = run.uuids
    ends = run.ends
    run.sources.forEachRun { revision, rows in sources.append(revision.source, count: rows.count) }
    dots = run.dots
  }

  /// Only the given rows, which ascend.
  package func selecting(_ rows: [Int]) -> Self {
    if rows.count == count { return self }
    var result = Self(empty: type)
    result.uuids = rows.map { uuids[$0] }
    result.ends = rows.map { ends[$0] }
    result.sources = sources.selecting(rows)
    result.dots = dots.selecting(rows)
    if !positions.isEmpty { result.positions = positions.selecting(rows) }
    return result
  }
}
