package import ConformanceWire

/// Lists of days, and roots of them.
package enum Days {
  /// The days of a column, which ascend and lie in the years 1 to 9999.
  package static func ascending(
    _ value: Value, counted: String, _ field: String, most: Int
  ) throws(ModelError) -> [Int64] {
    guard let count = Int(exactly: value[counted].word), count <= most else {
      throw ModelError(counted, "there are more than \(most)")
    }
    let days = try Column.ints(value, field, rows: count)
    guard days.allSatisfy(Day.all.contains), zip(days, days.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw ModelError(field, "they do not ascend from year 1 to year 9999") }
    return days
  }

  /// As SpanRoots.
  package static func spans(_ spans: [(days: ClosedRange<Int64>, root: Root)]) -> Value {
    [
      "spans": .list(
        spans.map {
          [
            "first_day": .integer($0.days.lowerBound), "last_day": .integer($0.days.upperBound),
            "root": $0.root.value,
          ]
        })
    ]
  }

  /// Reads SpanRoots as a receiver does: spans that ascend and are disjoint.
  package static func spans(
    _ value: Value
  ) throws(ModelError) -> [(days: ClosedRange<Int64>, root: Root)] {
    let items = value["spans"].items
    guard items.count <= 4096 else { throw ModelError("spans", "there are more than 4096") }
    let ranges = try disjoint(
      items.map(\.["first_day"].number), items.map(\.["last_day"].number), "spans")
    return zip(ranges, items).map { ($0, Root($1["root"])) }
  }

  /// As DayRoots.
  package static func roots(_ roots: [Int64: Root], in spans: [ClosedRange<Int64>]) -> Value {
    let days = roots.keys.sorted()
    let ordered = days.map { roots[$0] ?? Root() }
    return [
      "span_count": .integer(Int64(spans.count)),
      "first_days": Column.ints(spans.map(\.lowerBound)),
      "last_days": Column.ints(spans.map(\.upperBound)),
      "day_count": .integer(Int64(days.count)), "days": Column.ints(days),
      "counts": Column.ints(ordered.map { Int64(bitPattern: $0.count) }),
      "highs": Value(ordered.map(\.high)), "lows": Value(ordered.map(\.low)),
    ]
  }

  /// Reads DayRoots.
  package static func roots(
    _ value: Value
  ) throws(ModelError) -> (roots: [Int64: Root], spans: [ClosedRange<Int64>]) {
    guard let count = Int(exactly: value["span_count"].word), count <= 4096 else {
      throw ModelError("span_count", "there are more than 4096")
    }
    let spans = try disjoint(
      Column.ints(value, "first_days", rows: count), Column.ints(value, "last_days", rows: count),
      "first_days")
    let days = try ascending(value, counted: "day_count", "days", most: 65_536)
    var index = 0
    for day in days {
      while index < spans.count, spans[index].upperBound < day { index += 1 }
      guard index < spans.count, spans[index].contains(day) else {
        throw ModelError("days", "one is in no span")
      }
    }
    let counts = try Column.ints(value, "counts", rows: days.count)
    let highs = value["highs"].items.map(\.word)
    let lows = value["lows"].items.map(\.word)
    guard highs.count == days.count, lows.count == days.count else {
      throw ModelError("highs", "there are not as many as days")
    }
    var roots: [Int64: Root] = [:]
    for (place, day) in days.enumerated() {
      roots[day] = Root(
        count: UInt64(bitPattern: counts[place]), high: highs[place], low: lows[place])
    }
    return (roots, spans)
  }

  private static func disjoint(
    _ firsts: [Int64], _ lasts: [Int64], _ field: String
  ) throws(ModelError) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    for (first, last) in zip(firsts, lasts) {
      guard first <= last, Day.all.contains(first), Day.all.contains(last),
        ranges.last.map({ $0.upperBound < first }) ?? true
      else { throw ModelError(field, "they do not ascend, or are not disjoint") }
      ranges.append(first...last)
    }
    return ranges
  }
}
