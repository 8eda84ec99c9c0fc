package import ConformanceWire

/// Dots of days: a DayLists.
package struct DayLists: Hashable, Sendable {
  /// By day; a day may stand here without dots.
  package var days: [Int64: Vector]
  /// Which days are listed; `nil` where all are.
  package var selection: [Int64]?

  package init(_ days: [Int64: Vector], selection: [Int64]? = nil) {
    self.days = days
    self.selection = selection
  }

  /// The dots of samples by the days on which they end.
  package init(of samples: some Sequence<Sample>) {
    self.init([:])
    for sample in samples { days[sample.day, default: Vector()].insert(sample.dot) }
  }

  private static let most = 65_536

  /// As a DayLists, in one part.
  package var value: Value {
    let ordered = days.keys.sorted()
    let streams = Set(days.values.flatMap(\.streams.keys)).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(streams, 0...))
    var counts: [Int64] = []
    var steps: [Int64] = []
    var intervalCounts: [Int64] = []
    var gaps: [Int64] = []
    var lengths: [Int64] = []
    var upper = [UInt64](repeating: 0, count: streams.count)
    for day in ordered {
      let vector = days[day] ?? Vector()
      counts.append(Int64(vector.streams.count))
      var before = -1
      for stream in vector.streams.keys.sorted() {
        let place = places[stream] ?? 0
        steps.append(Int64(place - before - 1))
        before = place
        intervalCounts.append(Int64(vector[stream].ranges.count))
        for range in vector[stream].ranges {
          gaps.append(Int64(bitPattern: range.lowerBound &- upper[place]))
          lengths.append(Int64(bitPattern: range.upperBound &- range.lowerBound))
          upper[place] = range.upperBound
        }
      }
    }
    var value: Value = [
      "streams": streams.isEmpty ? .absent : Streams.value(streams),
      "day_count": .integer(Int64(ordered.count)), "days": Column.ints(ordered),
      "live": [
        "stream_counts": Column.ints(counts), "stream_steps": Column.ints(steps),
        "interval_counts": Column.ints(intervalCounts), "gaps": Column.ints(gaps),
        "lengths": Column.ints(lengths),
      ],
    ]
    if let selection {
      value["selection"] = [
        "day_count": .integer(Int64(selection.count)), "days": Column.ints(selection),
      ]
    }
    return value
  }

  /// Reads a DayLists.
  package init(_ value: Value) throws(ModelError) {
    let streams = try Column.within("streams") { () throws(ModelError) in
      try Streams.read(value["streams"], most: Self.most)
    }
    let ordered = try Days.ascending(value, counted: "day_count", "days", most: Self.most)
    let live = value["live"]
    var total = 0
    let counts = try Column.ints(live, "stream_counts", rows: ordered.count)
    for count in counts {
      guard count >= 0, count <= Int64(Self.most - total) else {
        throw ModelError("stream_counts", "there are more than \(Self.most) in all")
      }
      total += Int(count)
    }
    let steps = try Column.ints(live, "stream_steps", rows: total)
    let intervals = try Column.spans(
      live, "interval_counts", count: total, most: Vector.mostIntervals)
    let intervalTotal = intervals.reduce(0, +)
    let gaps = try Column.ints(live, "gaps", rows: intervalTotal)
    let lengths = try Column.ints(live, "lengths", rows: intervalTotal)
    var upper = [UInt64](repeating: 0, count: streams.count)
    var entry = 0
    var interval = 0
    self.init([:])
    for (day, count) in zip(ordered, counts) {
      var vector = Vector()
      var place: Int64 = -1
      for _ in 0..<count {
        let (next, isOver) = (place + 1).addingReportingOverflow(steps[entry])
        guard steps[entry] >= 0, !isOver, next < Int64(streams.count) else {
          throw ModelError("stream_steps", "one leaves the list of streams")
        }
        place = next
        let part = interval..<interval + intervals[entry]
        let ranges = try Vector.ranges(gaps[part], lengths[part], after: upper[Int(place)])
        vector[streams[Int(place)]] = Intervals(sorted: ranges)
        upper[Int(place)] = ranges.last?.upperBound ?? 0
        interval += intervals[entry]
        entry += 1
      }
      days[day] = vector
    }
    if value["selection"].isPresent {
      selection = try Days.ascending(
        value["selection"], counted: "day_count", "days", most: Self.most)
    }
  }
}
