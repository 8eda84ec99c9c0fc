internal import HealthModel

/// One quantity, as statistics see it.
struct StatisticsRow {
  var start: Double
  var end: Double
  /// In the type's canonical unit.
  var value: Double
  var source: Source

  static func rows(of run: SampleRun) -> [Self] {
    guard case .quantity(let values, let units) = run.payload,
      let canonical = run.type.description?.canonicalUnit
    else { return [] }
    return values.indices.compactMap { row in
      guard let conversion = UnitConversion.remembered(from: units[row], to: canonical) else {
        return nil
      }
      return Self(
        start: run.starts[row], end: run.ends[row], value: conversion(values[row]),
        source: run.sources[row].source)
    }
  }

  static func statistics(
    of rows: [Self], _ query: StatisticsQuery, by order: SourceOrder
  ) -> [Statistics] {
    guard let edges = query.edges else {
      guard let start = rows.map(\.start).min(), let end = rows.map(\.end).max() else { return [] }
      return [Self.statistics(of: rows, whole: true, start, end, query.options, order)]
    }
    return zip(edges, edges.dropFirst()).compactMap { start, end in
      let inside = rows.filter { row in
        if query.options.contains(.cumulativeSum), row.end > row.start {
          return row.start < end && row.end > start
        }
        return row.start >= start && row.start < end
      }
      return inside.isEmpty
        ? nil : Self.statistics(of: inside, whole: false, start, end, query.options, order)
    }
  }

  private static func statistics(
    of rows: [Self], whole: Bool, _ start: Double, _ end: Double, _ options: StatisticsOptions,
    _ order: SourceOrder
  ) -> Statistics {
    func values(_ rows: [Self]) -> Statistics.Values {
      var values = Statistics.Values()
      var sum = ExactSum()
      for row in rows { sum.add(row.value) }
      if options.contains(.discreteAverage) { values.average = sum.value / Double(rows.count) }
      if options.contains(.discreteMin) { values.minimum = rows.map(\.value).min() }
      if options.contains(.discreteMax) { values.maximum = rows.map(\.value).max() }
      if options.contains(.mostRecent) {
        let last = rows.max { ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value) }
        values.mostRecent = last.map {
          Statistics.MostRecent(value: $0.value, start: $0.start, end: $0.end)
        }
      }
      if options.contains(.cumulativeSum) {
        values.sum = merged(
          rows, from: whole ? -.infinity : start, to: whole ? .infinity : end, order)
      }
      return values
    }
    var statistics = Statistics(start: start, end: end, values: values(rows))
    if options.contains(.separateBySource) {
      statistics.sources = Set(rows.map(\.source)).sorted().map { source in
        Statistics.OfSource(source, values(rows.filter { $0.source == source }))
      }
    }
    return statistics
  }

  /// The sum in which a source counts only for the time that no source before it covers.
  private static func merged(
    _ rows: [Self], from: Double, to: Double, _ order: SourceOrder
  ) -> Double {
    let ranks = Dictionary(
      uniqueKeysWithValues: zip(order.bundleIdentifiers, order.bundleIdentifiers.indices))
    func rank(_ row: Self) -> Int { ranks[row.source.bundleIdentifier] ?? ranks.count }
    var sum = ExactSum()
    for row in rows {
      let above = rows.filter { rank($0) < rank(row) }
      guard row.end > row.start else {
        if !above.contains(where: { $0.start <= row.start && row.start < $0.end }) {
          sum.add(row.value)
        }
        continue
      }
      var free = [(max(row.start, from), min(row.end, to))]
      for other in above {
        free = free.flatMap { start, end in
          [(start, min(end, other.start)), (max(start, other.end), end)].filter { $0 < $1 }
        }
      }
      var length = ExactSum()
      for (start, end) in free {
        length.add(end)
        length.add(-start)
      }
      sum.add(row.value * length.value / (row.end - row.start))
    }
    return sum.value
  }
}
