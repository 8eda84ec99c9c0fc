/// How many seconds samples cover, time that several cover counted once.
struct CoveredDurations: Hashable, Sendable {
  /// Of all sources together.
  var whole = 0.0
  /// Of each source by itself, by bundle identifier.
  var bySource: [String: Double] = [:]
}

/// Adds up what samples cover, which come in the order in which they start.
struct DurationSums {
  /// Where each bucket begins and the one before it ends; without them all is one bucket.
  private let edges: [Double]?
  private var whole: Stretches
  private var bySource: [String: Stretches] = [:]

  init(edges: [Double]?) {
    self.edges = edges
    whole = Stretches(edges)
  }

  /// Adds a sample, which starts no earlier than those before it.
  mutating func add(from start: Double, to end: Double, of source: String) {
    whole.add(start, end)
    bySource[source, default: Stretches(edges)].add(start, end)
  }

  /// What is covered of each bucket, by where it begins; with no edges under the key 0.
  func durations() -> [Double: CoveredDurations] {
    var found: [Double: CoveredDurations] = [:]
    for (bucket, seconds) in whole.sums() { found[bucket, default: .init()].whole = seconds }
    for (source, stretches) in bySource {
      for (bucket, seconds) in stretches.sums() {
        found[bucket, default: .init()].bySource[source] = seconds
      }
    }
    return found
  }
}

/// Time that samples cover, as long as it grows at its end.
private struct Stretches {
  private let edges: [Double]?
  private var closed: [Double: Double] = [:]
  private var open: (start: Double, end: Double)?

  init(_ edges: [Double]?) {
    self.edges = edges
  }

  mutating func add(_ start: Double, _ end: Double) {
    guard let open else {
      self.open = (start, end)
      return
    }
    if start <= open.end {
      self.open = (open.start, max(open.end, end))
    } else {
      Self.close(open, edges, &closed)
      self.open = (start, end)
    }
  }

  func sums() -> [Double: Double] {
    var sums = closed
    if let open { Self.close(open, edges, &sums) }
    return sums
  }

  /// Adds a stretch to each of the buckets that it is in.
  private static func close(
    _ stretch: (start: Double, end: Double), _ edges: [Double]?, _ sums: inout [Double: Double]
  ) {
    guard let edges else {
      sums[0, default: 0] += stretch.end - stretch.start
      return
    }
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= stretch.start { low = middle + 1 } else { high = middle }
    }
    var bucket = max(0, low - 1)
    while bucket + 1 < edges.count {
      let from = max(stretch.start, edges[bucket])
      let to = min(stretch.end, edges[bucket + 1])
      if to >= from { sums[edges[bucket], default: 0] += to - from }
      bucket += 1
      if bucket < edges.count, edges[bucket] >= stretch.end { return }
    }
  }
}
