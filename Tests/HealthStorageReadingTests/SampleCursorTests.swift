internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// The order in which a query tells what it finds.
struct SampleCursorTests {
  @Test(arguments: [nil, 7])
  func `samples asked for by UUID come in the order of the log`(limit: Int?) throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    // Merged, the blocks of either app reach over those of the other.
    for counter in 0..<40 as Range<UInt64> {
      try store.save(counter..<(counter + 1), by: counter % 3 == 0 ? "app.own" : "app.other")
    }
    let wanted = (0..<40).filter { $0 % 4 != 0 }.map { SampleUUID.step($0) }
    let query = SampleQuery(.stepCount, where: .uuid(UUIDSet(wanted)), limit: limit)
    var cursor = try SampleCursor(
      query, seeing: .everything, in: store.writer.snapshot(), from: &store.reader.tables)
    var found: [SampleUUID] = []
    while let run = try cursor.next(from: &store.reader.tables) { found += run.uuids }
    #expect(found == Array(wanted.prefix(limit ?? .max)))
  }

  @Test(arguments: [nil, 5_000, 9])
  func `samples in an order come by steps, each of few blocks`(limit: Int?) throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    // More than one pass keeps, saved in no order.
    let (batches, size) = (20 as UInt64, 4_096 as UInt64)
    for batch in 0..<batches {
      let first = batch * 7 % batches * size
      try store.save(first..<first + size)
    }
    let order = [SortDescriptor(.start, ascending: false)]
    var cursor = try SampleCursor(
      SampleQuery(.stepCount, order: order, limit: limit), seeing: .everything,
      in: store.writer.snapshot(), from: &store.reader.tables)
    var found: [SampleUUID] = []
    var hasEnded = false
    while !hasEnded {
      let before = store.reader.tables.blocks.decodedCount
      switch try cursor.step(from: &store.reader.tables) {
      case .value(let run): found += run.uuids
      case .goesOn: break
      case .end: hasEnded = true
      }
      #expect(store.reader.tables.blocks.decodedCount - before <= 11)
    }
    let expected = (0..<batches * size).reversed().prefix(limit ?? .max).map { SampleUUID.step($0) }
    #expect(found == expected)
    #expect(cursor.weight == 0)
  }

  @Test func `what matches nothing is looked for by steps, too`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    for batch in 0..<8 as Range<UInt64> { try store.save(batch * 4_096..<(batch + 1) * 4_096) }
    let query = SampleQuery(.stepCount, where: .quantity(.less, Quantity(-1, .count)))
    var cursor = try SampleCursor(
      query, seeing: .everything, in: store.writer.snapshot(), from: &store.reader.tables)
    var search = try SourceSearch(
      of: .stepCount, where: query.predicate, in: store.writer.snapshot(),
      from: &store.reader.tables)
    var steps = 0
    while case .goesOn = try cursor.step(from: &store.reader.tables) { steps += 1 }
    #expect(steps >= 3)
    while try search.advance(from: &store.reader.tables) { steps -= 1 }
    #expect(steps <= 1 && search.sources.isEmpty)
  }
}
