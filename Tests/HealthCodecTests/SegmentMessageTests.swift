internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import HealthCodec

// @testable: bounds of the codec are asked for.
struct SegmentMessageTests {
  static func directory(seed: UInt64, blocks count: Int) throws -> SegmentDirectory {
    var random = RandomRuns(seed: seed)
    var blocks: [SegmentDirectory.Block] = []
    var live: [Incarnation: IntervalSet] = [:]
    var sources: Set<Source> = []
    for id in 0..<count {
      let made = random.run(.category, count: 20, isNumbered: true)
      let run = try #require(made)
      blocks.append(SegmentDirectory.Block(id: Int64(id) * 3, run))
      for (incarnation, intervals) in run.dots.intervals() { live[incarnation] = intervals }
      sources.formUnion(run.sources.values.map(\.source))
    }
    return SegmentDirectory(blocks: blocks, live: live, sources: sources.sorted())
  }

  static func aggregates(seed: UInt64, count: Int) throws -> Aggregates {
    var random = RandomRuns(seed: seed)
    let sources = ["a", "b", "c"].map { Source(bundleIdentifier: $0, name: random.text()) }
    var entries: [Aggregate] = []
    for source in sources {
      var quarterHour = Int64(random.generator.next() % 1_000_000)
      for _ in 0..<count {
        quarterHour += Int64(random.generator.next() % 3) + 1
        let values = random.values(3).sorted()
        var sum = ExactSum()
        for value in random.values(Int(random.generator.next() % 4)) { sum.add(value) }
        entries.append(
          Aggregate(
            source: source, quarterHour: quarterHour,
            count: Int(random.generator.next() % 200) + 1,
            sum: sum.components, min: values[0], max: values[2],
            reach: Int64(random.generator.next() % 3)))
      }
    }
    return try #require(Aggregates(stored: entries))
  }

  @Test(arguments: [0, 1, 9])
  func `a segment's directory comes back as it was`(blocks: Int) throws {
    for seed in UInt64(1)...20 {
      let directory = try Self.directory(seed: seed, blocks: blocks)
      let bytes = try directory.encoded()
      #expect(try SegmentDirectory(decoding: bytes, limits: .stored) == directory, "seed \(seed)")
    }
  }

  @Test(arguments: [0, 1, 100])
  func `a segment's aggregates come back as they were`(count: Int) throws {
    for seed in UInt64(1)...20 {
      let aggregates = try Self.aggregates(seed: seed, count: count)
      let bytes = try aggregates.encoded()
      #expect(try Aggregates(decoding: bytes, limits: .stored) == aggregates, "seed \(seed)")
    }
  }

  /// What apps save, in the unit that sums are kept in.
  enum Readings: CaseIterable {
    case beats
    case energies
    case speeds
    case steps
    case mixed

    func value(_ random: inout SeededGenerator) -> Double {
      switch self {
      case .beats: Double(50 + random.next() % 120) / 60
      case .energies: Double(random.next() % 999_999) / 100_000
      case .speeds: Double(random.next() % 900) / 360
      case .steps: Double(random.next() % 200)
      case .mixed:
        random.next() % 9 == 0
          ? Double(random.next() % 1_000) / 7 : -Double(random.next() % 99) / 60
      }
    }

    /// At most so many bytes for a quarter of an hour.
    var bytes: Double {
      switch self {
      case .beats, .speeds, .steps: 10
      case .energies: 17
      case .mixed: 35
      }
    }
  }

