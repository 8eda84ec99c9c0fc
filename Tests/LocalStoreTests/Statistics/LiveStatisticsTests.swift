internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SyncCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct LiveStatisticsTests {
  /// Four buckets of a thousand seconds.
  private static let edges = [0.0, 1_000, 2_000, 3_000, 4_000]
  private static let rates = StatisticsQuery(
    .heartRate, [.discreteAverage, .discreteMax, .mostRecent], edges: edges)
  private static let steps = StatisticsQuery(
    .stepCount, [.cumulativeSum, .separateBySource], edges: edges)

  private let fixture: AppSessionFixture

  init() async throws {
    fixture = try await AppSessionFixture()
  }

  private func follow(_ query: StatisticsQuery) throws -> StatisticsFollower {
    StatisticsFollower(try fixture.store.liveStatistics(query))
  }

  private func rate(_ value: Double, at time: Double) -> SampleRun {
    fixture.quantity(.heartRate, value, from: time, to: time)
  }

  @Test func `first comes all, and then the bucket that a sample lies in`() async throws {
    try await fixture.save(rate(60, at: 100), rate(70, at: 2_500))
    var follower = try follow(Self.rates)
    let first = try await follower.next()
    #expect(first.isWhole && first.changed.map(\.start) == [0, 2_000])
    #expect(follower.workedOut == 4)

    // A late one, and one where nothing was.
    for (time, start) in [(150.0, 0.0), (1_000.0, 1_000.0)] {
      let before = follower.workedOut
      try await fixture.save(rate(90, at: time))
      let update = try await follower.next()
      #expect(!update.isWhole && update.emptied.isEmpty)
      #expect(update.changed.map(\.start) == [start])
      #expect(update.changed.first?.values.maximum == 90)
      #expect(follower.workedOut == before + 1)
    }
    let now = try await fixture.store.statistics(Self.rates)
    #expect(follower.knows(now))
  }

  @Test func `nothing is told where nothing changes`() async throws {
    try await fixture.save(rate(60, at: 100), rate(60, at: 200))
    var follower = try follow(
      StatisticsQuery(.heartRate, [.discreteMax], edges: Self.edges))
    _ = try await follower.next()
    // As much as before, beyond the edges, of another type, and gone before anybody looks.
    try await fixture.save(rate(50, at: 300))
    try await fixture.save(rate(99, at: 4_000))
    try await fixture.save(fixture.quantity(.stepCount, 1, from: 0, to: 1))
    let passing = rate(120, at: 500)
    try await fixture.save(passing)
    try await fixture.delete(passing.uuids)
    try await fixture.save(rate(61, at: 3_500))
    let update = try await follower.next()
    #expect(update.changed.map(\.start) == [3_000] && update.emptied.isEmpty)
  }

  @Test func `a sample over an edge changes both of its buckets`() async throws {
    var follower = try follow(Self.steps)
    let first = try await follower.next()
    #expect(first.isWhole && first.changed.isEmpty)
    let sample = fixture.quantity(.stepCount, 10, from: 500, to: 1_500)
    try await fixture.save(sample)
    let update = try await follower.next()
    #expect(update.changed.map(\.start) == [0, 1_000])
    #expect(update.changed.map(\.values.sum) == [5, 5])
    #expect(follower.workedOut == 4 + 2)
    try await fixture.delete(sample.uuids)
    let gone = try await follower.next()
    #expect(gone.emptied == [0, 1_000] && gone.changed.isEmpty)
    #expect(follower.known.isEmpty)
    #expect(follower.workedOut == 4 + 4)
  }

  @Test func `what two saves did comes at once to who was late`() async throws {
    try await fixture.save(rate(60, at: 100))
    var follower = try follow(Self.rates)
    _ = try await follower.next()
    let gone = rate(61, at: 1_100)
    try await fixture.save(gone)
    try await fixture.save(rate(62, at: 2_100))
    let update = try await follower.next()
    #expect(update.changed.map(\.start) == [1_000, 2_000])
    // Deleted after a look is looked up in what was there just before.
    try await fixture.save(rate(63, at: 3_100))
    try await fixture.delete(gone.uuids)
    let later = try await follower.next()
    #expect(later.changed.map(\.start) == [3_000] && later.emptied == [1_000])
    #expect(follower.workedOut == 4 + 2 + 2)
  }

  @Test func `a deletion of many empties their buckets`() async throws {
    try await fixture.save(rate(60, at: 3_500))
    for save in 0..<9 {
      var run = SampleRun(empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
      for row in 0..<4_000 {
        run.append(rate(Double(row % 100), at: Double(save * 200) + Double(row) / 20)[0])
      }
      try await fixture.save(run)
    }
    var follower = try follow(Self.rates)
    let first = try await follower.next()
    #expect(first.changed.map(\.start) == [0, 1_000, 3_000])
    try await fixture.store.commit(
      .delete(.init(.matching(.heartRate, .start(.less, 3_000)))))
    let update = try await follower.next()
    #expect(update.emptied == [0, 1_000] && update.changed.isEmpty)
  }

  @Test func `another order of sources changes what several of them cover`() async throws {
    try await fixture.save(
      fixture.quantity(.stepCount, 10, from: 0, to: 500, of: "app.a"),
      fixture.quantity(.stepCount, 30, from: 0, to: 500, of: "app.b"),
      fixture.quantity(.stepCount, 7, from: 1_200, to: 1_300, of: "app.a"),
      fixture.quantity(.stepCount, 10, from: 2_000, to: 2_500, of: "app.a"),
      fixture.quantity(.stepCount, 20, from: 2_000, to: 2_500, of: "app.b"))
    let order = ["app.a", "app.b"]
    try await fixture.store.setSourceOrder(SourceOrder(of: .stepCount, order))
    var follower = try follow(Self.steps)
    let first = try await follower.next()
    #expect(first.changed.map(\.values.sum) == [10, 7, 10])
    try await fixture.store.setSourceOrder(SourceOrder(of: .heartRate, order))
    try await fixture.store.setSourceOrder(SourceOrder(of: .stepCount, order.reversed()))
    let update = try await follower.next()
    #expect(update.changed.map(\.start) == [0, 2_000])
    #expect(update.changed.map(\.values.sum) == [30, 20])
  }

  @Test func `what a peer brings is followed, samples and the order of sources`() async throws {
    let (folder, clock) = (try TemporaryFolder(), MovedClock())
    let stores = try await SyncedStores(folder, clock)
    let start = clock.now - 1_000
    var follower = StatisticsFollower(
      try stores.watch.liveStatistics(
        StatisticsQuery(.stepCount, .cumulativeSum, edges: [start, clock.now])))
    _ = try await follower.next()
    try await stores.phone.commit(
      .save(
        .init([
          fixture.quantity(.stepCount, 10, from: start, to: start + 9, of: "app.a"),
          fixture.quantity(.stepCount, 30, from: start, to: start + 9, of: "app.b"),
        ])))
    for (order, sum) in [(["app.a", "app.b"], 10.0), (["app.b", "app.a"], 30)] {
      try await stores.phone.setSourceOrder(SourceOrder(of: .stepCount, order))
      let key = RecordKey.sourceOrder(.stepCount).text
      let body = try #require(try await stores.phone.record(key))
      try await stores.tell([key: body])
      try await stores.sync()
      var told: Double?
      while told != sum { told = try await follower.next().changed.first?.values.sum }
    }
    #expect(follower.known.count == 1)
  }

  @Test func `erased history empties all, and what comes after is told`() async throws {
    try await fixture.save(rate(60, at: 100), rate(70, at: 2_500))
    var follower = try follow(Self.rates)
    _ = try await follower.next()
    try await fixture.store.commitTogether([.eraseHistory])
    let update = try await follower.next()
    #expect(update.emptied == [0, 2_000] && update.changed.isEmpty && !update.isWhole)
    try await fixture.save(rate(61, at: 100))
    let later = try await follower.next()
    #expect(later.changed.map(\.start) == [0])
  }

  @Test func `what is pruned goes from its buckets`() async throws {
    try await fixture.save(rate(60, at: 100), rate(90, at: 1_100), rate(70, at: 1_900))
    var follower = try follow(Self.rates)
    _ = try await follower.next()
    try await fixture.store.commit(.prune(.init(before: 1_500, licence: .unpaired)))
    let update = try await follower.next()
    #expect(update.emptied == [0])
    #expect(update.changed.map(\.values.maximum) == [70])
  }

  @Test func `a log that forgot deletions is no loss`() async throws {
    let gone = rate(60, at: 100)
    try await fixture.save(gone, rate(70, at: 2_500))
    var follower = try follow(Self.rates)
    _ = try await follower.next()
    try await fixture.delete(gone.uuids)
    let head = fixture.store.state.head
    try await fixture.store.commit(.dropTombstones(through: head))
    let update = try await follower.next()
    #expect(update.emptied == [0] && update.changed.isEmpty)
  }

  @Test func `the answer over all samples moves with them`() async throws {
    var follower = try follow(StatisticsQuery(.heartRate, [.discreteMin]))
    let first = try await follower.next()
    #expect(first.isWhole && first.changed.isEmpty)
    try await fixture.save(rate(60, at: 500))
    _ = try await follower.next()
    try await fixture.save(rate(50, at: 100))
    let update = try await follower.next()
    #expect(update.emptied == [500])
    #expect(update.changed.map(\.start) == [100] && update.changed.map(\.end) == [500])
    #expect(follower.known.count == 1)
  }

  @Test func `samples that come to belong to a workout are counted`() async throws {
    let (workout, rates) = (fixture.workout(), rate(60, at: 100))
    try await fixture.save(workout, rates)
    var query = Self.rates
    query.predicate = .memberOf(workout: workout.uuids[0])
    var follower = try follow(query)
    let first = try await follower.next()
    #expect(first.changed.isEmpty)
    try await fixture.store.add([rates], to: workout.uuids[0])
    let update = try await follower.next()
    #expect(update.changed.map(\.start) == [0])
  }

  @Test func `starting over tells all again`() async throws {
    try await fixture.save(rate(60, at: 100))
    var follower = try follow(Self.rates)
    let first = try await follower.next()
    follower.startOver()
    let again = try await follower.next()
    #expect(again == first && again.isWhole)
  }

  @Test func `what cannot be followed is refused`() throws {
    let store = fixture.store
    var long = Self.rates
    long.edges = (0...LiveStatistics.mostEdges).map(Double.init)
    for query in [long, StatisticsQuery(.heartRate, [.cumulativeSum], edges: Self.edges)] {
      let error = #expect(throws: ModelError.self) { try store.liveStatistics(query) }
      #expect(error?.code == .invalidArgument)
    }
    long.edges?.removeLast()
    _ = try store.liveStatistics(long)
  }

  @Test func `nobody who waits keeps what was deleted`() async throws {
    try await fixture.save(rate(60, at: 100))
    var follower = try follow(Self.rates)
    _ = try await follower.next()
    // The follower looks no more; of another type nothing is kept for it.
    let steps = fixture.quantity(.stepCount, 1, from: 0, to: 1)
    try await fixture.save(steps)
    try await fixture.delete(steps.uuids)
    try await fixture.store.maintain()
    #expect(fixture.store.state.types[.stepCount]?.segments.isEmpty == true)
    #expect(follower.known.count == 1)
  }
}
