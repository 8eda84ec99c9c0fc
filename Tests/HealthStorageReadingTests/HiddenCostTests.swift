internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// What is hidden from an app costs it nothing: how long it waits would tell that something is there.
///
/// Time cannot be compared, so what makes it is counted: blocks that are decoded and pages of the database that
/// are visited.
@Suite(.timeLimit(.minutes(5))) struct HiddenCostTests {
  /// What reading was, in counts, and what it gave.
  private struct Cost: Hashable, CustomStringConvertible {
    var blocks: Int
    var pages: Int
    var answer: [String]

    var description: String { "\(blocks) blocks, \(pages) pages, \(answer.prefix(3))" }

    /// Whether it tells nothing: as many blocks and the same answer, and no more pages than come from a tree
    /// of the database that has one level more.
    func tellsNothing(of other: Cost) -> Bool {
      blocks == other.blocks && answer == other.answer && pages <= other.pages * 3 / 2 + 32
    }
  }

  private static let app = "app.own"
  private static let own = Visibility.own(bundleIdentifier: app)
  private static let rounds = 40

  /// A store in which the app saved and deleted some samples, with those of others between.
  private static func store(hiding hidden: Int, in folder: TemporaryFolder) throws -> ReadingFixture
  {
    var store = try ReadingFixture(folder)
    try store.grant(share: true)
    for round in 0..<UInt64(rounds) {
      let counters = round * 10_000
      if hidden > 0 {
        let more = counters..<(counters + UInt64(hidden / rounds))
        try store.save(more)
        try store.commit(.save(Change.Save([run(100, like: more.lowerBound, by: "app.other")])))
        // One by one, so that the log has many of them.
        for counter in more.prefix(20) { try store.delete(counter..<(counter + 1)) }
      }
      let first = 10_000_000 + counters
      try store.save(first..<(first + 20), by: app)
      try store.commit(.save(Change.Save([run(10, like: first, by: app)])))
      try store.delete(first..<(first + 2))
      if hidden > 0 { try store.save((counters + 9_000)..<(counters + 9_010)) }
    }
    return store
  }

  /// Step counts with UUIDs that are not of our numbering.
  private static func run(_ count: UInt64, like counter: UInt64, by bundle: String) -> SampleRun {
    var run = SampleRun.steps(counter..<(counter + count), by: bundle)
    for row in 0..<run.count { run.rename(row, to: random(counter + UInt64(row))) }
    return run
  }

  private static func random(_ counter: UInt64) -> SampleUUID {
    SampleUUID(
      high: (counter &* 0x9E37_79B9_7F4A_7C15) & ~0xF000 | 0x4000,
      low: (counter &* 0xD6E8_FEB8_6659_FD93) >> 2 | 1 << 63)
  }

  /// Counts what `body` does with a reader that has nothing in memory.
  private static func cost(
    _ store: inout ReadingFixture, _ body: (inout ReadingFixture) throws -> [String]
  ) throws -> Cost {
    store.reader = try StoreReader(Connection(path: store.path, mode: .readOnly))
    let before = try store.reader.connection.statistics()
    let answer = try body(&store)
    let after = try store.reader.connection.statistics()
    return Cost(
      blocks: store.reader.tables.blocks.decodedCount,
      pages: after.cacheHits + after.cacheMisses - before.cacheHits - before.cacheMisses,
      answer: answer)
  }

  /// The same for each way to read.
  private static func costs(_ store: inout ReadingFixture) throws -> [String: Cost] {
    var costs: [String: Cost] = [:]
    let hidden = UUIDSet(
      (0..<5).flatMap { round in
        (0..<30).flatMap { [SampleUUID.step(round * 10_000 + $0), random(round * 10_000 + $0)] }
      })
    let known = UUIDSet([.step(10_000_005), random(10_000_005), .step(10_390_019)])
    for (name, visibility) in [("own", own), ("nothing", .nothing)] {
      for (what, query) in [
        ("all", SampleQuery(.stepCount)),
        (
          "latest",
          SampleQuery(.stepCount, order: [SortDescriptor(.end, ascending: false)], limit: 3)
        ),
        ("sorted", SampleQuery(.stepCount, order: [SortDescriptor(.start, ascending: true)])),
        ("dates", SampleQuery(.stepCount, where: .start(.less, 60 * 10_020_000))),
        (
          "value",
          SampleQuery(.stepCount, where: .quantity(.greater, Quantity(0, .count)), limit: 7)
        ),
        ("hidden", SampleQuery(.stepCount, where: .uuid(hidden))),
        ("known", SampleQuery(.stepCount, where: .uuid(known))),
        ("uncorrelated", SampleQuery(.stepCount, where: .uncorrelated)),
        ("members", SampleQuery(.stepCount, where: .memberOf(workout: random(3)))),
      ] {
        costs["\(name) \(what)"] = try cost(&store) { store in
          var cursor = try SampleCursor(
            query, seeing: visibility, in: store.writer.snapshot(), from: &store.reader.tables)
          var answer: [String] = []
          while let run = try cursor.next(from: &store.reader.tables) {
            answer.append("\(run.count)")
          }
          return answer
        }
      }
      costs["\(name) sources"] = try cost(&store) { store in
        var search = try SourceSearch(
          of: .stepCount, where: .constant(true), seeing: visibility, in: store.writer.snapshot(),
          from: &store.reader.tables)
        while try search.advance(from: &store.reader.tables) {}
        return search.sources.map(\.bundleIdentifier)
      }
      for options in [StatisticsOptions.cumulativeSum, [.cumulativeSum, .separateBySource]] {
        costs["\(name) statistics \(options.rawValue)"] = try cost(&store) { store in
          var statistics = try StatisticsReader(
            StatisticsQuery(.stepCount, options), by: SourceOrder(of: .stepCount),
            seeing: visibility, in: store.writer.snapshot(), from: &store.reader.tables)
          while try statistics.advance(from: &store.reader.tables) {}
          return statistics.statistics.map { "\($0)" }
        }
      }
      let access: ChangeReader.Access =
        visibility == own
        ? store.access : .app(bundleIdentifier: app, ownSince: nil, foreignSince: nil)
      for limit in [nil, 17] as [Int?] {
        costs["\(name) changes \(limit ?? 0)"] = try cost(&store) { store in
          var query = ChangeQuery([.stepCount], limit: limit)
          var answer: [String] = []
          while true {
            let page = try store.page(query, as: access)
            answer.append("\(page.added.map(\.count)) \(page.deleted.count)")
            query.anchor = page.anchor
            if !page.hasMore { return answer }
          }
        }
      }
    }
    return costs
  }

  @Test(arguments: [false, true])
  func `every way to read costs the same whatever is hidden`(isMaintained: Bool) throws {
    var (alone, hiding): ([String: Cost], [String: Cost]) = ([:], [:])
    for hidden in [0, 200_000] {
      let folder = try TemporaryFolder()
      var store = try Self.store(hiding: hidden, in: folder)
      if isMaintained { while try store.writer.maintain(at: 0) {} }
      #expect(try store.findings() == [])
      if hidden > 0 { hiding = try Self.costs(&store) } else { alone = try Self.costs(&store) }
    }
    #expect(alone["own all"]?.answer != [] && alone["own known"]?.answer != [])
    #expect(alone["own hidden"]?.answer == [])
    for (name, cost) in alone.sorted(by: { $0.key < $1.key }) {
      let other = try #require(hiding[name])
      #expect(other.tellsNothing(of: cost), "\(name): \(cost) alone, \(other) with what is hidden")
    }
  }

  /// How many blocks the writer decodes for what an app does, and what becomes of it.
  private static func writes(_ store: inout ReadingFixture) throws -> [String] {
    let own = UInt64(10_000_000)
    let changes: [Change] = [
      .delete(Change.Deletion(.uuids([.step(3)]), owner: app, of: [.stepCount])),
      .delete(Change.Deletion(.uuids([random(3)]), owner: app, of: [.stepCount])),
      .delete(
        Change.Deletion(.uuids([.step(own + 7), random(own + 7)]), owner: app, of: [.stepCount])),
      .delete(
        Change.Deletion(.matching(.stepCount, .start(.less, Double(own + 10_000) * 60)), owner: app)
      ),
      .save(Change.Save([.steps((own + 9_000)..<(own + 9_001), by: app)])),
      .save(Change.Save([.steps((own + 9_100)..<(own + 9_600), by: app)])),
    ]
    return changes.map { change in
      store.writer.dropCaches()
      let before = store.writer.tables.blocks.decodedCount
      let results = store.writer.commit([change], at: 0)
      let told = results.map { result in
        switch result {
        case .success(let outcome): "\(outcome.count)"
        case .failure(let error): "\(error)"
        }
      }
      return "\(told), \(store.writer.tables.blocks.decodedCount - before) blocks"
    }
  }

  @Test func `what an app deletes and saves costs the same whatever is hidden`() throws {
    var told: [[String]] = []
    for hidden in [0, 200_000] {
      let folder = try TemporaryFolder()
      var store = try Self.store(hiding: hidden, in: folder)
      told.append(try Self.writes(&store))
    }
    #expect(told[0] == told[1])
    #expect(told[0].last?.hasPrefix("[\"500\"]") ?? false)
  }
}
