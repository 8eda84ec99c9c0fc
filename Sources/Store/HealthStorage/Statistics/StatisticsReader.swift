package import HealthModel

/// The answer to a statistics query, worked out piece by piece and in bounded memory.
///
/// It pins what it saw and holds no transaction. See <doc:Statistics>.
package struct StatisticsReader: Sendable {
  /// What is done next for the buckets at hand.
  enum Work {
    /// The segments from here on, each by itself: nothing that one tells depends on another.
    case segments(Int)
    /// The headers of what starts in so many quarter-hours, so that sources can be merged.
    case headers(Int64)
    /// What the headers left to be decoded and merged, and then the headers from here on.
    case sweeps(Int64?)
    /// The latest samples of the buckets from here on.
    case latest(Int)
    case extremes
    /// The answers of the buckets from here on.
    case answer(Int)
  }

  private let snapshot: Snapshot
  private let isSingle: Bool
  private let edges: [Double]
  /// `nil` where nothing can match.
  private let scope: StatisticsScope?
  private var nextBucket = 0
  var work = Work.answer(0)
  /// The buckets that are worked on; `nil` between two lots of them.
  var buckets: Buckets?
  private var latest: [Int: LatestSearch] = [:]
  private var extremes: ExtremesSearch?
  /// What is left to be decoded and merged; the last comes first.
  var sweeps: [MergeSweep.Stretch] = []
  var sweep: MergeSweep?
  /// What is known so far, in order.
  package private(set) var statistics: [Statistics] = []

  /// As many buckets as one step searches or answers.
  private static let stepBuckets = 1_024

  /// - Parameters:
  ///   - query: Was checked.
  ///   - order: Which source counts where several cover the same time.
  ///   - visibility: Which samples are seen.
  ///   - snapshot: The moment that is asked about.
  ///   - tables: What is read.
  ///   - limits: The answer does not depend on them.
  /// - Throws: a `ModelError` for a predicate that is nested too deeply, and what `advance` throws.
  package init(
    _ query: StatisticsQuery, by order: SourceOrder, seeing visibility: Visibility,
    in snapshot: Snapshot, from tables: inout ReadTables,
    limits: StatisticsLimits = StatisticsLimits()
  ) throws {
    self.snapshot = snapshot
    isSingle = query.edges == nil
    edges = query.edges ?? [-.infinity, .infinity]
    scope = try tables.reading(snapshot) { tables in
      try StatisticsScope(
        query, by: order, seeing: visibility, in: snapshot, from: &tables, limits)
    }
  }

  /// Hands out what is known so far and was not handed out; what comes later comes after it.
  package mutating func takeStatistics() -> [Statistics] {
    defer { statistics = [] }
    return statistics
  }

  /// How many bytes it keeps between two steps, more or less.
  package var weight: Int {
    MemoryLayout<Double>.stride * edges.count + (buckets?.weight ?? 0)
  }

  /// Goes on for some milliseconds; returns whether there is more to do.
  ///
  /// - Throws: `startOver` where all history was erased since the snapshot, `damaged` where a sample that
  ///   may count cannot be read.
  package mutating func advance(from tables: inout ReadTables) throws -> Bool {
    guard let scope else { return false }
    return try tables.reading(snapshot) { tables in
      try tables.inOneView { tables in try advance(scope, &tables) }
    }
  }

  private mutating func advance(
    _ scope: StatisticsScope, _ tables: inout ReadTables
  ) throws -> Bool {
    // Out of `self` while it changes, so that it is not copied.
    guard var buckets = buckets ?? nextBuckets(scope) else { return false }
    self.buckets = nil
    if case .answer(let first) = work {
      let next = min(buckets.count, first + Self.stepBuckets)
      answer(first..<next, scope, buckets)
      work = .answer(next)
      if next < buckets.count { self.buckets = buckets }
    } else {
      try step(scope, &buckets, &tables)
      self.buckets = buckets
    }
    return true
  }

  private mutating func step(
    _ scope: StatisticsScope, _ buckets: inout Buckets, _ tables: inout ReadTables
  ) throws {
    switch work {
    case .segments(let index): try readSegments(from: index, scope, &buckets, &tables)
    case .headers(let first): try readHeaders(from: first, scope, &buckets, &tables)
    case .sweeps(let next): try mergeSamples(then: next, scope, &buckets, &tables)
    case .latest(let bucket): try search(from: bucket, scope, buckets, &tables)
    case .extremes:
      var search = extremes ?? ExtremesSearch(scope)
      extremes = nil
      let goesOn = try search.advance(decoding: scope.limits.blocks, scope, from: &tables)
      extremes = search
      if !goesOn { work = .answer(0) }
    case .answer: break
    }
  }

  /// Begins with the next buckets in which there may be anything.
  private mutating func nextBuckets(_ scope: StatisticsScope) -> Buckets? {
    let bounds = scope.bounds
    while nextBucket < edges.count - 1, edges[nextBucket + 1] <= bounds.lowerBound {
      nextBucket += 1
    }
    guard nextBucket < edges.count - 1, edges[nextBucket] <= bounds.upperBound else { return nil }
    let sourceCount = scope.separates ? scope.sources.count : 0
    let count = min(edges.count - 1 - nextBucket, max(1, scope.limits.sums / (1 + sourceCount)))
    let buckets = Buckets(
      edges: Array(edges[nextBucket...(nextBucket + count)]), sourceCount: sourceCount,
      divides: scope.divides)
    nextBucket += count
    latest = [:]
    if !scope.wantsSums {
      work = .latest(0)
    } else if !scope.merges {
      work = .segments(0)
    } else {
      beginMerging(scope, buckets)
    }
    return buckets
  }

  /// What comes once the sums are there.
  mutating func finishSums(_ scope: StatisticsScope) {
    work = scope.query.options.contains(.mostRecent) ? .latest(0) : afterLatest
  }

  private var afterLatest: Work { isSingle ? .extremes : .answer(0) }

  private mutating func search(
    from first: Int, _ scope: StatisticsScope, _ buckets: Buckets, _ tables: inout ReadTables
  ) throws {
    var decoded = 0
    for bucket in first..<buckets.count {
      if decoded >= scope.limits.blocks || bucket - first >= Self.stepBuckets {
        work = .latest(bucket)
        return
      }
      if scope.wantsSums, buckets.totals[bucket].count == 0 { continue }
      var search = LatestSearch(scope)
      decoded += try search.run(
        in: buckets.edges[bucket]..<buckets.edges[bucket + 1], scope, from: &tables)
      if search.latest != nil { latest[bucket] = search }
    }
    work = afterLatest
  }

  private mutating func answer(
    _ some: Range<Int>, _ scope: StatisticsScope, _ buckets: Buckets
  ) {
    let options = scope.query.options
    for bucket in some {
      let total = buckets.totals[bucket]
      let latest = latest[bucket]
      if total.count == 0, latest == nil { continue }
      var found = Statistics(
        start: extremes?.start ?? buckets.edges[bucket],
        end: extremes?.end ?? buckets.edges[bucket + 1], values: total.values(options))
      found.values.mostRecent = latest?.latest
      for index in buckets.bySource.indices {
        let sums = buckets.bySource[index]
        var values = sums.isEmpty ? Statistics.Values() : sums[bucket].values(options)
        values.mostRecent = latest?.bySource[index]
        if values != Statistics.Values() {
          found.sources.append(Statistics.OfSource(scope.sources[index], values))
        }
      }
      statistics.append(found)
    }
  }
}
