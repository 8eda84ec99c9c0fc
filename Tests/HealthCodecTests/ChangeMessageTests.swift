internal import CDyadMessages
internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import HealthCodec

// @testable: hostile deletions are made with the codec's own packing.
struct ChangeMessageTests {
  @Test(arguments: [0, 1, 5, 300])
  func `every deletion run comes back as it was`(count: Int) throws {
    for seed in UInt64(1)...20 {
      var random = RandomRuns(seed: seed)
      let made = random.deletions(count: count)
      let run = try #require(made)
      let decoded = try DeletionRun(decoding: run.encoded(), limits: .stored)
      #expect(decoded == run, "seed \(seed)")
    }
  }

  @Test func `one object may be dead under two dots`() throws {
    var random = RandomRuns(seed: 5)
    let drawn = random.deletions(count: 4)
    let made = try #require(drawn)
    let uuid = made.uuids[0]
    let twins = DeletionRun(
      type: made.type, uuids: [uuid, made.uuids[1], uuid, uuid], ends: made.ends,
      sources: made.sources, dots: made.dots)
    let run = try #require(twins)
    #expect(try DeletionRun(decoding: run.encoded(), limits: .wire) == run)
  }

  @Test func `a batch comes back as it was`() throws {
    for seed in UInt64(1)...20 {
      var random = RandomRuns(seed: seed)
      var batch = ChangeBatch(view: random.generator.next())
      for kind in RunKind.allCases {
        let made = random.run(kind, count: 30, isNumbered: true)
        var run = try #require(made)
        run.dropPositions()
        batch.covers.cover(run.dots, of: run.type)
        batch.runs.append(run)
      }
      #expect(try ChangeBatch(decoding: batch.encoded(), limits: .wire) == batch, "seed \(seed)")
    }
  }

  /// The error for a valid deletion run that `change` has broken.
  @safe private func error(
    _ limits: DecodingLimits = .stored,
    _ change: (UnsafeMutablePointer<Dyad__V1__DeletionRun>, Packing) throws -> Void
  ) throws -> CodecError {
    var random = RandomRuns(seed: 3)
    let run = random.deletions(count: 4)
    let packing = Packing()
    let message = try unsafe packing.deletions(try #require(run))
    try unsafe change(message, packing)
    let bytes = unsafe packing.bytes(of: message)
    return try #require(throws: CodecError.self) {
      try DeletionRun(decoding: bytes, limits: limits)
    }
  }

  @Test func `a deletion without its dot is refused`() throws {
    let error = try error { message, _ in unsafe message.pointee.dots = nil }
    #expect(error.code == .wrongCount)
    #expect(error.field == "DeletionRun.dots")
  }

  @Test func `deletions with positions are refused on the wire`() throws {
    let error = try error(.wire) { _, _ in }
    #expect(error.code == .notAllowed)
    #expect(error.field == "DeletionRun.positions")
  }

  @Test func `a deletion outside the years 1 to 9999 is refused`() throws {
    let error = try error { message, packing in
      unsafe message.pointee.ends = packing.times([0, 1, 2, .infinity])
    }
    #expect(error.code == .badDate)
    #expect(error.field == "DeletionRun.ends")
  }

  @Test func `a deletion of nobody's sample is refused`() throws {
    let error = try error { message, packing in
      unsafe message.pointee.source_indexes = packing.column([0, 0, 0, 99])
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "DeletionRun.source_indexes")
  }

  @Test func `more deletions than the limit are refused`() throws {
    let error = try error { message, _ in unsafe message.pointee.count = 4097 }
    #expect(error.code == .tooLarge)
    #expect(error.field == "DeletionRun.count")
  }
}
