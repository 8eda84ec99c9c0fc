internal import HealthModel

extension Aggregates {
  /// Adds the partial aggregates of a run of quantities in the type's canonical unit; runs of other
  /// payloads, and of types without one, have none.
  mutating func add(_ run: SampleRun) {
    guard case .quantity(let values, let units) = run.payload,
      let canonical = run.type.description?.canonicalUnit
    else { return }
    // Exact arithmetic finds a conversion, so it is looked for once a unit and not once a stretch.
    let conversions = units.values.map { UnitConversion.remembered(from: $0, to: canonical) }
    // Rows mostly come in stretches of one source, one quarter-hour and one unit, so a stretch is
    // gathered in local variables and entered once.
    var row = 0
    var unitRun = 0
    var sourceRun = 0
    while row < run.count {
      while units.runEnds[unitRun] <= row { unitRun += 1 }
      while run.sources.runEnds[sourceRun] <= row { sourceRun += 1 }
      let source = run.sources.values[run.sources.runIndexes[sourceRun]].source
      let quarterHour = Instant.quarterHour(of: run.starts[row])
      let bucketEnd = Instant.startOfQuarterHour(quarterHour + 1)
      let bucketStart = Instant.startOfQuarterHour(quarterHour)
      let limit = min(units.runEnds[unitRun], run.sources.runEnds[sourceRun])
      guard let conversion = conversions[units.runIndexes[unitRun]] else {
        row = limit
        continue
      }
      var entry = AggregateStretch()
      while row < limit, run.starts[row] >= bucketStart, run.starts[row] < bucketEnd {
        entry.add(conversion(values[row]))
        if run.ends[row] > bucketEnd {
          entry.reach = max(entry.reach, Instant.quarterHour(of: run.ends[row]) - quarterHour)
        }
        row += 1
      }
      merge(entry.aggregate(source: source, quarterHour: quarterHour))
    }
  }
}

/// Values of one source in one quarter-hour, as they are gathered.
private struct AggregateStretch {
  var count = 0
  var sum = ExactSum()
  var min = Double.infinity
  var max = -Double.infinity
  var reach: Int64 = 0

  mutating func add(_ value: Double) {
    count += 1
    sum.add(value)
    if value < min { min = value }
    if value > max { max = value }
  }

  func aggregate(source: Source, quarterHour: Int64) -> Aggregate {
    Aggregate(
      source: source, quarterHour: quarterHour, count: count, sum: sum.components, min: min,
      max: max, reach: reach)
  }
}
