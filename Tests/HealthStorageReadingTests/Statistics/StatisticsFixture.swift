internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

extension ReadingFixture {
  /// The answer to a statistics query, and how many blocks were decoded for it.
  mutating func statistics(
    _ query: StatisticsQuery, order: [String] = [], seeing visibility: Visibility = .everything,
    in snapshot: Snapshot? = nil, limits: StatisticsLimits = StatisticsLimits()
  ) throws -> (answer: [Statistics], decoded: Int) {
    try query.check()
    // Nothing is in memory that was decoded before.
    reader = try StoreReader(Connection(path: path, mode: .readOnly))
    var statistics = try StatisticsReader(
      query, by: SourceOrder(of: query.type, order), seeing: visibility,
      in: snapshot ?? writer.snapshot(), from: &reader.tables, limits: limits)
    while try statistics.advance(from: &reader.tables) {}
    return (statistics.statistics, reader.tables.blocks.decodedCount)
  }

  /// The answer as its definition reads, over what a sample query finds.
  mutating func slowStatistics(
    _ query: StatisticsQuery, order: [String] = [], seeing visibility: Visibility = .everything
  ) throws -> [Statistics] {
    var cursor = try SampleCursor(
      SampleQuery(query.type, where: query.predicate), seeing: visibility, in: writer.snapshot(),
      from: &reader.tables)
    var samples: [Sample] = []
    while let run = try cursor.next(from: &reader.tables) {
      samples += (0..<run.count).map { run[$0] }
    }
    return try SlowStatistics(query: query, order: order, samples: samples).answer()
  }

  mutating func save(_ samples: [Sample]) throws {
    for run in samples.runs { try commit(.save(Change.Save([run]))) }
  }

  mutating func settle() throws {
    while try writer.maintain(at: 0) {}
  }
}

extension [Sample] {
  /// The samples, in order, as a run for each type.
  var runs: [SampleRun] {
    var runs: [SampleRun] = []
    for sample in self {
      if let index = runs.firstIndex(where: { $0.type == sample.type }) {
        runs[index].append(sample)
      } else {
        runs.append(SampleRun(sample))
      }
    }
    return runs
  }
}

extension Sample {
  /// A quantity by an app whose name is its bundle identifier, numbered by `counter`.
  static func quantity(
    _ counter: UInt64, _ value: Double, _ unit: Unit = .count, of type: ObjectType = .stepCount,
    from start: Double, to end: Double, by bundle: String = "app.a", name: String? = nil
  ) -> Sample {
    Sample(
      uuid: .step(counter), type: type, start: start, end: end,
      value: .quantity(Quantity(value, unit)),
      source: SourceRevision(
        source: Source(bundleIdentifier: bundle, name: name ?? bundle), version: "1"))
  }
}
