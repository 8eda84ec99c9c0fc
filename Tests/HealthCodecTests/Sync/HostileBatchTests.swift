internal import CDyadMessages
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: hostile messages are made with the codec's own packing.

/// What a hostile peer may put into batches.
struct HostileBatchTests {
  @Test func `a dot that the batch does not cover is refused`() throws {
    var batch = try SyncSamples.batch()
    let stream = VersionVector.Stream(incarnation: Incarnation(rawValue: 7), type: SyncSamples.type)
    batch.covers.uncover(11...11, in: stream)
    HostileSync.expectRefusal(.notAllowed, "batch.runs.dots", of: .batch(batch))
    try HostileSync.expect(.notAllowed, "batch.runs.dots", in: .batch) { message, _ in
      unsafe message.pointee.batch.pointee.covers = nil
    }
  }

  @Test func `a refill brings dots that it does not cover`() throws {
    let batch = try SyncSamples.refill()
    #expect(batch.covers.isEmpty && !batch.runs.isEmpty)
    let bytes = try SyncMessage.batch(batch).encoded()
    #expect(try SyncMessage(decoding: bytes, limits: .wire) == .batch(batch))
  }

  @Test func `a batch that is no refill any more is refused`() throws {
    try HostileSync.expect(.notAllowed, "batch.runs.dots", in: .refill) { message, _ in
      unsafe message.pointee.batch.pointee.refill = nil
    }
  }

  @Test func `a run without dots is refused`() throws {
    try HostileSync.expect(.wrongCount, "batch.runs.dots", in: .batch) { message, _ in
      unsafe message.pointee.batch.pointee.runs[0]?.pointee.dots = nil
    }
  }

  @Test func `log positions are refused, whatever the limits`() throws {
    var batch = try SyncSamples.batch()
    batch.runs = [try HostileRun.quantities()]
    HostileSync.expectRefusal(.notAllowed, "batch.runs.positions", of: .batch(batch))
    try HostileSync.expect(.notAllowed, "batch.runs.positions", in: .batch) { message, packing in
      unsafe message.pointee.batch.pointee.runs[0]?.pointee.positions = packing.column(
        CounterColumn(from: 1, count: 4))
    }
    try HostileSync.expect(.notAllowed, "batch.deletions.positions", in: .log) {
      message, packing in
      unsafe message.pointee.batch.pointee.deletions[0]?.pointee.positions = packing.column(
        CounterColumn(from: 1, count: 4))
    }
    var deletions = DeletionRun(empty: SyncSamples.type)
    deletions.append(try SyncSamples.run(), positionedFrom: 3)
    HostileSync.expectRefusal(
      .notAllowed, "batch.deletions.positions", of: .batch(ChangeBatch(deletions: [deletions])))
    HostileSync.expectRefusal(
      .notAllowed, "reconcile.deletions.positions",
      of: .reconcile(ReconcilePart(deletions: [deletions], isLast: true)))
  }

  @Test func `a dot in two runs is refused`() throws {
    var batch = try SyncSamples.batch()
    batch.runs.append(batch.runs[0])
    HostileSync.expectRefusal(.duplicate, "batch.runs.dots", of: .batch(batch))
    try HostileSync.expect(.duplicate, "batch.runs.dots", in: .batch) { message, packing in
      let batch = unsafe message.pointee.batch
      let run = unsafe batch?.pointee.runs[0]
      unsafe batch?.pointee.runs = packing.array([run, run])
      unsafe batch?.pointee.n_runs = 2
    }
  }

  @Test func `a stretch of the log that goes back is refused`() throws {
    let place = LogPlace(position: 3, incarnation: SyncSamples.phone)
    HostileSync.expectRefusal(
      .unordered, "batch.log.end",
      of: .batch(ChangeBatch(log: LogRange(start: place, end: .beginning))))
    try HostileSync.expect(.unordered, "batch.log.end", in: .log) { message, _ in
      unsafe message.pointee.batch.pointee.log.pointee.start =
        message.pointee.batch.pointee.log.pointee.end
      unsafe message.pointee.batch.pointee.log.pointee.end = nil
    }
  }

