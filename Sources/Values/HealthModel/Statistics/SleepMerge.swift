/// How long somebody was asleep, in bed and awake; each is `nil` where no sample says anything of it.
package struct SleepTimes: Hashable, Sendable {
  /// In seconds, like the others.
  package var asleep: Double?
  package var inBed: Double?
  package var awake: Double?

  package init(asleep: Double? = nil, inBed: Double? = nil, awake: Double? = nil) {
    self.asleep = asleep
    self.inBed = inBed
    self.awake = awake
  }
}

/// Adds samples of sleep so that time which several of them cover counts once.
///
/// Time in bed is what any source says. Of sleep and wakefulness the highest source decides that says either
/// of a moment; within one source it is wakefulness, which interrupts a sleep that was told as a whole:
///
///     rank 0  asleep      [===============]
///             awake           [--]
///     rank 1  asleep  [======]          [=========]
///     counts          aaaaaaaaawwwaaaaaaaaaaaaaaaaa
package struct SleepMerge: Sendable {
  private struct Night {
    var inBed = CoveredTime()
    var asleep = CoveredTime()
    var awake = CoveredTime()
  }

  /// Ascending, one more than there are buckets.
  private let edges: [Double]
  private let isBySource: Bool
  /// By rank: what hangs together with the last sample, and was not counted yet.
  private var nights: [Night] = []
  private var latestEnd = -Double.infinity
  /// By the bucket's index; buckets without any sleep are not there.
  package private(set) var totals: [Int: SleepTimes] = [:]
  /// By rank, and then the same; empty unless asked for.
  package private(set) var bySource: [[Int: SleepTimes]] = []

  /// - Parameters:
  ///   - edges: At least two, ascending.
  ///   - isBySource: Whether each source is also added up by itself.
  package init(edges: [Double], isBySource: Bool) {
    precondition(edges.count >= 2, "there is no bucket")
    self.edges = edges
    self.isBySource = isBySource
  }

  /// Takes a sample, which does not start before those that were taken; rank 0 is above all others.
  package mutating func add(start: Double, end: Double, value: Int64, rank: Int) {
    if start > latestEnd { finish() }
    latestEnd = max(latestEnd, end)
    while nights.count <= rank { nights.append(Night()) }
    switch SleepAnalysisValue(rawValue: Int(clamping: value)) {
    case .inBed: nights[rank].inBed.append(start, end)
    case .awake: nights[rank].awake.append(start, end)
    case .asleep, .asleepCore, .asleepDeep, .asleepREM: nights[rank].asleep.append(start, end)
    case nil: break
    }
  }

  /// Counts what was taken; more may follow, if it starts later than all of that ended.
  package mutating func finish() {
    var decided = CoveredTime()
    var inBed = CoveredTime()
    if isBySource {
      while bySource.count < nights.count { bySource.append([:]) }
    }
    for (rank, night) in nights.enumerated() {
      let asleep = night.asleep.subtracting(night.awake)
      if isBySource {
        add(asleep, to: \.asleep, in: &bySource[rank])
        add(night.awake, to: \.awake, in: &bySource[rank])
        add(night.inBed, to: \.inBed, in: &bySource[rank])
      }
      add(asleep.subtracting(decided), to: \.asleep, in: &totals)
      add(night.awake.subtracting(decided), to: \.awake, in: &totals)
      decided = decided.union(asleep).union(night.awake)
      inBed = inBed.union(night.inBed)
    }
    add(inBed, to: \.inBed, in: &totals)
    for rank in nights.indices { nights[rank] = Night() }
  }

  private func add(
    _ time: CoveredTime, to kind: WritableKeyPath<SleepTimes, Double?>,
    in times: inout [Int: SleepTimes]
  ) {
    for (start, end) in zip(time.starts, time.ends) {
      guard start < edges[edges.count - 1], end > edges[0] else { continue }
      var bucket = bucket(of: start)
      while bucket < edges.count - 1, edges[bucket] < end {
        let length = min(end, edges[bucket + 1]) - max(start, edges[bucket])
        var sums = times[bucket] ?? SleepTimes()
        sums[keyPath: kind] = (sums[keyPath: kind] ?? 0) + length
        times[bucket] = sums
        bucket += 1
      }
    }
  }

  /// The last bucket that begins no later than an instant; the first where none does.
  private func bucket(of instant: Double) -> Int {
    var (low, high) = (0, edges.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if edges[middle] <= instant { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
