internal import HealthModel

/// Partial aggregates of one or more segments, and which of them count as they stand.
///
/// One counts as it stands where its quarter-hour lies in one bucket, its samples all match and stay in
/// the bucket, none of them is out of sight, and none may have to share its time with a higher source.
/// All others are left to whoever decodes the blocks: their quarter-hours are `decoded`.
struct HeaderEntries {
  /// What becomes of an entry: it counts in the bucket that is its number, or one of these.
  private enum Fate {
    /// None of its samples matters.
    static let nothing: Int32 = -1
    /// Its samples are decoded, or lie beyond the buckets; they may cover the time of others.
    static let covering: Int32 = -2
  }

  private var columns = AggregateColumns()
  /// For each entry its bucket or its fate.
  private var fates: [Int32] = []
  /// What has to be decoded; every sample that starts in one of these is left out of the entries.
  private(set) var decoded = QuarterHours()
  private var decodedStretches: [ClosedRange<Int64>] = []
  /// Quarter-hours in which samples may lie that no entry tells of.
  private var unknown: [ClosedRange<Int64>] = []

  var count: Int { columns.count }

  /// Takes in a segment's aggregates, of which only those matter that begin in `range` or reach into it.
  mutating func add(
    _ other: AggregateColumns, of segment: Segment, within range: ClosedRange<Int64>,
    _ scope: StatisticsScope
  ) {
    decodedStretches += scope.hidden(in: segment).stretches
    // Their sources are not in the order of the scope only if the directory has others.
    let indexes = other.sources.map { scope.index(of: $0) }
    if columns.count == 0, other.quarterHours.allSatisfy({ range.contains($0) }),
      indexes.allSatisfy({ $0 != nil })
    {
      columns = other
      columns.sourceIndexes = other.sourceIndexes.map { indexes[$0] ?? 0 }
      return
    }
    func matters(_ row: Int) -> Bool {
      let (first, reach) = (other.quarterHours[row], other.reaches[row])
      return first <= range.upperBound && first + reach >= range.lowerBound
        && indexes[other.sourceIndexes[row]] != nil
    }
    // Mostly all of a stretch do.
    var row = 0
    while row < other.count {
      let start = row
      while row < other.count, matters(row) { row += 1 }
      if row > start { columns.append(other, start..<row, sources: indexes) }
      row += 1
    }
  }

  /// Notes a segment without aggregates that can be used.
  mutating func addUnknown(_ segment: Segment, _ scope: StatisticsScope) {
    for block in segment.directory.blocks where scope.mayMatch(block) {
      decodedStretches.append(block.quarterHours)
      unknown.append(
        Instant.quarterHour(of: block.minStart)...Instant.quarterHour(of: block.maxEnd))
    }
  }

