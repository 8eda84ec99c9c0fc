internal import HealthModel

/// Joins runs and cuts them anew, so that where they end tells nothing of the rows between them which their
/// reader may not see.
struct RunJoiner: Sendable {
  /// As many rows as a run has, but for the last.
  private static let mostRows = 4_096
  /// The same for objects, each of which may hold thousands of members.
  private static let mostObjects = 64

  private var pending: SampleRun?
  /// How many numbers the details of pending rows have.
  private var numbers = 0

  /// Adds rows of the type that was added before, and returns the runs that are full.
  mutating func add(_ run: SampleRun) -> [SampleRun] {
    var full: [SampleRun] = []
    if let kept = pending, !kept.payload.isSameKind(as: run.payload) {
      full.append(kept)
      pending = nil
      numbers = 0
    }
    let most = if case .objects = run.payload { Self.mostObjects } else { Self.mostRows }
    var row = 0
    while row < run.count {
      var joined = pending ?? SampleRun(empty: run.type, like: run.payload)
      pending = nil
      let end = min(run.count, row + most - joined.count)
      let fitting = run.rows(from: row, to: end, afterNumbers: numbers)
      joined.append(run, rows: row..<fitting.end)
      row = fitting.end
      numbers = fitting.numbers
      if joined.count == most || row < end {
        full.append(joined)
        numbers = 0
      } else {
        pending = joined
      }
    }
    return full
  }

  /// The rows that filled no run.
  mutating func finish() -> SampleRun? {
    defer {
      pending = nil
      numbers = 0
    }
    return pending
  }

  /// The same rows in as few runs as they need.
  static func joined(_ runs: [SampleRun]) -> [SampleRun] {
    var joiner = RunJoiner()
    var joined: [SampleRun] = []
    for run in runs { joined += joiner.add(run) }
    if let last = joiner.finish() { joined.append(last) }
    return joined
  }
}
