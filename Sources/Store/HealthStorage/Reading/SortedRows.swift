internal import HealthModel

/// The rows that come first of all that were offered in a pass, in bounded memory.
///
/// They are kept as chunks, each in order, and put together piece by piece as they are taken: nothing is done
/// for all of them at once.
struct SortedRows {
  /// Rows in order, with their keys.
  private struct Chunk {
    var rows: SampleRun
    var keys: [SortOrder.Key]
    /// How many were taken.
    var start = 0
    /// Those from here on are not among the first.
    var end: Int
    let weight: Int

    init(_ rows: SampleRun, _ keys: [SortOrder.Key]) {
      self.rows = rows
      self.keys = keys
      end = keys.count
      weight = rows.weight + MemoryLayout<SortOrder.Key>.stride * keys.count
    }

    /// How many of the keys in a range, and of those before it, come before a key.
    func count(before key: SortOrder.Key, in range: Range<Int>) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if keys[middle] < key { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private var chunks: [Chunk] = []
  /// Rows in the order in which they were offered, too few for a chunk.
  private var rows: SampleRun?
  private var keys: [SortOrder.Key] = []
  private var kept = 0
  /// The last row that was taken: the next pass takes only what comes after.
  private var floor: SortOrder.Key?
  /// Once enough rows are there, what a further row must not come after.
  private var ceiling: SortOrder.Key?
  /// Whether the last pass saw everything, so that another would find nothing.
  private(set) var isLast = false

  /// How many rows of the pass are there, but for those that were taken.
  private var count: Int { chunks.reduce(keys.count) { $0 + $1.end - $1.start } }

  /// Whether all rows of the pass were taken.
  var isEmpty: Bool { count == 0 }

  /// How many bytes it takes, more or less.
  var weight: Int {
    chunks.reduce(rows?.weight ?? 0) { $0 + $1.weight }
  }

  /// Begins a pass for at most `count` rows.
  mutating func begin(keeping count: Int) {
    chunks = []
    rows = nil
    keys = []
    ceiling = nil
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
    // A small number of rows is put in order at each block, so that the ceiling sinks at once.
    if keys.count >= BlockTable.mostRows || (kept <= BlockTable.mostRows && count >= kept) {
      makeChunk()
    }
  }

  /// Ends the pass.
  mutating func finish() {
    // A full pass may have left rows out.
    isLast = count < kept
    makeChunk()
  }

  /// The next rows of the pass, at most `count`; `nil` when none is left.
  mutating func take(_ count: Int) -> SampleRun? {
    let ends = ends(ofFirst: min(count, self.count))
    var found: SampleRun?
    var foundKeys: [SortOrder.Key] = []
    for index in chunks.indices {
      let range = chunks[index].start..<ends[index]
      chunks[index].start = ends[index]
      guard !range.isEmpty else { continue }
      foundKeys += chunks[index].keys[range]
      if found == nil {
        found = chunks[index].rows.slice(range)
      } else {
        found?.append(chunks[index].rows, rows: range)
      }
    }
    chunks.removeAll { $0.start == $0.end }
    let order = foundKeys.indices.sorted { foundKeys[$0] < foundKeys[$1] }
    floor = order.last.map { foundKeys[$0] } ?? floor
    return found?.picking(order)
  }

  /// Puts the rows that are too few for a chunk in order, and forgets what is not among the first.
  private mutating func makeChunk() {
    if let rows {
      let order = keys.indices.sorted { keys[$0] < keys[$1] }
      chunks.append(Chunk(rows.picking(order), order.map { keys[$0] }))
      self.rows = nil
      keys = []
    }
    guard count >= kept else { return }
    let ends = ends(ofFirst: kept)
    for index in chunks.indices { chunks[index].end = ends[index] }
    chunks.removeAll { $0.start == $0.end }
    ceiling = chunks.map { $0.keys[$0.end - 1] }.max()
    // What is left out takes no more room than what is kept.
    for index in chunks.indices where chunks[index].end < chunks[index].keys.count / 2 {
      let chunk = chunks[index]
      chunks[index] = Chunk(chunk.rows.slice(0..<chunk.end), Array(chunk.keys[..<chunk.end]))
    }
    joinSmall()
  }

  /// Makes one chunk of those that have few rows.
  private mutating func joinSmall() {
    let small = chunks.indices.filter { chunks[$0].end < BlockTable.mostRows / 4 }
    guard small.count > 16, let first = small.first else { return }
    var joined = chunks[first].rows.slice(0..<chunks[first].end)
    var joinedKeys = Array(chunks[first].keys[..<chunks[first].end])
    for index in small.dropFirst() {
      joined.append(chunks[index].rows, rows: 0..<chunks[index].end)
      joinedKeys += chunks[index].keys[..<chunks[index].end]
    }
    let order = joinedKeys.indices.sorted { joinedKeys[$0] < joinedKeys[$1] }
    for index in small.reversed() { chunks.remove(at: index) }
    chunks.append(Chunk(joined.picking(order), order.map { joinedKeys[$0] }))
  }

  /// Where in each chunk the first so many of all rows end.
  ///
  /// It halves the widest part of what is not decided, so it looks at few keys only.
  private func ends(ofFirst wanted: Int) -> [Int] {
    var ranges = chunks.map { $0.start..<$0.end }
    while let widest = ranges.indices.max(by: { ranges[$0].count < ranges[$1].count }),
      !ranges[widest].isEmpty
    {
      let middle = ranges[widest].lowerBound + ranges[widest].count / 2
      let key = chunks[widest].keys[middle]
      let before = chunks.indices.map { chunks[$0].count(before: key, in: ranges[$0]) }
      let rank = chunks.indices.reduce(0) { $0 + before[$1] - chunks[$1].start }
      for index in chunks.indices {
        let bound = before[index]
        ranges[index] =
          rank < wanted
          ? bound..<ranges[index].upperBound : ranges[index].lowerBound..<bound
      }
      if rank < wanted { ranges[widest] = (middle + 1)..<ranges[widest].upperBound }
    }
    return ranges.map(\.lowerBound)
  }
}
