/// A column of few distinct values: each value once, and which of them every row has, as runs.
///
/// Always in one form (values in order of first appearance, runs as long as they can be), so equal
/// columns have equal parts.
///
/// Public, though nobody outside of the package sees it: only what is public and inlinable is specialised
/// in other modules. A column of one row is made many times for each save, and would mostly look for the
/// generic metadata of its parts.
public struct DictionaryColumn<Value: Hashable & Sendable>: Sendable {
  @usableFromInline var distinct: [Value] = []
  @usableFromInline var runs: [Int] = []
  @usableFromInline var ends: [Int] = []
  /// Finds a value's index once a scan would be slow.
  @usableFromInline var lookup: [Value: Int] = [:]

  /// From this many distinct values a hash table finds them.
  @usableFromInline static var scanLimit: Int { 8 }

  /// A column without rows.
  @inlinable
  public init() {}

  /// The distinct values, in order of first appearance.
  @inlinable public var values: [Value] { distinct }
  /// The index into `values` of each run of rows.
  @inlinable public var runIndexes: [Int] { runs }
  /// The row after each run's last.
  @inlinable public var runEnds: [Int] { ends }

  /// A column that has `value` in all of its `count` rows.
  @inlinable
  public init(repeating value: Value, count: Int) {
    append(value, count: count)
  }

  /// A column of the given rows.
  @inlinable
  public init(_ rows: some Sequence<Value>) {
    for row in rows { append(row) }
  }

  /// How many rows there are.
  @inlinable
  public var count: Int { ends.last ?? 0 }
  /// Whether there are no rows.
  @inlinable
  public var isEmpty: Bool { ends.isEmpty }

  /// The value in `row`.
  @inlinable
  public subscript(row: Int) -> Value {
    distinct[index(at: row)]
  }

  /// The index into `values` of the value in `row`.
  @inlinable
  public func index(at row: Int) -> Int {
    if ends.count == 1 { return runs[0] }
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > row { high = middle } else { low = middle + 1 }
    }
    return runs[low]
  }

  /// The index into `values` of every row.
  @inlinable
  public func indexes() -> [Int] {
    var all: [Int] = []
    all.reserveCapacity(count)
    var start = 0
    for (index, end) in zip(runs, ends) {
      all.append(contentsOf: repeatElement(index, count: end - start))
      start = end
    }
    return all
  }

  /// Calls `body` with the value and the rows of each run, in order.
  @inlinable
  public func forEachRun<Failure>(
    _ body: (Value, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    for (index, end) in zip(runs, ends) {
      try body(distinct[index], start..<end)
      start = end
    }
  }

  /// Appends `count` rows that have `value`.
  @inlinable
  public mutating func append(_ value: Value, count: Int = 1) {
    guard count > 0 else { return }
    appendRun(of: index(adding: value), count: count)
  }

  /// Appends rows `range` of `other`.
  @inlinable
  public mutating func append(_ other: Self, rows range: Range<Int>) {
    guard !range.isEmpty else { return }
    if isEmpty, other.ends.count == 1 {
      self = other.uniform(range.count)
      return
    }
    var start = 0
    for (index, end) in zip(other.runs, other.ends) {
      let overlap =
        max(start, range.lowerBound)..<max(max(start, range.lowerBound), min(end, range.upperBound))
      if !overlap.isEmpty { append(other.distinct[index], count: overlap.count) }
      start = end
      if start >= range.upperBound { break }
    }
  }

  /// The column of only the given rows, which ascend.
  @inlinable
  public func selecting(_ rows: [Int]) -> Self {
    if ends.count == 1, !rows.isEmpty { return uniform(rows.count) }
    var result = Self()
    var run = 0
    for row in rows {
      while ends[run] <= row { run += 1 }
      result.append(distinct[runs[run]])
    }
    return result
  }

  /// The column of the given rows in the given order, for which no value is looked at.
  @inlinable
  public func picking(_ rows: [Int]) -> Self {
    var result = Self()
    var places = [Int?](repeating: nil, count: distinct.count)
    for row in rows {
      let index = index(at: row)
      let place = places[index] ?? result.distinct.count
      if place == result.distinct.count {
        places[index] = place
        result.distinct.append(distinct[index])
      }
      result.appendRun(of: place, count: 1)
    }
    return result
  }

  /// `count` rows of a column that has one run; no value is compared with another.
  @inlinable
  func uniform(_ count: Int) -> Self {
    var result = Self()
    result.distinct = [distinct[runs[0]]]
    result.runs = [0]
    result.ends = [count]
    return result
  }

  @inlinable
  mutating func appendRun(of index: Int, count: Int) {
    let end = self.count + count
    if runs.last == index {
      ends[ends.count - 1] = end
    } else {
      runs.append(index)
      ends.append(end)
    }
  }

  @inlinable
  mutating func index(adding value: Value) -> Int {
    if let last = runs.last, distinct[last] == value { return last }
    if distinct.count < Self.scanLimit {
      if let found = distinct.firstIndex(of: value) { return found }
    } else {
      if lookup.isEmpty {
        for (index, value) in distinct.enumerated() { lookup[value] = index }
      }
      if let found = lookup[value] { return found }
      lookup[value] = distinct.count
    }
    distinct.append(value)
    return distinct.count - 1
  }
}

extension DictionaryColumn: Hashable {
  /// Whether both have the same values in the same rows.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.distinct == right.distinct && left.runs == right.runs
      && left.ends == right.ends
  }

  /// What tells unequal columns apart mostly.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(distinct)
    hasher.combine(ends)
  }
}
