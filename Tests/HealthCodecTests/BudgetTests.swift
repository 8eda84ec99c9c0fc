internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: the arena's budget is asked for directly.
struct BudgetTests {
  @Test func `a flood of unknown fields is refused before it takes much memory`() throws {
    // Field 1000 as a varint, three bytes each: protobuf-c keeps every one of them.
    let flood =
      try HostileRun.quantities().encoded()
      + Array(repeatElement([0xC0, 0x3E, 0x01], count: 1_000_000).joined())
    var limits = DecodingLimits.stored
    limits.maxBytes = 4 << 20
    let error = try #require(throws: CodecError.self) {
      try SampleRun(decoding: flood, limits: limits)
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun")
  }

  @Test func `an arena hands out no more than its budget`() {
    let arena = Arena(budget: 1 << 20)
    var count = 0
    while unsafe arena.allocate(100) != nil { count += 1 }
    #expect(count <= (1 << 20) / 100)
    #expect(arena.isExhausted)
  }

  @Test(arguments: [-1, Int.max, Int.max - 7])
  func `a size that cannot be is refused`(size: Int) {
    let arena = Arena(budget: .max - 8)
    #expect(unsafe arena.allocate(size) == nil)
    #expect(arena.isExhausted)
  }

  @Test func `more bytes than the limit are not looked at`() throws {
    let bytes = [UInt8](repeating: 0xFF, count: DecodingLimits.wire.maxBytes + 1)
    let error = try #require(throws: CodecError.self) {
      try SampleRun(decoding: bytes, limits: .wire)
    }
    #expect(error.code == .tooLarge)
  }

  @Test func `a batch of the smallest bodies stays within the budget`() throws {
    let run = try #require(
      SampleRun(
        type: ObjectType("T"), uuids: (0..<4096).map { SampleUUID(base: 1, counter: $0) },
        starts: Array(repeating: 0, count: 4096), ends: Array(repeating: 0, count: 4096),
        payload: .objects(Array(repeating: .correlation(Members()), count: 4096)),
        sources: DictionaryColumn(
          repeating: SourceRevision(source: Source(bundleIdentifier: "", name: "")), count: 4096),
        devices: DictionaryColumn(repeating: nil, count: 4096)))
    #expect(try SampleRun(decoding: run.encoded(), limits: .wire) == run)
  }

  @Test func `a batch of runs with one row each stays within the budget`() throws {
    let run = try HostileRun.quantities().slice(0..<1)
    var batch = ChangeBatch(view: 1)
    for row in 0..<4096 {
      var one = SampleRun(empty: ObjectType("T\(row)"), like: run.payload)
      var sample = run[0]
      sample.type = one.type
      one.append(sample)
      var dots = DotColumn()
      dots.append(
        DotColumn.Span(incarnation: Incarnation(rawValue: 7), first: UInt64(row), count: 1))
      one.number(dots: dots, positions: CounterColumn(from: 1, count: 1))
      one.dropPositions()
      batch.covers.cover(one.dots, of: one.type)
      batch.runs.append(one)
    }
    #expect(try ChangeBatch(decoding: batch.encoded(), limits: .wire) == batch)
  }

  @Test func `all runs of a batch share the limit on rows`() throws {
    var run = try HostileRun.quantities()
    run.dropPositions()
    // The same rows of another type have other dots.
    var other = SampleRun(empty: ObjectType("U"), like: run.payload)
    for row in 0..<run.count {
      var sample = run[row]
      sample.type = other.type
      other.append(sample)
    }
    other.number(dots: run.dots, positions: CounterColumn(from: 1, count: run.count))
    other.dropPositions()
    var covers = VersionVector(run.dots, of: run.type)
    covers.cover(other.dots, of: other.type)
    let batch = ChangeBatch(view: 1, covers: covers, runs: [run, other])
    var limits = DecodingLimits.wire
    limits.maxSamples = 7
    let error = try #require(throws: CodecError.self) {
      try ChangeBatch(decoding: batch.encoded(), limits: limits)
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "ChangeBatch.runs.count")
  }

  @Test func `a run longer than a batch is not encoded`() throws {
    let run = SampleRun(
      type: ObjectType("T"), uuids: (0..<4097).map { SampleUUID(base: 1, counter: $0) },
      starts: Array(repeating: 0, count: 4097), ends: Array(repeating: 0, count: 4097),
      payload: .category(Array(repeating: 0, count: 4097)),
      sources: DictionaryColumn(
        repeating: SourceRevision(source: Source(bundleIdentifier: "", name: "")), count: 4097),
      devices: DictionaryColumn(repeating: nil, count: 4097))
    let error = try #require(throws: CodecError.self) { try #require(run).encoded() }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun.count")
  }
}
