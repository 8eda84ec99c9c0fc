internal import CDyadMessages
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: hostile messages are made with the codec's own packing.

/// What a hostile peer may put into a reconciliation.
struct HostileReconcileTests {
  typealias Lists = UnsafeMutablePointer<Dyad__V1__DayLists>

  private func part(_ content: ReconcilePart.Content) -> SyncMessage {
    .reconcile(ReconcilePart(content: content, isLast: true))
  }

  /// Expects a decoder's error for the small lists once `change` has broken them.
  @safe private func expect(
    _ code: CodecError.Code, _ field: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (Lists, Packing) throws -> Void
  ) throws {
    try HostileSync.expect(
      code, "reconcile.lists.\(field)", in: .lists,
      { message, packing in
        try unsafe change(try #require(unsafe message.pointee.reconcile.pointee.lists), packing)
      }, sourceLocation: sourceLocation)
  }

  @Test(arguments: [[12, 11, 13], [11, 11, 12]] as [[Int64]])
  func `days that do not ascend are refused`(days: [Int64]) throws {
    HostileSync.expectRefusal(
      .unordered, "reconcile.lists.days",
      of: part(.lists(days.map { DayList(day: $0, live: VersionVector()) }, of: nil)))
    HostileSync.expectRefusal(
      .unordered, "reconcile.lists.selection.days", of: part(.lists([], of: days)))
    HostileSync.expectRefusal(
      .unordered, "reconcile.missing.days",
      of: part(.missing(days.map { DayList(day: $0, live: VersionVector()) })))
    try expect(.unordered, "days") { lists, packing in
      unsafe lists.pointee.days = packing.column(days)
    }
    try expect(.unordered, "selection.days") { lists, packing in
      unsafe lists.pointee.selection.pointee.days = packing.column(days)
    }
  }

  @Test(arguments: [Int64.min, -719_163, 2_932_897, .max])
  func `a day outside the permitted years is refused`(day: Int64) throws {
    HostileSync.expectRefusal(
      .badDate, "reconcile.lists.days",
      of: part(.lists([DayList(day: day, live: VersionVector())], of: nil)))
    HostileSync.expectRefusal(
      .badDate, "reconcile.days.days", of: part(.days(spans: [], [day: DayRoot()])))
    HostileSync.expectRefusal(
      .badDate, "reconcile.spans", of: part(.spans([SpanRoot(days: day...day, root: DayRoot())])))
    try HostileSync.expect(.badDate, "reconcile.days.days", in: .days) { message, packing in
      unsafe message.pointee.reconcile.pointee.days.pointee.days = packing.column(
        [day, 0].sorted())
    }
  }

  @Test func `a day of more streams than there are is refused`() throws {
    try expect(.outOfRange, "live.stream_counts") { lists, packing in
      unsafe lists.pointee.live.pointee.stream_counts = packing.column([1, 2, 0])
    }
    try expect(.outOfRange, "live.stream_counts") { lists, packing in
      unsafe lists.pointee.live.pointee.stream_counts = packing.column([1, -1, 0])
    }
    try expect(.outOfRange, "live.stream_steps") { lists, packing in
      unsafe lists.pointee.live.pointee.stream_steps = packing.column([0, 1])
    }
    try expect(.outOfRange, "live.stream_steps") { lists, packing in
      unsafe lists.pointee.live.pointee.stream_steps = packing.column([0, .max])
    }
    try expect(.outOfRange, "live.stream_steps") { lists, packing in
      unsafe lists.pointee.live.pointee.stream_steps = packing.column([0, -1])
    }
    try expect(.wrongCount, "live.stream_counts") { lists, _ in unsafe lists.pointee.live = nil }
  }

  @Test func `intervals that cannot be are refused`() throws {
    try expect(.unordered, "live.gaps") { lists, packing in
      unsafe lists.pointee.live.pointee.gaps = packing.column([1, 1, 1])
    }
    try expect(.outOfRange, "live.gaps") { lists, packing in
      unsafe lists.pointee.live.pointee.gaps = packing.column([1, -2, 1])
    }
    try expect(.outOfRange, "live.gaps") { lists, packing in
      unsafe lists.pointee.live.pointee.lengths = packing.column([4, 0, -1])
    }
    try expect(.wrongCount, "live.gaps") { lists, packing in
      unsafe lists.pointee.live.pointee.gaps = packing.column([1, 2])
    }
    try expect(.wrongCount, "live.lengths") { lists, packing in
      unsafe lists.pointee.live.pointee.lengths = packing.column([1, 2, 3, 4])
    }
    try expect(.outOfRange, "live.interval_counts") { lists, packing in
      unsafe lists.pointee.live.pointee.interval_counts = packing.column([3, 0])
    }
  }

  @Test func `a stream may go back from one day to the next`() throws {
    let message = part(
      .lists(
        [
          DayList(day: 1, live: SyncSamples.vector([50...59, .max ... .max])),
          DayList(day: 2, live: SyncSamples.vector([0...3, 20...29])),
        ], of: nil))
    #expect(try SyncMessage(decoding: message.encoded(), limits: .wire) == message)
  }

  @Test func `more days, streams or intervals than a message has are refused before any is made`()
    throws
  {
    try expect(.tooLarge, "day_count") { lists, _ in
      unsafe lists.pointee.day_count = 65_537
    }
    try expect(.tooLarge, "selection.day_count") { lists, _ in
      unsafe lists.pointee.selection.pointee.day_count = .max
    }
    try expect(.tooLarge, "streams.count") { lists, _ in
      unsafe lists.pointee.streams.pointee.count = 65_537
    }
    try expect(.tooLarge, "live.interval_counts") { lists, packing in
      unsafe lists.pointee.live.pointee.interval_counts = packing.column([262_143, 2])
    }
    try expect(.outOfRange, "live.interval_counts") { lists, packing in
      unsafe lists.pointee.live.pointee.interval_counts = packing.column([262_145, 1])
    }
  }

  @Test func `more streams over all days than a message has are refused`() throws {
    // Two streams on each of 32,769 days.
    var live = SyncSamples.vector([1...1])
    live.cover(1...1, in: SyncSamples.stream(SyncSamples.watch))
    let lists = (0..<Int64(32_769)).map { DayList(day: $0, live: live) }
    HostileSync.expectRefusal(.tooLarge, "reconcile.lists.live", of: part(.lists(lists, of: nil)))
    let message = part(.lists(Array(lists.dropLast()), of: nil))
    #expect(try SyncMessage(decoding: message.encoded(), limits: .wire) == message)
  }

  @Test func `what is missing selects no days`() throws {
    try HostileSync.expect(.notAllowed, "reconcile.missing.selection", in: .missing) {
      message, packing in
      unsafe message.pointee.reconcile.pointee.missing.pointee.selection = packing.make(
        dyad__v1__day_selection__init)
    }
  }

  @Test func `all days there are may be told in spans`() throws {
    let days = DayList.permittedDays
    let message = part(
      .spans([
        SpanRoot(days: days.lowerBound...0, root: DayRoot()),
        SpanRoot(days: 1...days.upperBound, root: DayRoot()),
      ]))
    #expect(try SyncMessage(decoding: message.encoded(), limits: .wire) == message)
  }

  @Test func `spans that overlap or go back are refused`() throws {
    HostileSync.expectRefusal(
      .unordered, "reconcile.spans",
      of: part(
        .spans([
          SpanRoot(days: 1...5, root: DayRoot()), SpanRoot(days: 5...9, root: DayRoot()),
        ])))
    HostileSync.expectRefusal(
      .unordered, "reconcile.days.first_days", of: part(.days(spans: [3...4, 1...2], [:])))
    try HostileSync.expect(.unordered, "reconcile.spans", in: .spans) { message, _ in
      unsafe message.pointee.reconcile.pointee.spans.pointee.spans[0]?.pointee.last_day = 9
    }
    try HostileSync.expect(.unordered, "reconcile.spans", in: .spans) { message, _ in
      unsafe message.pointee.reconcile.pointee.spans.pointee.spans[0]?.pointee.last_day = 20
    }
    try HostileSync.expect(.unordered, "reconcile.days.last_days", in: .days) { message, packing in
      unsafe message.pointee.reconcile.pointee.days.pointee.last_days = packing.column([9, 30])
    }
    let many = (0...Int64(4096)).map { SpanRoot(days: $0...$0, root: DayRoot()) }
    HostileSync.expectRefusal(.tooLarge, "reconcile.spans", of: part(.spans(many)))
    HostileSync.expectRefusal(
      .tooLarge, "reconcile.days.span_count", of: part(.days(spans: many.map(\.days), [:])))
  }

  @Test func `roots for another number of days are refused`() throws {
    try HostileSync.expect(.wrongCount, "reconcile.days.highs", in: .days) { message, _ in
      unsafe message.pointee.reconcile.pointee.days.pointee.n_highs = 1
    }
    try HostileSync.expect(.wrongCount, "reconcile.days.lows", in: .days) { message, _ in
      unsafe message.pointee.reconcile.pointee.days.pointee.n_lows = 1
    }
    try HostileSync.expect(.wrongCount, "reconcile.days.counts", in: .days) { message, _ in
      unsafe message.pointee.reconcile.pointee.days.pointee.counts = nil
    }
    try HostileSync.expect(.tooLarge, "reconcile.days.day_count", in: .days) { message, _ in
      unsafe message.pointee.reconcile.pointee.days.pointee.day_count = 65_537
    }
    try HostileSync.expect(.tooLarge, "reconcile.days.span_count", in: .days) { message, _ in
      unsafe message.pointee.reconcile.pointee.days.pointee.span_count = 4097
    }
  }

  @Test func `more deletions than a part has are refused`() throws {
    try HostileSync.expect(.tooLarge, "reconcile.deletions.count", in: .lists) { message, _ in
      unsafe message.pointee.reconcile.pointee.deletions[0]?.pointee.count = 4097
    }
  }

  @Test func `a claim without its parts is refused`() throws {
    try HostileSync.expect(.malformed, "reconcile.claim.vector", in: .spans) { message, _ in
      unsafe message.pointee.reconcile.pointee.claim.pointee.vector = nil
    }
    try HostileSync.expect(.malformed, "reconcile.claim.known", in: .spans) { message, _ in
      unsafe message.pointee.reconcile.pointee.claim.pointee.known = nil
    }
    try HostileSync.expect(.badDate, "reconcile.claim.floor", in: .spans) { message, _ in
      unsafe message.pointee.reconcile.pointee.claim.pointee.floor = -.infinity
    }
  }
}
