internal import HealthModel

/// How a column of UUIDs is written: spans of numbered ones, and the rest as they are.
struct UUIDColumnPlan {
  struct Span {
    /// 0 for raw rows, else 1 + the index of the base.
    var baseIndex: Int
    /// The counter of the first row, if the span has a base.
    var first: UInt64
    var rows: Range<Int>
  }

  private(set) var bases: [UInt64] = []
  private(set) var spans: [Span] = []

  /// What a base, and what a span, may take before raw bytes are shorter.
  private static let baseCost = 8
  private static let spanCost = 12

  init(_ uuids: [SampleUUID]) {
    // So few pay for no base.
    guard SampleUUID.byteCount * uuids.count > Self.baseCost + Self.spanCost else {
      appendRaw(upTo: uuids.count)
      return
    }
    let numbered = Self.intervals(uuids)
    var rowCounts: [UInt64: (rows: Int, spans: Int)] = [:]
    for interval in numbered {
      rowCounts[interval.base, default: (0, 0)].rows += interval.rows.count
      rowCounts[interval.base, default: (0, 0)].spans += 1
    }
    var indexes: [UInt64: Int] = [:]
    for interval in numbered {
      let total = rowCounts[interval.base] ?? (0, 0)
      guard SampleUUID.byteCount * total.rows > Self.baseCost + Self.spanCost * total.spans else {
        continue
      }
      let index = indexes[interval.base] ?? bases.count + 1
      if index > bases.count {
        bases.append(interval.base)
        indexes[interval.base] = index
      }
      appendRaw(upTo: interval.rows.lowerBound)
      spans.append(Span(baseIndex: index, first: interval.first, rows: interval.rows))
    }
    appendRaw(upTo: uuids.count)
  }

  private mutating func appendRaw(upTo end: Int) {
    let start = spans.last?.rows.upperBound ?? 0
    if start < end { spans.append(Span(baseIndex: 0, first: 0, rows: start..<end)) }
  }

  /// The longest stretches of one base whose counters step by one.
  private static func intervals(
    _ uuids: [SampleUUID]
  ) -> [(base: UInt64, first: UInt64, rows: Range<Int>)] {
    var intervals: [(base: UInt64, first: UInt64, rows: Range<Int>)] = []
    var row = 0
    while row < uuids.count {
      let start = row
      let uuid = uuids[row]
      row += 1
      guard uuid.isNumbered else { continue }
      // The next one differs in its low word only, by one, unless the counter is at its end.
      var low = uuid.low
      while row < uuids.count, uuids[row].high == uuid.high, uuids[row].low == low &+ 1,
        uuids[row].base == uuid.base
      {
        low &+= 1
        row += 1
      }
      intervals.append((uuid.base, uuid.counter, start..<row))
    }
    return intervals
  }
}
