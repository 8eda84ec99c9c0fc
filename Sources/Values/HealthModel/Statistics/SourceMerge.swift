/// Adds samples of several sources so that time which several cover counts once.
///
/// It goes through time in windows and in each through the sources by their ranks, and knows of each
/// window what higher ranks cover:
///
///     rank 0     [=======]        [====]
///     rank 1         [------------------------]      counts only where no rank above covers
///                    |xxx|........|xxxx|......|      x covered, . counted
///
/// What counts of a sample is the exact sum of the ends of its uncovered pieces, less that of their
/// starts, rounded once. So it depends on nothing but the sample, its bucket and the time that higher
/// ranks cover, wherever windows begin.
package struct SourceMerge: Sendable {
  /// A sample that goes on in the next window.
  private struct Pending {
    var start: Double
    var end: Double
    var value: Double
    /// The bucket in which it stands, and how much of it is uncovered there so far.
    var bucket: Int
    var uncovered: ExactSum
  }

  /// Where the next window begins.
  package private(set) var next: Double
  /// By rank: what counts and has not come to its end.
  private var pending: [[Pending]]
  /// By rank: until when its samples cover the time from here on.
  private var coversUntil: [Double]
  /// The latest end of a sample that counts.
  package private(set) var latestEnd = -Double.infinity

  /// - Parameters:
  ///   - rankCount: How many sources there are; rank 0 is above all others.
  ///   - start: Where the first window begins.
  package init(rankCount: Int, from start: Double) {
    next = start
    pending = [[Pending]](repeating: [], count: rankCount)
    coversUntil = [Double](repeating: -.infinity, count: rankCount)
  }

  /// Takes a sample that starts before the first window and reaches into it.
  package mutating func open(
    start: Double, end: Double, value: Double, rank: Int, counts: Bool, in buckets: Buckets
  ) {
    coversUntil[rank] = max(coversUntil[rank], end)
    guard counts, let bucket = buckets.index(of: next) else { return }
    latestEnd = max(latestEnd, end)
    pending[rank].append(
      Pending(start: start, end: end, value: value, bucket: bucket, uncovered: ExactSum()))
  }

  /// Goes through the next window.
  ///
  /// - Parameters:
  ///   - rows: For each rank everything that starts in the window, in order.
  ///   - end: Where the window ends.
  ///   - counting: What starts in here counts, other samples only cover.
  ///   - buckets: Where it counts.
  package mutating func advance(
    through rows: [MergeRows], to end: Double, counting: Range<Double>, into buckets: inout Buckets
  ) {
    var covered = CoveredTime()
    for rank in rows.indices {
      let before = pending[rank]
      pending[rank] = []
      for sample in before {
        if let rest = Self.goOn(sample, from: next, to: end, &covered, 0, &buckets) {
          pending[rank].append(rest)
        }
      }
      count(rows[rank], rank: rank, to: end, counting, &covered, &buckets)
      cover(rows[rank], rank: rank, to: end, &covered)
    }
    next = end
  }

  /// Adds what a rank's samples cover to what higher ranks do.
  private mutating func cover(
    _ rows: MergeRows, rank: Int, to end: Double, _ covered: inout CoveredTime
  ) {
    let before = coversUntil[rank]
    coversUntil[rank] = rows.ends.reduce(before) { max($0, $1) }
    // Nothing is below the last one.
    if rank + 1 < coversUntil.count {
      covered = covered.union(CoveredTime(by: rows, and: next..<max(next, before), until: end))
    }
  }

  private mutating func count(
    _ rows: MergeRows, rank: Int, to end: Double, _ counting: Range<Double>,
    _ covered: inout CoveredTime, _ buckets: inout Buckets
  ) {
    // Where nothing higher is, there is nothing to look for.
    let isHighest = covered.count == 0
    var place = 0
    var bucket = 0
    var bucketEnd = -Double.infinity
    var sum = ExactSum()
    var counted = 0
    var latest = latestEnd
    for row in 0..<rows.count {
      let start = rows.starts[row]
      guard start >= counting.lowerBound, start < counting.upperBound, start >= buckets.start,
        start < buckets.end
      else { continue }
      if start >= bucketEnd {
        buckets.add(merged: sum, of: counted, to: bucket)
        (sum, counted) = (ExactSum(), 0)
        bucket = buckets.index(from: bucket, of: start)
        bucketEnd = buckets.edges[bucket + 1]
      }
      let (last, value) = (rows.ends[row], rows.values[row])
      latest = max(latest, last)
      if isHighest, last <= bucketEnd, last <= end {
        sum.add(value)
        counted += 1
        continue
      }
      place = covered.index(from: place, endingAfter: start)
      // Nothing higher is near: it counts as it is.
      let isFree = place == covered.count || covered.starts[place] >= last
      if last == start {
        let isCovered = place < covered.count && covered.starts[place] <= start
        if !isCovered { sum.add(value) }
        counted += 1
      } else if last <= bucketEnd, last <= end {
        counted += 1
        if isFree {
          sum.add(value)
        } else {
          var uncovered = ExactSum()
          covered.addUncovered(from: start, to: last, at: place, to: &uncovered)
          sum.add(Self.share(of: value, from: start, to: last, uncovered))
        }
      } else {
        let sample = Pending(
          start: start, end: last, value: value, bucket: bucket, uncovered: ExactSum())
        if let rest = Self.goOn(sample, from: start, to: end, &covered, place, &buckets) {
          pending[rank].append(rest)
        }
      }
    }
    buckets.add(merged: sum, of: counted, to: bucket)
    latestEnd = latest
  }

  /// Counts a sample up to `limit`, or to its end, or to that of the buckets; returns what goes on.
  ///
  /// The stretch `first` is not after the first one that ends after `start`.
  private static func goOn(
    _ sample: Pending, from start: Double, to limit: Double, _ covered: inout CoveredTime,
    _ first: Int, _ buckets: inout Buckets
  ) -> Pending? {
    var sample = sample
    var (from, place) = (start, first)
    while true {
      let edge = buckets.edges[sample.bucket + 1]
      let to = min(limit, sample.end, edge)
      if to > from {
        place = covered.index(from: place, endingAfter: from)
        covered.addUncovered(from: from, to: to, at: place, to: &sample.uncovered)
        from = to
      }
      guard to == sample.end || to == edge else { return sample }
      buckets.add(
        merged: share(
          of: sample.value, from: sample.start, to: sample.end, sample.uncovered),
        to: sample.bucket)
      sample.uncovered = ExactSum()
      sample.bucket += 1
      if to == sample.end || sample.bucket == buckets.count { return nil }
    }
  }

  /// What counts of a sample in a bucket of which so much is uncovered.
  @inline(__always)
  private static func share(
    of value: Double, from start: Double, to end: Double, _ uncovered: ExactSum
  ) -> Double {
    let part = uncovered.value
    let length = end - start
    if part == 0 { return 0 }
    if part == length {
      // Rounded they are the same; if they are so exactly, it counts as it is.
      var missing = uncovered
      missing.add(-end)
      missing.add(start)
      if missing.isZero { return value }
    }
    return Buckets.share(of: value, lasting: length, for: part)
  }
}
