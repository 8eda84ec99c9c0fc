/// The dots of a run's rows, less the type that the run has: spans of one incarnation whose
/// sequence numbers step by one.
package struct DotColumn: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package var incarnation: Incarnation
    package var first: UInt64
    package var count: Int

    package init(incarnation: Incarnation, first: UInt64, count: Int) {
      self.incarnation = incarnation
      self.first = first
      self.count = count
    }

    /// The interval of sequence numbers.
    package var interval: ClosedRange<UInt64> { first...(first + UInt64(count) - 1) }
  }

  package private(set) var spans: [Span] = []
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package subscript(row: Int) -> (incarnation: Incarnation, sequence: UInt64) {
    var row = row
    for span in spans {
      if row < span.count { return (span.incarnation, span.first + UInt64(row)) }
      row -= span.count
    }
    preconditionFailure("row out of range")
  }

  package mutating func append(_ span: Span) {
    guard span.count > 0 else { return }
    count += span.count
    if let last = spans.last, last.incarnation == span.incarnation,
      last.first + UInt64(last.count) == span.first
    {
      spans[spans.count - 1].count += span.count
    } else {
      spans.append(span)
    }
  }

  /// Appends rows `range` of `other`.
  package mutating func append(_ other: Self, rows range: Range<Int>) {
    var start = 0
    for span in other.spans {
      let from = max(start, range.lowerBound)
      let to = min(start + span.count, range.upperBound)
      if from < to {
        append(
          Span(
            incarnation: span.incarnation, first: span.first + UInt64(from - start),
            count: to - from))
      }
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
      result.append(
        Span(
          incarnation: spans[span].incarnation, first: spans[span].first + UInt64(row - start),
          count: 1))
    }
    return result
  }

  /// The column of the given rows in the given order.
  package func picking(_ rows: [Int]) -> Self {
    var all: [Span] = []
    all.reserveCapacity(count)
    for span in spans {
      for number in span.interval {
        all.append(Span(incarnation: span.incarnation, first: number, count: 1))
      }
    }
    var result = Self()
    for row in rows { result.append(all[row]) }
    return result
  }

  /// The sequence numbers of each incarnation, as intervals.
  package func intervals() -> [Incarnation: IntervalSet] {
    var result: [Incarnation: IntervalSet] = [:]
    for span in spans { result[span.incarnation, default: IntervalSet()].insert(span.interval) }
    return result
  }
}
