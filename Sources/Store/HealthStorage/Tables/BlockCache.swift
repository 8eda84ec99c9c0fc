internal import HealthModel

/// The blocks that were decoded last.
struct BlockCache {
  /// About 2 MB of decoded columns.
  static let capacity = 64

  private var runs: [Int64: SampleRun] = [:]
  // Apart from the runs, so that looking for the oldest does not touch their columns.
  private var ages: [Int64: UInt64] = [:]
  private var clock: UInt64 = 0

  subscript(id: Int64) -> SampleRun? {
    mutating get {
      guard let run = runs[id] else { return nil }
      clock += 1
      ages[id] = clock
      return run
    }
    set {
      clock += 1
      if newValue != nil, runs.count >= Self.capacity, runs[id] == nil {
        var oldest: (id: Int64, age: UInt64)?
        for (id, age) in ages where age < oldest?.age ?? .max { oldest = (id, age) }
        if let oldest {
          runs[oldest.id] = nil
          ages[oldest.id] = nil
        }
      }
      runs[id] = newValue
      ages[id] = newValue == nil ? nil : clock
    }
  }
}
