/// Adds samples of several sources so that time which several cover counts once.
///
/// A sweep over time: samples come in the order in which they start, and between two of them the
/// clock stands still only where something begins, something ends, or a bucket does.
///
///     rank 0     [=======]        [====]
///     rank 1         [------------------------]      counts only where no rank above covers
///                    |xxx|........|xxxx|......|      x covered, . counted
///
/// For each rank that has a sample open it knows how much time no higher rank has covered so far, as
/// an exact sum. What counts of a sample is the difference of two such sums, so it depends on nothing
/// but the sample, its bucket and the time that higher ranks cover.
package struct SourceMerge: Sendable {
  /// A sample whose end is yet to come.
  private struct Open {
    var start: Double
    var end: Double
    var value: Double
    var rank: Int
    /// Whether it counts; others only cover.
    var counts: Bool
    /// How much time its rank had uncovered when the sample came into the bucket.
    var uncovered: ExactSum
  }

  /// A heap by end, the earliest first.
  private var open: [Open] = []
  /// By rank: how many open samples it has, and how many of them count.
  private var covers: [Int]
  private var counting: [Int]
  /// The ranks with open samples that count, ascending.
  private var watched: [Int] = []
  /// The highest rank that covers the present; the number of ranks where none does.
  private var covering: Int
  /// By rank: the time that no higher rank has covered while samples of it were open.
  private var uncovered: [ExactSum]
  private var now = -Double.infinity
  private var bucket = 0
  /// The latest end of a sample that counts.
  package private(set) var latestEnd = -Double.infinity

  /// - Parameter rankCount: How many sources there are; rank 0 is above all others.
  package init(rankCount: Int) {
    covers = [Int](repeating: 0, count: rankCount)
    counting = covers
    covering = rankCount
    uncovered = [ExactSum](repeating: ExactSum(), count: rankCount)
  }

  /// Whether a sample that counts has not come to its end.
  package var isCounting: Bool { !watched.isEmpty }

  /// Whether row `left` comes before `right`: of those that start at one instant, what lasts first.
  package static func precedes(_ left: Buckets.Row, _ right: Buckets.Row) -> Bool {
    left.start != right.start
      ? left.start < right.start : left.end > left.start && right.end == right.start
  }

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - row: Not before those that were taken, as `precedes` says; its source's rank is `rank`.
  ///   - counts: Whether it counts, or only covers.
  ///   - from: Where the sweep begins: what was open there begins there.
  package mutating func take(
    _ row: Buckets.Row, rank: Int, counts: Bool, from: Double, into buckets: inout Buckets
  ) {
    let start = max(row.start, from)
    guard start < buckets.end else { return }
    advance(to: start, in: &buckets)
    if row.end == row.start {
      guard counts, let bucket = buckets.index(of: start) else { return }
      buckets.add(merged: covering < rank ? 0 : row.value, to: bucket)
      return
    }
    guard row.end > start else { return }
    covers[rank] += 1
    covering = min(covering, rank)
    if counts {
      if watched.isEmpty { bucket = buckets.index(from: 0, of: start) }
      watch(rank)
      latestEnd = max(latestEnd, row.end)
    }
    push(
      Open(
        start: row.start, end: row.end, value: row.value, rank: rank, counts: counts,
        uncovered: uncovered[rank]))
  }

  /// Lets time pass: whatever ends by then is counted.
  package mutating func advance(to time: Double, in buckets: inout Buckets) {
    while true {
      let end = open.first?.end ?? .infinity
      let edge = watched.isEmpty ? .infinity : buckets.edges[bucket + 1]
      let next = min(end, edge)
      guard next <= time, next < .infinity else { break }
      pass(to: next)
      // What ends at an edge has nothing after it.
      if end <= edge { close(pop(), in: &buckets) } else { cross(edge, in: &buckets) }
    }
    pass(to: time)
  }

  private mutating func pass(to time: Double) {
    for rank in watched where rank <= covering {
      uncovered[rank].add(time)
      uncovered[rank].add(-now)
    }
    now = time
  }

  private mutating func close(_ sample: Open, in buckets: inout Buckets) {
    if sample.counts {
      settle(sample, in: &buckets)
      counting[sample.rank] -= 1
      if counting[sample.rank] == 0 { watched.removeAll { $0 == sample.rank } }
    }
    covers[sample.rank] -= 1
    if covers[sample.rank] == 0, sample.rank == covering {
      while covering < covers.count, covers[covering] == 0 { covering += 1 }
    }
  }

  /// Goes on in the next bucket; after the last nothing counts any more.
  private mutating func cross(_ edge: Double, in buckets: inout Buckets) {
    let isLast = bucket + 1 == buckets.count
    for index in open.indices where open[index].counts {
      settle(open[index], in: &buckets)
      open[index].uncovered = uncovered[open[index].rank]
      if isLast { open[index].counts = false }
    }
    if isLast {
      for rank in watched { counting[rank] = 0 }
      watched = []
    } else {
      bucket += 1
    }
  }

  /// Counts what is uncovered of a sample in the bucket.
  private func settle(_ sample: Open, in buckets: inout Buckets) {
    var time = uncovered[sample.rank]
    time.subtract(sample.uncovered)
    let part = time.value
    time.add(-sample.end)
    time.add(sample.start)
    // Nothing of it is covered or beyond the bucket: it counts as it is, without any rounding.
    let share =
      time.isZero
      ? sample.value
      : Buckets.share(of: sample.value, lasting: sample.end - sample.start, for: part)
    buckets.add(merged: share, to: bucket)
  }

  private mutating func watch(_ rank: Int) {
    counting[rank] += 1
    guard counting[rank] == 1 else { return }
    watched.insert(rank, at: watched.firstIndex { $0 > rank } ?? watched.count)
  }

  private mutating func push(_ sample: Open) {
    open.append(sample)
    var child = open.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard open[child].end < open[parent].end else { return }
      open.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func pop() -> Open {
    let first = open[0]
    let last = open.removeLast()
    guard !open.isEmpty else { return first }
    open[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < open.count else { return first }
      if child + 1 < open.count, open[child + 1].end < open[child].end { child += 1 }
      guard open[child].end < open[parent].end else { return first }
      open.swapAt(child, parent)
      parent = child
    }
  }
}
