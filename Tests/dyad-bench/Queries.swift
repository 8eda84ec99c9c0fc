internal import HealthModel
internal import HealthStorage
internal import TestSupport

/// How long questions take, asked one after another without a thread between.
enum Queries {
  private static let secondsPerDay = 86_400.0
  private static let tailChanges = 1_000
  /// As many questions as one turn has.
  private static let questions = 100

  /// Samples of one day, which lie anywhere in the store.
  static func range(_ bench: Bench) throws {
    let stores = try bench.stores()
    let snapshot = stores.own.writer.snapshot()
    var generator = bench.generator(1)
    let days = days(in: stores.count)
    try compare("query-range", bench, goal: 5, questions: 20) {
      let from = dayStart(Int.random(in: 0..<days, using: &generator))
      return {
        let found = try stores.own.count(
          SampleQuery(.heartRate, where: ends(from, from + secondsPerDay)), in: snapshot)
        try expect(found, atLeast: 1)
      }
    } peer: {
      let from = dayStart(Int.random(in: 0..<days, using: &generator))
      return {
        try expect(
          try stores.rows.rows(endingFrom: from, to: from + secondsPerDay).uuids.count, atLeast: 1)
      }
    }
  }

  static func latest(_ bench: Bench) throws {
    let stores = try bench.stores()
    let snapshot = stores.own.writer.snapshot()
    let query = SampleQuery(
      .heartRate, order: [SortDescriptor(.end, ascending: false)], limit: 1)
    try compare("query-latest", bench, goal: 1) {
      { try expect(try stores.own.count(query, in: snapshot), atLeast: 1) }
    } peer: {
      { try expect(try stores.rows.latestRow().uuids.count, atLeast: 1) }
    }
  }

  /// Any sample, by our UUIDs and by random ones.
  static func uuid(_ bench: Bench) throws {
    let stores = try bench.stores()
    var generator = bench.generator(2)
    for (name, store, uuids) in [
      ("query-uuid", stores.own, stores.ownUUIDs),
      ("query-uuid-random", stores.foreign, stores.foreignUUIDs),
    ] {
      let snapshot = store.writer.snapshot()
      try compare(name, bench, goal: 1) {
        let uuid = uuids[Int.random(in: 0..<uuids.count, using: &generator)]
        return {
          let query = SampleQuery(.heartRate, where: .uuid(UUIDSet([uuid])))
          try expect(try store.count(query, in: snapshot), atLeast: 1)
        }
      } peer: {
        let all = stores.foreignUUIDs
        let uuid = all[Int.random(in: 0..<all.count, using: &generator)]
        return { try expect(try stores.rows.row(uuid).uuids.count, atLeast: 1) }
      }
    }
  }

  /// The last changes after an anchor.
  static func tail(_ bench: Bench) throws {
    let stores = try bench.stores()
    let snapshot = stores.own.writer.snapshot()
    let head = snapshot.state.anchor
    let query = ChangeQuery(
      [.heartRate],
      since: Anchor(
        incarnation: head.incarnation, position: head.position - Int64(tailChanges)))
    let last = stores.count - tailChanges
    try compare("anchored-tail", bench, goal: 1) {
      {
        let page = try ChangeReader(
          query, as: .everything, in: snapshot, from: &stores.own.reader.tables
        ).page(from: &stores.own.reader.tables)
        try expect(page.count, atLeast: tailChanges)
      }
    } peer: {
      { try expect(try stores.rows.rows(after: last).uuids.count, atLeast: tailChanges) }
    }
  }

  /// The samples that end in a stretch of time.
  static func ends(_ from: Double, _ to: Double) -> Predicate {
    .and([.end(.greaterOrEqual, from), .end(.less, to)])
  }

  /// Where day `index` of the samples begins.
  static func dayStart(_ index: Int) -> Double {
    HeartRates.firstDate + Double(index) * secondsPerDay
  }

  /// How many whole days `count` samples make, at least one.
  static func days(in count: Int) -> Int {
    max(1, Int((HeartRates.date(of: count) - HeartRates.firstDate) / secondsPerDay))
  }

  static func expect(_ found: Int, atLeast wanted: Int) throws {
    guard found >= wanted else {
      throw BenchError("a query found \(found) samples instead of \(wanted)")
    }
  }

  /// Asks ours and the peer in turn and reports the median of one question in microseconds.
  private static func compare(
    _ name: String, _ bench: Bench, goal: Double, questions: Int = questions,
    ours: () -> (() throws -> Void), peer: () -> (() throws -> Void)
  ) throws {
    func turn(_ make: () -> (() throws -> Void)) throws -> Double {
      Measure.median(
        try (0..<questions).map { _ in
          let question = make()
          return try Measure.seconds(question) * 1e6
        })
    }
    _ = try (turn(ours), turn(peer))
    let result = try Measure.inTurn(
      rounds: bench.arguments.rounds * 3, ours: { try turn(ours) }, peer: { try turn(peer) })
    bench.report.add(
      Figure(name, .microseconds, ours: result.ours, peer: result.peer, goal: .times(goal)))
  }
}