  /// Decides about every entry, once all are there.
  ///
  /// - Parameters:
  ///   - buckets: Where entries can count.
  ///   - range: The quarter-hours that are settled; entries before only cover.
  ///   - merging: Whether sources share their time.
  ///   - scope: What is asked.
  mutating func decide(
    in buckets: Buckets, settling range: ClosedRange<Int64>, merging: Bool, _ scope: StatisticsScope
  ) {
    let isAllOfDates = scope.filter.predicate == .constant(true)
    let hidden = QuarterHours(decodedStretches)
    // The quarter-hours that lie in the bucket, where none is hidden and dates do not matter.
    var inside: ClosedRange<Int64>?
    fates = [Int32](repeating: Fate.nothing, count: columns.count)
    var bucket = 0
    var last: Int64 = .min
    for row in fates.indices {
      let (quarterHour, reach) = (columns.quarterHours[row], columns.reaches[row])
      if quarterHour < last { (bucket, inside) = (0, nil) }
      last = quarterHour
      // A merge has to see samples of all sources, which may not be known beyond the range.
      let isKnown = !merging || quarterHour + reach <= range.upperBound
      if isKnown, let inside, inside.contains(quarterHour),
        !buckets.divides || quarterHour + reach <= inside.upperBound
      {
        fates[row] = Int32(bucket)
        continue
      }
      let start = Instant.startOfQuarterHour(quarterHour)
      let end = Instant.startOfQuarterHour(quarterHour + 1)
      // The longest sample ends before this, or at it where it stays in the quarter-hour.
      let reached = Instant.startOfQuarterHour(quarterHour + reach + 1)
      let truth =
        isAllOfDates
        ? true
        : scope.filter.predicate.truth(starts: start...end.nextDown, ends: start...reached)
      if truth == false { continue }
      guard start < buckets.end, end > buckets.start else {
        fates[row] = Fate.covering
        continue
      }
      if start >= buckets.start {
        bucket = buckets.index(from: bucket, of: start)
        inside = isAllOfDates && hidden.isEmpty ? buckets.quarterHours(of: bucket) : nil
      }
      let bucketEnd = buckets.edges[bucket + 1]
      let isInBucket =
        start >= buckets.start && end <= bucketEnd
        && (!buckets.divides || reach == 0 || reached <= bucketEnd)
      if truth == true, isInBucket, isKnown, hidden.isEmpty || !hidden.contains(quarterHour) {
        fates[row] = Int32(bucket)
      } else {
        leave(row)
      }
    }
    if merging { leaveOverlapping(scope) }
    decoded = QuarterHours(decodedStretches)
    decodedStretches = []
    // In which none is decoded: it is looked for once for all entries that lie in it.
    var gap: ClosedRange<Int64>?
    for row in fates.indices where fates[row] >= 0 {
      let quarterHour = columns.quarterHours[row]
      if let gap, gap.contains(quarterHour), range.contains(quarterHour) { continue }
      // A quarter-hour is decoded for all sources or for none.
      if !range.contains(quarterHour) || decoded.contains(quarterHour) {
        fates[row] = Fate.nothing
      } else {
        gap = decoded.gap(around: quarterHour)
      }
    }
  }

  private mutating func leave(_ row: Int) {
    fates[row] = Fate.covering
    let quarterHour = columns.quarterHours[row]
    decodedStretches.append(quarterHour...quarterHour)
  }

  /// Leaves entries of a source that lie where a higher one may have samples.
  private mutating func leaveOverlapping(_ scope: StatisticsScope) {
    var rows = [[Int]](repeating: [], count: scope.rankCount)
    for row in fates.indices where fates[row] != Fate.nothing {
      rows[scope.ranks[columns.sourceIndexes[row]]].append(row)
    }
    var higher = QuarterHours(unknown)
    for rows in rows {
      var own: [ClosedRange<Int64>] = []
      own.reserveCapacity(rows.count)
      for row in rows {
        let first = columns.quarterHours[row]
        let stretch = first...(first + columns.reaches[row])
        own.append(stretch)
        if fates[row] >= 0, higher.overlaps(stretch) { leave(row) }
      }
      higher.formUnion(QuarterHours(own))
    }
  }

  /// Adds the entries that count as they stand.
  func add(to buckets: inout Buckets) {
    let components = columns.components.span
    for row in fates.indices where fates[row] >= 0 {
      buckets.add(
        count: Int(columns.counts[row]), minimum: columns.minima[row],
        maximum: columns.maxima[row],
        components: components.extracting(columns.components(of: row..<row + 1)),
        of: columns.sourceIndexes[row], to: Int(fates[row]))
    }
  }
}

extension AggregateColumns {
  /// Appends rows of another segment, whose sources have the given indexes here.
  fileprivate mutating func append(_ other: Self, _ rows: Range<Int>, sources indexes: [Int?]) {
    sourceIndexes += other.sourceIndexes[rows].lazy.map { indexes[$0] ?? 0 }
    quarterHours += other.quarterHours[rows]
    counts += other.counts[rows]
    reaches += other.reaches[rows]
    minima += other.minima[rows]
    maxima += other.maxima[rows]
    let range = other.components(of: rows)
    let shift = components.count - range.lowerBound
    components += other.components[range]
    componentEnds += other.componentEnds[rows].lazy.map { $0 + shift }
  }
}
