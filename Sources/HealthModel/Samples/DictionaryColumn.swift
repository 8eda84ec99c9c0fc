/// A column of few distinct values: each value once, and which of them every row has, as runs.
///
/// Always in one form (values in order of first appearance, runs as long as they can be), so equal
/// columns have equal parts.
package struct DictionaryColumn<Value: Hashable & Sendable>: Sendable {
  /// The distinct values, in order of first appearance.
  package private(set) var values: [Value] = []
  /// The index into `values` of each run of rows.
  package private(set) var runIndexes: [Int] = []
  /// The row after each run's last.
  package private(set) var runEnds: [Int] = []
  /// Finds a value's index once a scan would be slow.
  private var lookup: [Value: Int] = [:]

  /// From this many distinct values a hash table finds them.
  private static var scanLimit: Int { 8 }

  package init() {}

  /// A column that has `value` in all of its `count` rows.
  package init(repeating value: Value, count: Int) {
    append(value, count: count)
  }

  /// A column of the given rows.
  package init(_ rows: some Sequence<Value>) {
    for row in rows { append(row) }
  }

  package var count: Int { runEnds.last ?? 0 }
  package var isEmpty: Bool { runEnds.isEmpty }

  package subscript(row: Int) -> Value {
    values[index(at: row)]
  }

  /// The index into `values` of the value in `row`.
  package func index(at row: Int) -> Int {
    if runEnds.count == 1 { return runIndexes[0] }
    var low = 0
    var high = runEnds.count - 1
    while low < high {
      let middle = (low + high) / 2
      if runEnds[middle] > row { high = middle } else { low = middle + 1 }
    }
    return runIndexes[low]
  }

  /// The index into `values` of every row.
  package func indexes() -> [Int] {
    var all: [Int] = []
    all.reserveCapacity(count)
    var start = 0
    for (index, end) in zip(runIndexes, runEnds) {
      all.append(contentsOf: repeatElement(index, count: end - start))
      start = end
    }
    return all
  }

  /// Calls `body` with the value and the rows of each run, in order.
  package func forEachRun<Failure>(
    _ body: (Value, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    for (index, end) in zip(runIndexes, runEnds) {
      try body(values[index], start..<end)
      start = end
    }
  }

  package mutating func append(_ value: Value, count: Int = 1) {
    guard count > 0 else { return }
    appendRun(of: index(adding: value), count: count)
  }

  /// Appends rows `range` of `other`.
  package mutating func append(_ other: Self, rows range: Range<Int>) {
    guard !range.isEmpty else { return }
    if isEmpty, other.runEnds.count == 1 {
      self = other.uniform(range.count)
      return
    }
    var start = 0
    for (index, end) in zip(other.runIndexes, other.runEnds) {
      let overlap =
        max(start, range.lowerBound)..<max(max(start, range.lowerBound), min(end, range.upperBound))
      if !overlap.isEmpty { append(other.values[index], count: overlap.count) }
      start = end
      if start >= range.upperBound { break }
    }
  }

  /// The column of only the given rows, which ascend.
  package func selecting(_ rows: [Int]) -> Self {
    if runEnds.count == 1, !rows.isEmpty { return uniform(rows.count) }
    var result = Self()
    var run = 0
    for row in rows {
      while runEnds[run] <= row { run += 1 }
      result.append(values[runIndexes[run]])
    }
    return result
  }

  /// The column of the given rows in the given order, for which no value is looked at.
  package func picking(_ rows: [Int]) -> Self {
    var result = Self()
    var places = [Int?](repeating: nil, count: values.count)
    for row in rows {
      let index = index(at: row)
      let place = places[index] ?? result.values.count
      if place == result.values.count {
        places[index] = place
        result.values.append(values[index])
      }
      result.appendRun(of: place, count: 1)
    }
    return result
  }

  /// `count` rows of a column that has one run; no value is compared with another.
  private func uniform(_ count: Int) -> Self {
    var result = Self()
    result.values = [values[runIndexes[0]]]
    result.runIndexes = [0]
    result.runEnds = [count]
    return result
  }

  private mutating func appendRun(of index: Int, count: Int) {
    let end = self.count + count
    if runIndexes.last == index {
      runEnds[runEnds.count - 1] = end
    } else {
      runIndexes.append(index)
      runEnds.append(end)
    }
  }

  private mutating func index(adding value: Value) -> Int {
    if let last = runIndexes.last, values[last] == value { return last }
    if values.count < Self.scanLimit {
      if let found = values.firstIndex(of: value) { return found }
    } else {
      if lookup.isEmpty {
        for (index, value) in values.enumerated() { lookup[value] = index }
      }
      if let found = lookup[value] { return found }
      lookup[value] = values.count
    }
    values.append(value)
    return values.count - 1
  }
}

extension DictionaryColumn: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.values == right.values && left.runIndexes == right.runIndexes
      && left.runEnds == right.runEnds
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(runEnds)
  }
}
