internal import HealthModel

/// Entries of the log as they are gathered, in bounds.
struct LogEntries {
  private struct Deletion {
    var position: Int64
    var object: DeletedObject
    /// Who had saved it.
    var bundleIdentifier: String
  }

  private(set) var added: [SampleRun] = []
  private var deletions: [Deletion] = []
  /// How many blocks and runs of deletions were decoded for them.
  var decoded = 0

  var count: Int { added.reduce(deletions.count) { $0 + $1.count } }

  var deleted: [DeletedObject] { deletions.map(\.object) }

  mutating func add(_ run: SampleRun) {
    added.append(run)
  }

  /// Adds the deletion in `row` of a run.
  mutating func add(_ run: DeletionRun, row: Int, at position: Int64) {
    deletions.append(
      Deletion(
        position: position, object: DeletedObject(uuid: run.uuids[row], type: run.type),
        bundleIdentifier: run.sources[row].bundleIdentifier))
  }

  /// Takes back deletions that stand after a position.
  mutating func forgetDeletions(after position: Int64) {
    deletions.removeAll { $0.position > position }
  }

  /// Appends the first `room` entries of a window, in log order.
  ///
  /// - Returns: The position of the last of them where some were left; `nil` where none was.
  mutating func append(_ window: LogEntries, atMost room: Int) -> Int64? {
    var window = window
    let end = window.count > room ? window.cut(to: room) : nil
    added += window.added
    deletions += window.deletions
    decoded += window.decoded
    return end
  }

  /// Whether any of them tells of a sample that is, or is not, the app's own.
  func tells(own isOwn: Bool, of app: String) -> Bool {
    added.contains { run in
      run.sources.values.contains { ($0.source.bundleIdentifier == app) == isOwn }
    } || deletions.contains { ($0.bundleIdentifier == app) == isOwn }
  }

  private mutating func cut(to room: Int) -> Int64 {
    let all = (added.flatMap { $0.positions.all() } + deletions.map(\.position)).sorted()
    let end = all[room - 1]
    deletions.removeAll { $0.position > end }
    added = added.compactMap { run in
      let positions = run.positions.all()
      let rows = positions.indices.filter { positions[$0] <= end }
      return rows.isEmpty ? nil : run.selecting(rows)
    }
    return end
  }
}