  @Test func `runs that hold too many members only together are refused`() throws {
    let incarnation = Incarnation(rawValue: 3)
    func batch(_ runs: Int) -> SyncMessage {
      var batch = ChangeBatch()
      for number in 0..<UInt64(runs) {
        var members = Members()
        for counter in 0..<20_000 as Range<UInt64> {
          members.append(SampleUUID(base: 8 + number, counter: counter), of: .heartRate)
        }
        let sample = Sample(
          uuid: SampleUUID(base: 7, counter: number), type: .bloodPressure, start: 0, end: 0,
          value: .object(.correlation(members)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app")))
        var run = SampleRun(sample)
        var dots = DotColumn()
        dots.append(DotColumn.Span(incarnation: incarnation, first: number + 1, count: 1))
        run.number(dots: dots, positions: CounterColumn(from: 1, count: 1))
        run.dropPositions()
        batch.runs.append(run)
        batch.covers.cover(run.dots, of: run.type)
      }
      return .batch(batch)
    }
    let most = batch(3)
    #expect(try SyncMessage(decoding: most.encoded(), limits: .wire) == most)
    let error = #expect(throws: CodecError.self) {
      try SyncMessage(decoding: batch(4).encoded(), limits: .wire)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `pieces of documents that cannot be are refused`() throws {
    try HostileSync.expect(.wrongCount, "batch.documents.uuid", in: .batch) { message, packing in
      unsafe message.pointee.batch.pointee.documents[0]?.pointee.uuid = packing.bytes([1, 2, 3])
    }
    try HostileSync.expect(.malformed, "batch.documents", in: .batch) { message, packing in
      unsafe message.pointee.batch.pointee.documents[0]?.pointee.bytes = packing.bytes([])
    }
    try HostileSync.expect(.duplicate, "batch.documents", in: .batch) { message, _ in
      unsafe message.pointee.batch.pointee.documents[0]?.pointee.ordinal = 1
    }
    try HostileSync.expect(.outOfRange, "batch.documents.ordinal", in: .batch) { message, _ in
      unsafe message.pointee.batch.pointee.documents[0]?.pointee.ordinal = 1 << 31
    }
    let pieces = (0...4096).map {
      ChangeBatch.DocumentPiece(uuid: SampleUUID(high: 0, low: 0), ordinal: $0, bytes: [1])
    }
    HostileSync.expectRefusal(
      .tooLarge, "batch.documents", of: .batch(ChangeBatch(documents: pieces)))
  }

  @Test func `a piece of a document is as long as a row of a store and no longer`() throws {
    let most = CodecBound.documentPieceBytes
    #expect(most == 65_536)
    var piece = ChangeBatch.DocumentPiece(
      uuid: SampleUUID(high: 0, low: 0), ordinal: 0, bytes: Array(repeating: 7, count: most))
    let message = SyncMessage.batch(ChangeBatch(documents: [piece]))
    #expect(try SyncMessage(decoding: message.encoded(), limits: .wire) == message)
    piece.bytes.append(7)
    HostileSync.expectRefusal(
      .tooLarge, "batch.documents.bytes", of: .batch(ChangeBatch(documents: [piece])))
    try HostileSync.expect(.tooLarge, "batch.documents.bytes", in: .batch) { message, packing in
      unsafe message.pointee.batch.pointee.documents[0]?.pointee.bytes = packing.bytes(piece.bytes)
    }
  }

  @Test(arguments: HostileIdentityTests.twins)
  func `two dots of one UUID die together`(twins: [SampleUUID]) throws {
    let some = try SyncSamples.deletions()
    let run = try #require(
      DeletionRun(
        type: some.type, uuids: twins + twins, ends: some.ends, sources: some.sources,
        dots: some.dots))
    for message in [
      SyncMessage.batch(ChangeBatch(deletions: [run])),
      .reconcile(ReconcilePart(deletions: [run], isLast: true)),
    ] {
      let bytes = try message.encoded()
      #expect(try SyncMessage(decoding: bytes, limits: .wire) == message)
    }
  }

  @Test func `a dot that dies twice in a run is refused`() throws {
    try HostileSync.expect(.duplicate, "batch.deletions.dots", in: .log) { message, packing in
      let dots = unsafe message.pointee.batch.pointee.deletions[0]?.pointee.dots
      unsafe dots?.pointee.incarnations = packing.array([UInt64(7), 7])
      unsafe dots?.pointee.steps = packing.column([10, 11])
    }
  }

  @Test func `more deletions than a batch has are refused`() throws {
    try HostileSync.expect(.tooLarge, "batch.deletions.count", in: .log) { message, _ in
      unsafe message.pointee.batch.pointee.deletions[0]?.pointee.count = 4097
    }
  }

  @Test func `the intervals of all vectors of a message are bounded together`() throws {
    let half = CodecBound.intervals / 2 + 1
    let numbers = (0..<UInt64(half)).map { 2 * $0...2 * $0 }
    var vector = VersionVector()
    vector[SyncSamples.stream(SyncSamples.phone)] = try #require(IntervalSet(stored: numbers))
    let refill = ChangeBatch.Refill(floor: 0, types: .all, vector: vector)
    let bytes = try ChangeBatch(covers: vector).encoded()
    #expect(try ChangeBatch(decoding: bytes, limits: .wire).covers == vector)
    HostileSync.expectRefusal(
      .tooLarge, "batch.refill.vector", of: .batch(ChangeBatch(covers: vector, refill: refill)))
    try HostileSync.expect(
      .tooLarge, "batch.refill.vector.interval_counts", in: .refill
    ) { message, packing in
      let batch = unsafe message.pointee.batch
      // Twice the same struct: one alone is within the bound.
      let twice = try unsafe packing.vector(vector)
      unsafe batch?.pointee.covers = twice
      unsafe batch?.pointee.refill.pointee.vector = twice
    }
  }
}
