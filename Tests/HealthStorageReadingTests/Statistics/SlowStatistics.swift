internal import HealthModel

/// Statistics as their definition reads, over all samples at once: slow, and obvious.
struct SlowStatistics {
  var query: StatisticsQuery
  var order: [String]
  /// The samples that match and that may be seen.
  var samples: [Sample]

  private struct Row {
    var start: Double
    var end: Double
    var value: Double
    var source: Source
    /// The lower comes first: those that the order names, then the others by name.
    var place: Int

    /// Without a length a sample counts at its instant, and covers nothing.
    var isInstant: Bool { start == end }
  }

  func answer() throws -> [Statistics] {
    let unit = query.type.description?.canonicalUnit ?? .count
    let named = Set(samples.map(\.source.source.bundleIdentifier))
    let bundles = order.filter(named.contains) + named.subtracting(order).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(bundles, bundles.indices))
    let rows = try samples.compactMap { sample -> Row? in
      guard case .quantity(let quantity) = sample.value else { return nil }
      return Row(
        start: sample.start, end: sample.end, value: try quantity.value(in: unit),
        source: sample.source.source, place: places[sample.source.source.bundleIdentifier] ?? 0)
    }
    guard let edges = query.edges else {
      guard let start = rows.map(\.start).min(), let end = rows.map(\.end).max() else { return [] }
      guard var whole = statistics(rows, from: -.infinity, to: .infinity) else { return [] }
      whole.start = start
      whole.end = end
      return [whole]
    }
    return zip(edges, edges.dropFirst()).compactMap { statistics(rows, from: $0, to: $1) }
  }

  private func statistics(_ rows: [Row], from: Double, to: Double) -> Statistics? {
    let begun = rows.filter { $0.start >= from && $0.start < to }
    let counting =
      query.options.contains(.cumulativeSum)
      ? rows.filter { row in
        row.isInstant ? row.start >= from && row.start < to : row.start < to && row.end > from
      } : begun
    guard !counting.isEmpty else { return nil }
    var answer = Statistics(start: from, end: to, values: values(counting, begun))
    if query.options.contains(.cumulativeSum) {
      answer.values.sum = sum(counting, from: from, to: to) { row in
        counting.filter { $0.place < row.place }
      }
    }
    guard query.options.contains(.separateBySource) else { return answer }
    for source in Set(rows.map(\.source)).sorted() {
      let own = counting.filter { $0.source == source }
      var values = values(own, begun.filter { $0.source == source })
      if query.options.contains(.cumulativeSum), !own.isEmpty {
        values.sum = sum(own, from: from, to: to) { _ in [] }
      }
      if values != Statistics.Values() { answer.sources.append(.init(source, values)) }
    }
    return answer
  }

  private func values(_ counting: [Row], _ begun: [Row]) -> Statistics.Values {
    var values = Statistics.Values()
    if query.options.contains(.mostRecent) {
      values.mostRecent = begun.map {
        Statistics.MostRecent(value: $0.value, start: $0.start, end: $0.end)
      }.max { ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value) }
    }
    guard !counting.isEmpty else { return values }
    var sum = ExactSum()
    for row in counting { sum.add(row.value) }
    if query.options.contains(.discreteAverage) {
      values.average = sum.value / Double(counting.count)
    }
    if query.options.contains(.discreteMin) { values.minimum = counting.map(\.value).min() }
    if query.options.contains(.discreteMax) { values.maximum = counting.map(\.value).max() }
    return values
  }

  private func sum(
    _ rows: [Row], from: Double, to: Double, above: (Row) -> [Row]
  ) -> Double {
    var sum = ExactSum()
    for row in rows {
      let above = above(row)
      if row.isInstant {
        if !above.contains(where: { $0.start <= row.start && row.start < $0.end }) {
          sum.add(row.value)
        }
        continue
      }
      // What is left of the sample in the bucket, as pieces that do not touch.
      var left = [(max(row.start, from), min(row.end, to))]
      for other in above {
        left = left.flatMap { start, end in
          [(start, min(end, other.start)), (max(start, other.end), end)].filter { $0 < $1 }
        }
      }
      if left.count == 1, left[0] == (row.start, row.end) {
        sum.add(row.value)
        continue
      }
      var length = ExactSum()
      for (start, end) in left {
        length.add(end)
        length.add(-start)
      }
      // A piece that other samples cut in two at one point is whole none the less.
      var missing = length
      missing.add(-row.end)
      missing.add(row.start)
      sum.add(
        missing.isZero ? row.value : row.value * length.value / (row.end - row.start))
    }
    return sum.value
  }
}