  @Test(arguments: Readings.allCases)
  func `what apps save comes back to the bit, in few bytes`(readings: Readings) throws {
    let source = Source(bundleIdentifier: "a", name: "A")
    for seed in 1...10 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var entries: [Aggregate] = []
      for quarterHour in 0..<500 as Range<Int64> {
        let values = (0..<(1 + random.next() % 8)).map { _ in readings.value(&random) }
        var sum = ExactSum()
        for value in values { sum.add(value) }
        entries.append(
          Aggregate(
            source: source, quarterHour: quarterHour, count: values.count, sum: sum.components,
            min: values.min() ?? 0, max: values.max() ?? 0, reach: 0))
      }
      let aggregates = try #require(Aggregates(stored: entries))
      let bytes = try aggregates.encoded()
      #expect(Double(bytes.count) < readings.bytes * 500, "\(random): \(bytes.count)")
      let read = try Aggregates(decoding: bytes, limits: .stored)
      #expect(read == aggregates, "\(random)")
      func bits(_ aggregates: Aggregates) -> [[UInt64]] {
        aggregates.entries.map { ($0.sum + [$0.min, $0.max]).map(\.bitPattern) }
      }
      #expect(bits(read) == bits(aggregates), "\(random)")
    }
  }

  @Test(arguments: [0, -0.0, .leastNonzeroMagnitude, 1.7e308, 1e300, 0.1, -1 / 3] as [Double])
  func `extremes of doubles come back to the bit`(odd: Double) throws {
    var sum = ExactSum()
    for value in [odd, 1.0 / 60, 71.0 / 60, 1e-300] as [Double] { sum.add(value) }
    let (least, most) = (min(odd, 1 / 60), max(odd, 71 / 60))
    let aggregates = try #require(
      Aggregates(stored: [
        Aggregate(
          source: Source(bundleIdentifier: "a", name: "A"), quarterHour: 1, count: 4,
          sum: sum.components, min: least, max: most, reach: 0)
      ]))
    let read = try Aggregates(decoding: aggregates.encoded(), limits: .stored).entries[0]
    #expect(read.sum.map(\.bitPattern) == sum.components.map(\.bitPattern))
    #expect([read.min.bitPattern, read.max.bitPattern] == [least.bitPattern, most.bitPattern])
  }

  @Test func `a block whose latest start lies before its earliest is refused`() throws {
    var directory = try Self.directory(seed: 1, blocks: 2)
    directory.blocks[1].minStart = directory.blocks[1].maxStart + 10
    let error = try #require(throws: CodecError.self) {
      try SegmentDirectory(decoding: directory.encoded(), limits: .stored)
    }
    #expect(error.code == .badDate)
    #expect(error.field == "SegmentDirectory.max_starts")
  }

  @Test func `a block that goes back in the log is refused`() throws {
    var directory = try Self.directory(seed: 1, blocks: 2)
    directory.blocks[0].lastPosition = directory.blocks[0].firstPosition - 1
    let error = try #require(throws: CodecError.self) {
      try SegmentDirectory(decoding: directory.encoded(), limits: .stored)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SegmentDirectory.position_lengths")
  }

  @Test(arguments: [0, -1, Int.max])
  func `a block with an impossible count is refused`(count: Int) throws {
    var directory = try Self.directory(seed: 1, blocks: 2)
    directory.blocks[0].count = count
    let error = try #require(throws: CodecError.self) {
      try SegmentDirectory(decoding: directory.encoded(), limits: .stored)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SegmentDirectory.counts")
  }

  @Test func `a block with more foreign UUIDs than samples is refused`() throws {
    var directory = try Self.directory(seed: 1, blocks: 2)
    directory.blocks[0].foreignUUIDs = 21
    let error = try #require(throws: CodecError.self) {
      try SegmentDirectory(decoding: directory.encoded(), limits: .stored)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SegmentDirectory.foreign_uuid_counts")
  }

  @Test func `a sum that is not finite is not encoded`() throws {
    var aggregates = Aggregates()
    aggregates.merge(
      Aggregate(
        source: Source(bundleIdentifier: "a", name: "a"), quarterHour: 1, count: 1, sum: [.nan],
        min: 0, max: 0, reach: 0))
    let error = try #require(throws: CodecError.self) { try aggregates.encoded() }
    #expect(error.code == .notFinite)
    #expect(error.operation == .encode)
  }

  @Test func `an aggregate outside the years 1 to 9999 is refused`() throws {
    var aggregates = Aggregates()
    aggregates.merge(
      Aggregate(
        source: Source(bundleIdentifier: "a", name: "a"), quarterHour: .max, count: 1, sum: [],
        min: 0, max: 0, reach: 0))
    let error = try #require(throws: CodecError.self) {
      try Aggregates(decoding: aggregates.encoded(), limits: .stored)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "Aggregates.quarter_hours")
  }

  @Test func `an error reads as a sentence and names the field`() throws {
    let error = CodecError(.badDate, "ends", "an end lies before its start").inside("SampleRun")
    #expect("\(error)" == "cannot decode SampleRun.ends: an end lies before its start")
  }
}
