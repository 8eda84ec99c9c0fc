internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

extension Dot {
  /// A dot of steps.
  static func steps(_ incarnation: UInt64, _ sequence: UInt64) -> Dot {
    Dot(
      incarnation: Incarnation(rawValue: incarnation), type: .stepCount, sequence: sequence)
  }
}

extension VersionVector {
  /// The vector of a few dots.
  init(_ dots: [Dot]) {
    self.init()
    for dot in dots { insert(dot) }
  }
}

extension SampleRun {
  /// Samples of one type as a peer sends them, with dots that follow each other.
  static func numbered(
    _ samples: [Sample], by incarnation: UInt64, from first: UInt64 = 1
  ) -> SampleRun {
    var dots = DotColumn()
    dots.append(
      DotColumn.Span(
        incarnation: Incarnation(rawValue: incarnation), first: first, count: samples.count))
    return numbered(samples, dots)
  }

  /// Samples of one type as a peer sends them.
  static func numbered(_ samples: [Sample], _ dots: DotColumn) -> SampleRun {
    var run = SampleRun(samples[0])
    for sample in samples.dropFirst() { run.append(sample) }
    run.number(dots: dots, positions: CounterColumn(from: 1, count: samples.count))
    run.dropPositions()
    return run
  }
}

extension DeletionRun {
  /// Tombstones as a peer tells them.
  static func told(_ run: SampleRun) -> DeletionRun {
    var deletions = DeletionRun(empty: run.type)
    deletions.append(run, positionedFrom: 1)
    return deletions
  }
}

extension StoreFixture {
  /// What is in sight of a type: the dot that holds each row, and its UUID.
  mutating func rows(_ type: ObjectType = .stepCount) throws -> [Dot: SampleUUID] {
    var rows: [Dot: SampleUUID] = [:]
    for run in try samples(SampleQuery(type)) {
      for row in 0..<run.count {
        let (incarnation, sequence) = run.dots[row]
        rows[Dot(incarnation: incarnation, type: type, sequence: sequence)] = run.uuids[row]
      }
    }
    return rows
  }

  /// All tombstones of a type, by dot.
  mutating func tombstones(_ type: ObjectType = .stepCount) throws -> [Dot: SampleUUID] {
    guard let id = writer.state.types[type]?.id else { return [:] }
    var position: Int64 = 0
    var result: [Dot: SampleUUID] = [:]
    while let run = try reader.tables.deletions.run(
      of: id, after: position, through: writer.state.head)
    {
      for row in 0..<run.count {
        let (incarnation, sequence) = run.dots[row]
        result[Dot(incarnation: incarnation, type: type, sequence: sequence)] = run.uuids[row]
      }
      position = try #require(run.positions.max)
    }
    return result
  }

  /// The aliases and their hosts.
  var aliases: [Dot: Dot] {
    var result: [Dot: Dot] = [:]
    for (alias, host) in writer.state.aliases.spans.flatMap(\.pairs) { result[alias] = host }
    return result
  }
}

extension TemporaryFolder {
  /// Changes the closed store behind its back.
  func spoil(_ sql: String) throws {
    let connection = try Connection(path: file("store.db"), mode: .readWrite)
    try connection.execute(sql)
  }
}

extension Sample {
  /// Steps under a UUID that is not of our numbering.
  static func foreignSteps(_ number: UInt64, start: Double = 0) -> Sample {
    var sample = Sample.steps(number, start: start)
    sample.uuid = SampleUUID(high: number &* 0x9E37_79B9_7F4A_7C15 | 1, low: number)
    return sample
  }

  /// A reading of blood pressure.
  static func pressure(_ counter: UInt64, start: Double, _ type: ObjectType) -> Sample {
    var sample = Sample.steps(counter, start: start, seconds: 0)
    (sample.type, sample.value) = (type, .quantity(Quantity(80, .millimeterOfMercury)))
    return sample
  }

  /// What holds samples together.
  static func correlation(_ counter: UInt64, start: Double, of samples: [Sample]) -> Sample {
    var members = Members()
    for sample in samples { members.append(sample.uuid, of: sample.type) }
    var whole = Sample.steps(counter, start: start, seconds: 0)
    (whole.type, whole.value) = (.bloodPressure, .object(.correlation(members)))
    return whole
  }
}
