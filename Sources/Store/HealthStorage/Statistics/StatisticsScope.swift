internal import HealthModel

/// What a statistics query looks at: fixed for as long as it runs.
struct StatisticsScope: Sendable {
  let query: StatisticsQuery
  let limits: StatisticsLimits
  let state: TypeState
  let filter: RowFilter
  let canonicalUnit: Unit
  /// The bounds of what can match.
  let box: TimeBox
  /// Everybody who saved a sample of the type, sorted.
  let sources: [Source]
  /// For each source its place among the bundle identifiers by priority.
  let ranks: [Int]
  let rankCount: Int
  /// Whether the sum is of several sources that may cover the same time.
  let merges: Bool
  /// Whether headers can tell anything.
  let usesHeaders: Bool
  /// Segments of which some blocks are known to be damaged: only decoding tells what that means.
  private let damagedSegments: Set<Int64>
  /// The blocks with what can match, where UUIDs tell.
  private let candidates: Set<Int64>?
  private let sourceIndexes: [Source: Int]

  /// Up to so many UUIDs are looked up one by one; beyond, a scan is as quick.
  private static let mostLookups: UInt64 = 65_536

  /// Fails where nothing can match.
  init?(
    _ query: StatisticsQuery, by order: SourceOrder, seeing visibility: Visibility,
    in snapshot: Snapshot, from tables: inout ReadTables, _ limits: StatisticsLimits
  ) throws {
    let whole = try RowFilter(
      query.predicate, seeing: visibility, in: snapshot.state, from: &tables)
    guard let box = whole.box, let state = snapshot.state.types[query.type]?.seen(visibility),
      let canonicalUnit = query.type.description?.canonicalUnit
    else { return nil }
    // What is lost counts in some bucket, and no other part of the store tells in which.
    try snapshot.state.checkNothingIsLost(of: query.type, in: box)
    // Where all segments are the app's own, they say that themselves.
    let filter = state.hasMixedSegments ? whole : whole.without(visibility)
    self.query = query
    self.limits = limits
    self.state = state
    self.filter = filter
    self.box = box
    self.canonicalUnit = canonicalUnit
    var found: Set<Source> = []
    for segment in state.segments { found.formUnion(segment.directory.sources) }
    sources = found.sorted()
    sourceIndexes = Dictionary(uniqueKeysWithValues: zip(sources, sources.indices))
    let bundles = Self.byPriority(sources, order)
    let places = Dictionary(uniqueKeysWithValues: zip(bundles, bundles.indices))
    ranks = sources.map { places[$0.bundleIdentifier] ?? bundles.count }
    rankCount = bundles.count
    let possible = filter.bundleIdentifiers
    let rivals = bundles.lazy.filter { possible?.contains($0) ?? true }.count
    merges = query.options.contains(.cumulativeSum) && rivals > 1
    usesHeaders = filter.predicate.isOfDates
    damagedSegments = Set(snapshot.state.damage.keys)
    if let uuids = filter.uuids, uuids.count <= Self.mostLookups {
      candidates = try tables.locate(
        uuids, of: query.type, seeing: visibility, in: snapshot.state
      ).map { Set($0.map(\.block.id)) }
    } else {
      candidates = nil
    }
  }

  /// The bundle identifiers of sources, the first of which counts before all others; those that the
  /// order does not name come last, by name.
  private static func byPriority(_ sources: [Source], _ order: SourceOrder) -> [String] {
    let present = Set(sources.map(\.bundleIdentifier))
    let named = order.bundleIdentifiers.filter(present.contains)
    return named + present.subtracting(named).sorted()
  }

  /// Whether samples count in proportion in each bucket in which they lie.
  var divides: Bool { query.options.contains(.cumulativeSum) }

  /// Whether anything but the latest sample is asked for.
  var wantsSums: Bool {
    !query.options.isDisjoint(with: [.discrete, .cumulativeSum])
  }

  /// Whether each source is also told by itself.
  var separates: Bool { query.options.contains(.separateBySource) }

  func index(of source: Source) -> Int? { sourceIndexes[source] }

  /// Whether the block can have rows that match.
  func mayMatch(_ block: SegmentDirectory.Block) -> Bool {
    block.mayLie(in: box) && !state.isDead(block) && candidates?.contains(block.id) ?? true
  }

  /// Whether the block's bounds are those of rows that all match.
  func isWhole(_ block: SegmentDirectory.Block, of segment: Segment) -> Bool {
    state.dead[block.id] == nil && !damagedSegments.contains(segment.id)
      && filter.predicate.truth(
        starts: block.minStart...block.maxStart, ends: block.minEnd...block.maxEnd) == true
  }

  /// The segment's partial aggregates; `nil` where only its blocks can tell.
  ///
  /// Merging erases headers at once, and damaged ones are not needed: blocks tell the same.
  func aggregates(
    of segment: Segment, from tables: inout ReadTables
  ) throws -> AggregateColumns? {
    guard usesHeaders, !damagedSegments.contains(segment.id) else { return nil }
    // Those of a loose block stand nowhere else.
    if let aggregates = segment.aggregates { return AggregateColumns(aggregates) }
    do {
      return try tables.segments.aggregateColumns(segment.id)
    } catch let error as StorageError where error.code == .damaged {
      return nil
    }
  }

  /// The quarter-hours in which rows of the segment begin that are out of sight, so that its aggregates
  /// tell more than there is.
  func hidden(in segment: Segment) -> QuarterHours {
    guard !state.dead.isEmpty else { return QuarterHours() }
    return QuarterHours(
      segment.directory.blocks.lazy.filter { state.dead[$0.id] != nil }.map(\.quarterHours))
  }

  /// The rows of a block that match.
  func rows(
    of block: SegmentDirectory.Block, from tables: inout ReadTables
  ) throws -> StatisticsRows {
    let dead = state.dead[block.id]
    // Without a predicate nothing but these columns matters.
    guard filter.predicate == .constant(true) else {
      let needs = filter.predicate.needs.union([.dates, .values, .sources])
      let run = try tables.reading(block, of: query.type) {
        try $0.run(block.id, of: query.type, needing: needs)
      }
      guard var columns = QuantityColumns(run) else { return StatisticsRows() }
      columns.select(filter.rows(of: run, without: dead))
      return StatisticsRows(columns, self)
    }
    let quantities = try tables.reading(block, of: query.type) { try $0.quantities(block.id) }
    guard var columns = quantities else { return StatisticsRows() }
    if let dead { columns.select((0..<columns.count).filter { !dead.contains(UInt64($0)) }) }
    return StatisticsRows(columns, self)
  }

  /// Hands the rows of a block that match to `body`.
  func forEachRow(
    of block: SegmentDirectory.Block, from tables: inout ReadTables, _ body: (Buckets.Row) -> Void
  ) throws {
    let rows = try rows(of: block, from: &tables)
    rows.forEachStretch { source, stretch in
      for row in stretch {
        body(
          Buckets.Row(
            start: rows.starts[row], end: rows.ends[row], value: rows.values[row], source: source))
      }
    }
  }
}

extension SegmentDirectory.Block {
  /// The quarter-hours in which its rows begin.
  var quarterHours: ClosedRange<Int64> {
    Instant.quarterHour(of: minStart)...Instant.quarterHour(of: maxStart)
  }
}
