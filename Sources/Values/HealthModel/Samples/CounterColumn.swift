/// A column of counters that mostly step by one: positions, for instance.
package struct CounterColumn: Hashable, Sendable {
  /// Rows whose counters step by one.
  package struct Span: Hashable, Sendable {
    package var first: Int64
    package var count: Int

    package init(first: Int64, count: Int) {
      self.first = first
      self.count = count
    }

    /// The counter of the last row.
    @inlinable package var last: Int64 { first + Int64(count) - 1 }
  }

  package private(set) var spans: [Span] = []
  package private(set) var count = 0

  package init() {}

  /// Counters `first` and up, `count` of them.
  package init(from first: Int64, count: Int) {
    append(Span(first: first, count: count))
  }

  package var isEmpty: Bool { count == 0 }
  package var min: Int64? { spans.map(\.first).min() }
  package var max: Int64? { spans.map(\.last).max() }

  package subscript(row: Int) -> Int64 {
    var row = row
    for span in spans {
      if row < span.count { return span.first + Int64(row) }
      row -= span.count
    }
    preconditionFailure("row out of range")
  }

  /// Every row's counter.
  package func all() -> [Int64] {
    var all: [Int64] = []
    all.reserveCapacity(count)
    for span in spans { all.append(contentsOf: span.first..<(span.first + Int64(span.count))) }
    return all
  }

  package mutating func append(_ value: Int64) {
    append(Span(first: value, count: 1))
  }

  package mutating func append(_ span: Span) {
    guard span.count > 0 else { return }
    count += span.count
    if let last = spans.last, last.first + Int64(last.count) == span.first {
      spans[spans.count - 1].count += span.count
    } else {
      spans.append(span)
    }
  }

  /// Appends rows `range` of `other`.
  package mutating func append(_ other: Self, rows range: Range<Int>) {
    var start = 0
    for span in other.spans {
      let from = Swift.max(start, range.lowerBound)
      let to = Swift.min(start + span.count, range.upperBound)
      if from < to { append(Span(first: span.first + Int64(from - start), count: to - from)) }
      start += span.count
    }
  }

  /// The column of only the given rows, which ascend.
  package func selecting(_ rows: [Int]) -> Self {
    var result = Self()
    var span = 0
    var start = 0
    for row in rows {
      while row >= start + spans[span].count {
        start += spans[span].count
        span += 1
      }
      result.append(spans[span].first + Int64(row - start))
    }
    return result
  }

  /// The column of the given rows in the given order.
  package func picking(_ rows: [Int]) -> Self {
    let all = all()
    var result = Self()
    for row in rows { result.append(all[row]) }
    return result
  }
}
