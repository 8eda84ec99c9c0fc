internal import HealthModel

// How sums come about where sources may cover the same time: headers of all segments first, and then
// what they leave, in the order of time.
extension StatisticsReader {
  /// Decides how the sums of these buckets are worked out.
  mutating func beginMerging(_ scope: StatisticsScope, _ buckets: Buckets) {
    let starts = scope.starts(in: buckets)
    guard scope.usesHeaders else {
      sweeps = [MergeSweep.Stretch(starts: starts, countsOpen: true)]
      work = .sweeps(nil)
      return
    }
    // What reaches in from before crosses an edge, so no header tells of it.
    sweeps = [MergeSweep.Stretch(starts: starts.lowerBound..<starts.lowerBound, countsOpen: true)]
    work = .sweeps(
      starts.isEmpty ? nil : Instant.quarterHour(of: starts.lowerBound))
  }

  mutating func readHeaders(
    from first: Int64, _ scope: StatisticsScope, _ buckets: inout Buckets,
    _ tables: inout ReadTables
  ) throws {
    let starts = scope.starts(in: buckets)
    let end = Instant.quarterHour(of: starts.upperBound.nextDown)
    let range = scope.quarterHours(from: first, through: end, withEntries: scope.limits.entries)
    var entries = HeaderEntries()
    let from = Instant.startOfQuarterHour(range.lowerBound)
    let to = Instant.startOfQuarterHour(range.upperBound + 1)
    for segment in scope.state.segments
    where segment.minStart < to && segment.maxEnd >= from && segment.mayHold(scope.box) {
      if let columns = try scope.aggregates(of: segment, from: &tables) {
        entries.add(columns, of: segment, within: range, scope)
      } else {
        entries.addUnknown(segment, scope)
      }
    }
    entries.decide(in: buckets, settling: range, merging: true, scope)
    entries.add(to: &buckets)
    sweeps = entries.decoded.stretches.reversed().compactMap { stretch in
      let hours = stretch.clamped(to: range)
      guard stretch.overlaps(range) else { return nil }
      let low = max(starts.lowerBound, Instant.startOfQuarterHour(hours.lowerBound))
      let high = min(starts.upperBound, Instant.startOfQuarterHour(hours.upperBound + 1))
      return low < high ? MergeSweep.Stretch(starts: low..<high, countsOpen: false) : nil
    }
    work = .sweeps(range.upperBound < end ? range.upperBound + 1 : nil)
  }

  mutating func mergeSamples(
    then next: Int64?, _ scope: StatisticsScope, _ buckets: inout Buckets,
    _ tables: inout ReadTables
  ) throws {
    var decoded = 0
    while decoded < scope.limits.blocks {
      guard var sweep = sweep ?? sweeps.popLast().map({ MergeSweep($0, scope) }) else {
        if let next { work = .headers(next) } else { finishSums(scope) }
        return
      }
      // Out of `self` while it changes, so that it is not copied.
      self.sweep = nil
      let (goesOn, blocks) = try sweep.advance(scope, into: &buckets, from: &tables)
      if goesOn { self.sweep = sweep }
      decoded += 1 + blocks
    }
  }
}
