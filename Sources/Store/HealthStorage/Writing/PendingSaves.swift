internal import HealthModel

/// Saves of one commit, gathered by type so that each type gets one segment.
struct PendingSaves {
  private(set) var runs: [ObjectType: SampleRun] = [:]
  private(set) var uuids = UUIDSet()
  /// How many rows there are.
  private(set) var count = 0

  var isEmpty: Bool { runs.isEmpty }

  func overlaps(_ other: UUIDSet) -> Bool {
    // The smaller one is gone through.
    other.overlaps(uuids)
  }

  mutating func append(_ run: SampleRun) {
    count += run.count
    if let old = runs.removeValue(forKey: run.type) {
      var joined = old
      joined.append(run, rows: 0..<run.count)
      runs[run.type] = joined
    } else {
      runs[run.type] = run
    }
  }

  mutating func add(_ uuids: UUIDSet) {
    self.uuids.formUnion(uuids)
  }

  /// In the order in which they are written.
  var sorted: [SampleRun] {
    runs.count < 2
      ? Array(runs.values) : runs.values.sorted { $0.type.identifier < $1.type.identifier }
  }

  mutating func take() -> [SampleRun] {
    let taken = sorted
    self = PendingSaves()
    return taken
  }
}
