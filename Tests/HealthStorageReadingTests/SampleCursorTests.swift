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
}
