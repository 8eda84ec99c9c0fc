internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Which questions are answered from headers, and what is decoded for the others.
struct StatisticsHeaderTests {
  /// Two days, a sample a minute.
  private static let count = 2 * 24 * 60
  private static let days = [0.0, 86_400, 172_800]
  private static let sum = StatisticsOptions.cumulativeSum

  private static func fill(
    _ store: inout ReadingFixture, by bundle: String = "app.a", lasting length: Double = 60,
    first: UInt64 = 1, from date: Double = 0, count: Int = count
  ) throws {
    try store.save(
      (0..<count).map { index in
        let start = date + Double(index) * 60
        return Sample.quantity(
          first + UInt64(index), Double(index % 7) + 0.1, from: start, to: start + length,
          by: bundle)
      })
  }

  @Test func `days of one source come from headers alone`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.fill(&store)
    for predicate in [Predicate.constant(true), .start(.less, 86_400), .end(.greater, 86_400)] {
      let query = StatisticsQuery(.stepCount, where: predicate, Self.sum, edges: Self.days)
      let (answer, decoded) = try store.statistics(query)
      #expect(try answer == store.slowStatistics(query))
      // A sample that ends with the day may be in the same quarter-hour as one that ends after it.
      #expect(decoded <= (predicate == .constant(true) ? 0 : 2))
      // The same question, put so that headers cannot tell.
      var decoding = query
      decoding.predicate = .and([predicate, .sources(bundleIdentifiers: ["app.a"])])
      let all = try store.statistics(decoding)
      #expect(all.answer == answer && all.decoded >= Self.count / 2 / 512)
    }
  }

  @Test func `edges off the quarter-hours decode only what they cut`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.fill(&store)
    let query = StatisticsQuery(.stepCount, Self.sum, edges: [100, 86_500, 172_000])
    let (answer, decoded) = try store.statistics(query)
    #expect(try answer == store.slowStatistics(query))
    #expect((1...6).contains(decoded))
  }

  @Test func `a sample across an edge decodes its quarter-hour`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.fill(&store, lasting: 90)
    let query = StatisticsQuery(.stepCount, Self.sum, edges: Self.days)
    let (answer, decoded) = try store.statistics(query)
    #expect(try answer == store.slowStatistics(query))
    #expect((1...3).contains(decoded))
  }

  @Test func `sources merge without decoding where they do not meet`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.fill(&store, count: 600)
    try Self.fill(&store, by: "app.b", first: 10_000, from: 86_400, count: 600)
    let query = StatisticsQuery(.stepCount, [Self.sum, .separateBySource], edges: Self.days)
    let apart = try store.statistics(query, order: ["app.a", "app.b"])
    #expect(apart.decoded == 0)
    #expect(try apart.answer == store.slowStatistics(query, order: ["app.a", "app.b"]))
    // An hour in which both have something.
    try Self.fill(&store, by: "app.b", first: 20_000, from: 3_600, count: 60)
    let met = try store.statistics(query, order: ["app.a", "app.b"])
    #expect(try met.answer == store.slowStatistics(query, order: ["app.a", "app.b"]))
    #expect((1...4).contains(met.decoded))
    #expect(met.answer.first?.values.sum == apart.answer.first?.values.sum)
    let other = try store.statistics(query, order: ["app.b", "app.a"])
    #expect(try other.answer == store.slowStatistics(query, order: ["app.b", "app.a"]))
  }

  @Test func `the most recent sample decodes one block a bucket`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.fill(&store)
    let query = StatisticsQuery(.stepCount, .mostRecent, edges: Self.days)
    let (answer, decoded) = try store.statistics(query)
    #expect(try answer == store.slowStatistics(query))
    #expect((2...4).contains(decoded))
  }

  @Test func `one answer over all needs no block`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.fill(&store)
    let query = StatisticsQuery(.stepCount, Self.sum)
    let (answer, decoded) = try store.statistics(query)
    #expect(try answer == store.slowStatistics(query))
    #expect(decoded == 0)
  }

  @Test func `damaged headers are worked out again, damaged blocks are an error`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    try Self.fill(&store, count: 600)
    try Self.fill(&store, by: "app.b", first: 10_000, from: 600, count: 600)
    let query = StatisticsQuery(.stepCount, Self.sum, edges: Self.days)
    let sound = try store.statistics(query).answer
    try store.damage("UPDATE segment SET aggregates = zeroblob(8)")
    let (answer, decoded) = try store.statistics(query)
    #expect(answer == sound && decoded > 0)
    try store.damage("UPDATE block SET body = zeroblob(8) WHERE id = (SELECT max(id) FROM block)")
    let error = #expect(throws: StorageError.self) { _ = try store.statistics(query) }
    #expect(error?.code == .damaged)
  }

  @Test func `headers of segments that were merged since are not needed`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    // Of more quarter-hours than are kept in memory.
    for index in 0..<15 {
      try Self.fill(
        &store, first: UInt64(index) * 1_000, from: Double(index) * 18_000, count: 300)
    }
    let query = StatisticsQuery(.stepCount, Self.sum, edges: Self.days)
    let snapshot = store.writer.snapshot()
    let before = try store.statistics(query, in: snapshot)
    for index in 15..<40 {
      try Self.fill(
        &store, first: UInt64(index) * 1_000, from: Double(index) * 18_000, count: 300)
    }
    let after = try store.statistics(query, in: snapshot)
    #expect(after.answer == before.answer)
    #expect(before.decoded == 0 && after.decoded > 0)
  }

  @Test func `loose blocks are summed up in memory`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    for index in 0..<8 {
      try Self.fill(&store, first: UInt64(index) * 10, from: Double(index) * 600, count: 3)
    }
    #expect(store.writer.state.loose.count == 7)
    let query = StatisticsQuery(.stepCount, Self.sum, edges: Self.days)
    let snapshot = store.writer.snapshot()
    let before = try store.statistics(query, in: snapshot)
    #expect(try before.answer == store.slowStatistics(query))
    for index in 8..<40 {
      try Self.fill(&store, first: UInt64(index) * 10, from: Double(index) * 600, count: 3)
    }
    let after = try store.statistics(query, in: snapshot)
    #expect(after == before && before.decoded == 0)
    #expect(try store.statistics(query).answer == store.slowStatistics(query))
  }
}
