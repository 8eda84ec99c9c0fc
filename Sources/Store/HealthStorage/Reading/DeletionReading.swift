internal import HealthModel

/// Goes through the tombstones of all types in the order of the log.
///
/// Each type has runs of its own, of which only those are decoded that are needed.
struct DeletionReading {
  /// Where the reading of one type stands.
  private struct Place {
    let id: Int64
    /// The next position at which there may be a tombstone; none is before it.
    var next: Int64
    var run: DeletionRun?
  }

  private let end: Int64
  private var places: [Place] = []

  /// Begins after `position`; what comes after `end` is not told.
  init(
    after position: Int64, through end: Int64, in state: StoreState, from tables: inout ReadTables
  ) throws {
    self.end = end
    guard position < end else { return }
    for type in state.types.values where type.lastDeletion > position {
      if let next = try tables.deletions.nextPosition(of: type.id, after: position), next <= end {
        places.append(Place(id: type.id, next: next))
      }
    }
  }

  /// The next tombstones: rows of one run, as many as there is room for, and the position of the last of
  /// them; `nil` after the last, and where there is no room for the next.
  mutating func next(
    within room: inout DeletionRoom, from tables: inout ReadTables
  ) throws -> (run: DeletionRun, rows: Range<Int>, last: Int64)? {
    while let first = places.indices.min(by: { places[$0].next < places[$1].next }) {
      guard let run = try run(of: first, from: &tables) else {
        places.remove(at: first)
        continue
      }
      let after = places[first].next - 1
      let others = places.indices.filter { $0 != first }.map { places[$0].next }.min()
      let rows = run.rows(after: after, through: min(end, (others ?? .max) - 1))
      guard !rows.isEmpty else {
        // Its next position was only a bound, and another type comes first.
        places[first].next = run.positions[run.rows(after: after, through: end).lowerBound]
        continue
      }
      let taken = room.take(rows, of: run)
      guard !taken.isEmpty else { return nil }
      let last = run.positions[taken.upperBound - 1]
      try advance(first, past: last, from: &tables)
      return (run, taken, last)
    }
    return nil
  }

  /// The run that the place is in, which has rows from its next position on; `nil` where the type has
  /// no more.
  private mutating func run(
    of index: Int, from tables: inout ReadTables
  ) throws -> DeletionRun? {
    let after = places[index].next - 1
    let run =
      try places[index].run
      ?? tables.deletions.run(of: places[index].id, after: after, through: end)
    guard let run, !run.rows(after: after, through: end).isEmpty else { return nil }
    places[index].run = run
    return run
  }

  /// Whether there are no more.
  var isAtEnd: Bool { places.isEmpty }

  private mutating func advance(
    _ index: Int, past position: Int64, from tables: inout ReadTables
  ) throws {
    if let run = places[index].run, run.positions.max ?? 0 > position {
      places[index].next = position + 1
      return
    }
    let next = try tables.deletions.nextPosition(of: places[index].id, after: position)
    if let next, next <= end {
      places[index].next = next
      places[index].run = nil
    } else {
      places.remove(at: index)
    }
  }
}

extension ReadTables {
  /// Tombstones after a position, at most `limit` and no more than fit a message, and the position up to
  /// which they are all.
  mutating func deletions(
    after position: Int64, atMost limit: Int, in state: StoreState
  ) throws -> (runs: [DeletionRun], through: Int64) {
    var reading = try DeletionReading(after: position, through: state.head, in: state, from: &self)
    var runs: [DeletionRows] = []
    var room = DeletionRoom(rows: limit)
    var last = position
    while let (run, rows, end) = try reading.next(within: &room, from: &self) {
      last = end
      if runs.last?.type != run.type { runs.append(DeletionRows(of: run.type)) }
      runs[runs.count - 1].append(run, rows)
    }
    return (runs.map(\.run), reading.isAtEnd ? max(position, state.head) : last)
  }
}

/// How many more tombstones a part of the log may have.
struct DeletionRoom {
  /// Half of the largest message, as its bytes are counted here by rule of thumb.
  private static let mostBytes = 512 * 1_024
  /// A UUID, an end, a dot that follows no other and a source that was named before.
  private static let bytesPerRow = 40

  private var rows: Int
  private var bytes = mostBytes
  private var isEmpty = true
  private var type: ObjectType?
  private var sources: Set<Source> = []

  init(rows: Int) {
    self.rows = rows
  }

  /// The first of the rows, as many as fit; one that would never fit goes alone.
  mutating func take(_ wanted: Range<Int>, of run: DeletionRun) -> Range<Int> {
    // Each run names its sources itself.
    if type != run.type { sources = [] }
    type = run.type
    var end = wanted.lowerBound
    while end < wanted.upperBound, rows > 0 {
      let source = run.sources[end]
      let isNew = !sources.contains(source)
      let weight =
        Self.bytesPerRow
        + (isNew ? source.bundleIdentifier.utf8.count + source.name.utf8.count : 0)
      guard weight <= bytes || isEmpty else {
        rows = 0
        break
      }
      if isNew { sources.insert(source) }
      isEmpty = false
      bytes -= weight
      rows -= 1
      end += 1
    }
    return wanted.lowerBound..<end
  }
}

/// Rows of runs of deletions of one type, gathered without their positions.
private struct DeletionRows {
  let type: ObjectType
  private var uuids: [SampleUUID] = []
  private var ends: [Double] = []
  private var sources = DictionaryColumn<Source>()
  private var dots = DotColumn()

  init(of type: ObjectType) {
    self.type = type
  }

  mutating func append(_ run: DeletionRun, _ rows: Range<Int>) {
    uuids += run.uuids[rows]
    ends += run.ends[rows]
    sources.append(run.sources, rows: rows)
    dots.append(run.dots, rows: rows)
  }

  var run: DeletionRun {
    guard let run = DeletionRun(type: type, uuids: uuids, ends: ends, sources: sources, dots: dots)
    else { preconditionFailure("columns of one length") }
    return run
  }
}

extension DeletionRun {
  /// The rows whose positions, which ascend, are after `position` and not after `end`.
  func rows(after position: Int64, through end: Int64) -> Range<Int> {
    var start = 0
    var found: Range<Int>?
    for span in positions.spans {
      let from = max(span.first, position + 1)
      let to = min(span.last, end)
      if from <= to {
        let last = start + Int(to - span.first) + 1
        found = (found?.lowerBound ?? start + Int(from - span.first))..<last
      }
      start += span.count
    }
    return found ?? 0..<0
  }
}
