internal import HealthModel

/// The rows that come first of all that were offered in a pass, in bounded memory.
struct SortedRows {
  private var rows: SampleRun?
  private var keys: [SortOrder.Key] = []
  private var kept = 0
  /// The last row of the pass before: this pass takes only what comes after.
  private var floor: SortOrder.Key?
  /// Once enough rows are there, what a further row must come before.
  private var ceiling: SortOrder.Key?
  private var order: [Int] = []
  private var taken = 0
  /// Whether the last pass saw everything, so that another would find nothing.
  private(set) var isLast = false

  /// Whether all rows of the pass were taken.
  var isEmpty: Bool { taken == order.count }

  /// Begins a pass for at most `count` rows.
  mutating func begin(keeping count: Int) {
    floor = order.last.map { keys[$0] } ?? floor
    rows = nil
    keys = []
    ceiling = nil
    order = []
    taken = 0
    kept = count
    isLast = true
  }

  /// Whether rows with first keys in `bound` can be among the first.
  func mayTake(_ bound: ClosedRange<Double>) -> Bool {
    if let floor, bound.upperBound < floor.first { return false }
    guard let ceiling else { return true }
    return bound.lowerBound <= ceiling.first
  }

  /// Offers rows of a block.
  mutating func add(_ run: SampleRun, rows: [Int], by order: SortOrder) {
    let offered = rows.count > kept ? order.first(kept, of: run, rows: rows) : rows
    add(run, rows: offered, keys: order.keys(of: run, rows: offered))
  }

  private mutating func add(
    _ run: SampleRun, rows offered: [Int], keys offeredKeys: [SortOrder.Key]
  ) {
    var picked: [Int] = []
    for index in offered.indices {
      let key = offeredKeys[index]
      if let floor, !(floor < key) { continue }
      if let ceiling, !(key < ceiling) { continue }
      picked.append(index)
    }
    guard !picked.isEmpty else { return }
    if picked.count > kept {
      picked.sort { offeredKeys[$0] < offeredKeys[$1] }
      picked = picked[..<kept].sorted()
    }
    let part = run.selecting(picked.map { offered[$0] })
    if var buffer = rows {
      rows = nil
      buffer.append(part, rows: 0..<part.count)
      rows = buffer
    } else {
      rows = part
    }
    for index in picked { keys.append(offeredKeys[index]) }
    // A small number of rows is trimmed at each block, so that the ceiling sinks at once; a large
    // one only when it has doubled, so that trimming costs little a row.
    if keys.count > kept, kept <= BlockTable.mostRows || keys.count >= 2 * kept { trim() }
    if keys.count == kept, ceiling == nil { ceiling = keys.max() }
  }

  /// Ends the pass and puts its rows in order.
  mutating func finish() {
    if keys.count > kept { trim() }
    // A full pass may have left rows out.
    isLast = keys.count < kept
    order = keys.indices.sorted { keys[$0] < keys[$1] }
  }

  /// The next rows of the pass, at most `count`; `nil` when none is left.
  mutating func take(_ count: Int) -> SampleRun? {
    guard taken < order.count, let rows else { return nil }
    let end = min(taken + count, order.count)
    let piece = rows.picking(Array(order[taken..<end]))
    taken = end
    return piece
  }

  private mutating func trim() {
    let first = keys.indices.sorted { keys[$0] < keys[$1] }[..<kept].sorted()
    rows = rows?.selecting(first)
    keys = first.map { keys[$0] }
    ceiling = keys.max()
  }
}
