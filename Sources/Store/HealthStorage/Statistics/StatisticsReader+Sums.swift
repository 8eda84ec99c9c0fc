internal import HealthModel

// How sums come about where no source shares its time with another, segment by segment.
extension StatisticsReader {
  /// As many segments as one step reads: some milliseconds.
  private static let stepSegments = 16

  mutating func readSegments(
    from first: Int, _ scope: StatisticsScope, _ buckets: inout Buckets,
    _ tables: inout ReadTables
  ) throws {
    let segments = scope.state.segments
    var decoded = 0
    for index in first..<segments.count {
      if decoded >= scope.limits.blocks || index - first >= Self.stepSegments {
        work = .segments(index)
        return
      }
      let segment = segments[index]
      // What ends at the beginning is of no length, if it counts at all.
      let last = buckets.divides ? segment.maxEnd : segment.maxStart
      if segment.mayHold(scope.box), segment.minStart < buckets.end, last >= buckets.start {
        decoded += try Self.read(segment, scope, &buckets, &tables)
      }
    }
    finishSums(scope)
  }

  /// Adds a segment; returns how many blocks it decoded.
  private static func read(
    _ segment: Segment, _ scope: StatisticsScope, _ buckets: inout Buckets,
    _ tables: inout ReadTables
  ) throws -> Int {
    // Without headers everything is decoded.
    var left: QuarterHours?
    if let columns = try scope.aggregates(of: segment, from: &tables) {
      let all = Int64.min...Int64.max
      var entries = HeaderEntries()
      entries.add(columns, of: segment, within: all, scope)
      entries.decide(in: buckets, settling: all, merging: false, scope)
      entries.add(to: &buckets)
      left = entries.decoded
    }
    let (start, end, divides) = (buckets.start, buckets.end, buckets.divides)
    if let left, left.isEmpty, !divides || segment.minStart >= start { return 0 }
    var decoded = 0
    for block in segment.directory.blocks where scope.mayMatch(block) {
      let reachesIn = divides && block.minStart < start && block.maxEnd > start
      let begins =
        block.minStart < end && block.maxStart >= start
        && left?.overlaps(block.quarterHours) ?? true
      guard reachesIn || begins else { continue }
      decoded += 1
      // Mostly it is one quarter-hour, at the end of a day.
      let wanted = left?.instants(in: block.quarterHours) ?? [start..<end]
      let from = wanted.first?.lowerBound ?? end
      let to = wanted.last?.upperBound ?? end
      try scope.forEachRow(of: block, from: &tables) { row in
        if row.start < start {
          if divides, row.end > start { buckets.add(row) }
        } else if row.start >= from, row.start < to, row.start < end,
          wanted.count == 1 || wanted.contains(where: { $0.contains(row.start) })
        {
          buckets.add(row)
        }
      }
    }
    return decoded
  }
}
