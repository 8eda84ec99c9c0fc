internal import HealthModel

/// Saves of one commit, gathered by type so that each type gets one segment.
struct PendingSaves {
  private(set) var runs: [ObjectType: SampleRun] = [:]
  private(set) var uuids = UUIDSet()
  /// Who saved under which base of our numbering first.
  private(set) var bases: [UInt64: SampleOwner] = [:]
  /// How many rows there are.
  private(set) var count = 0

  var isEmpty: Bool { runs.isEmpty }

  func overlaps(_ other: UUIDSet) -> Bool {
    // The smaller one is gone through.
    other.overlaps(uuids)
  }

  mutating func append(_ run: SampleRun) {
    count += run.count
    noteBases(of: run)
    if let old = runs.removeValue(forKey: run.type) {
      var joined = old
      joined.append(run, rows: 0..<run.count)
      runs[run.type] = joined
    } else {
      runs[run.type] = run
    }
  }

  private mutating func noteBases(of run: SampleRun) {
    var last: UInt64?
    for (row, uuid) in run.uuids.enumerated() where uuid.isNumbered && uuid.base != last {
      last = uuid.base
      if bases[uuid.base] == nil {
        bases[uuid.base] = SampleOwner(
          bundle: run.sources[row].source.bundleIdentifier, type: run.type)
      }
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
