internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport
internal import Testing

/// Whatever happens, who follows statistics knows what somebody who asks is told.
@Suite(.timeLimit(.minutes(10))) struct LiveStatisticsPropertyTests {
  private static let apps = ["app.one", "app.two", "app.three"]
  /// Each waits for a dozen turns behind all other tests.
  private static let changes = 100

  /// Random things that happen to a store.
  private struct Happenings {
    let fixture: AppSessionFixture
    let type: ObjectType
    var generator: SeededGenerator
    var saved: [SampleUUID] = []
    var floor = 0.0

    mutating func number(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &generator)
    }

    private mutating func save(_ count: Int) async throws {
      var runs: [SampleRun] = []
      for _ in 0..<count {
        let start = floor + Double(number(0...11_000))
        let length = [0, 10, 500, 2_500][number(0...3)]
        runs.append(
          fixture.quantity(
            type, Double(number(-3...30)), from: start, to: start + Double(length),
            of: LiveStatisticsPropertyTests.apps[number(0...2)]))
      }
      saved += runs.flatMap(\.uuids)
      try await fixture.store.commit(.save(.init(runs)))
    }

    private mutating func delete(_ count: Int) async throws {
      var gone: [SampleUUID] = []
      for _ in 0..<min(count, saved.count) {
        gone.append(saved.remove(at: number(0...saved.count - 1)))
      }
      // All or nothing: some may be pruned.
      for uuid in gone {
        do {
          try await fixture.delete([uuid])
        } catch is ModelError {
          continue
        }
      }
    }

    private mutating func grant() async throws {
      let decisions: [Grant.Decision] = [.notDetermined, .denied, .authorized]
      try await fixture.store.commit(
        .setGrant(
          Grant(share: decisions[number(0...2)], read: decisions[number(0...2)]),
          app: AppSessionFixture.app, type: type))
    }

    mutating func happen() async throws {
      let store = fixture.store
      switch number(0...19) {
      case 0...8: try await save(number(1...2))
      case 9: try await save(40)
      case 10...12: try await delete(number(1...3))
      case 13:
        let from = floor + Double(number(0...10_000))
        try await store.commit(
          .delete(
            .init(.matching(type, .and([.start(.greaterOrEqual, from), .end(.less, from + 900)])))))
      case 14, 15:
        let order = LiveStatisticsPropertyTests.apps.shuffled(using: &generator)
        try await store.setSourceOrder(
          SourceOrder(of: type, Array(order.prefix(number(0...3)))))
      case 16, 17: try await grant()
      case 18:
        if number(0...3) == 0 {
          floor += 500
          try await store.commit(.prune(.init(before: floor, licence: .unpaired)))
        } else {
          try await store.maintain()
        }
      default:
        if number(0...3) == 0 {
          try await store.commitTogether([.eraseHistory])
          saved = []
        }
        try await save(3)
        try await delete(2)
      }
    }
  }

  @Test(arguments: [ObjectType.stepCount, .heartRate], Array(UInt64(1)...3))
  func `what is followed is what there is`(type: ObjectType, seed: UInt64) async throws {
    let options: StatisticsOptions =
      type == .heartRate ? [.discrete, .mostRecent] : [.cumulativeSum, .separateBySource]
    let fixture = try await AppSessionFixture()
    try await fixture.grant(read: [type])
    let session = fixture.session()
    var happenings = Happenings(
      fixture: fixture, type: type, generator: SeededGenerator(seed: seed))
    let edges = (0...10).map { Double($0) * 1_000 }
    let query = StatisticsQuery(type, options, edges: edges)
    let narrow = StatisticsQuery(
      type, where: .sources(bundleIdentifiers: ["app.one", "app.three"]), options, edges: edges)
    let whole = StatisticsQuery(type, options)
    var followers = try [query, narrow, whole].map {
      (query: $0, StatisticsFollower(try fixture.store.liveStatistics($0)))
    }
    var app = StatisticsFollower(try session.liveStatistics(query))
    for index in followers.indices { _ = try await followers[index].1.next() }
    _ = try await app.next()
    for change in 0..<Self.changes {
      try await happenings.happen()
      // Some look after each change, others later.
      for index in followers.indices where index != 1 || change % 3 == 0 {
        let now = try await fixture.store.statistics(followers[index].query)
        if !followers[index].1.knows(now) { _ = try await followers[index].1.next() }
        #expect(followers[index].1.knows(now), "change \(change), query \(index)")
      }
      do {
        let now = try await session.statistics(query)
        if !app.knows(now) { _ = try await app.next() }
        #expect(app.knows(now), "change \(change), app")
      } catch let error as ModelError where error.code == .authorizationNotDetermined {
        continue
      }
    }
    // Otherwise all was worked out each time.
    #expect(followers[0].1.workedOut < Self.changes * 10)
  }
}
