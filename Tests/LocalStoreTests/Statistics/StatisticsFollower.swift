internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

/// Follows statistics and puts together what it is told.
struct StatisticsFollower {
  private var updates: LiveStatistics.AsyncIterator
  private var byStart: [Double: Statistics] = [:]

  init(_ statistics: LiveStatistics) {
    updates = statistics.makeAsyncIterator()
  }

  /// How many buckets were worked out for it.
  var workedOut: Int { updates.workedOut }

  /// What it knows, in order.
  var known: [Statistics] { byStart.values.sorted { $0.start < $1.start } }

  /// The next update, which tells nothing that was known.
  mutating func next() async throws -> StatisticsUpdate {
    let told = try await updates.next()
    let update = try #require(told)
    if update.isWhole { byStart = [:] }
    for start in update.emptied { #expect(byStart.removeValue(forKey: start) != nil) }
    for statistics in update.changed {
      let before = byStart.updateValue(statistics, forKey: statistics.start)
      #expect(before?.isIdentical(to: statistics) != true)
    }
    #expect(update.emptied == update.emptied.sorted())
    #expect(update.changed.map(\.start) == update.changed.map(\.start).sorted())
    return update
  }

  mutating func startOver() { updates.startOver() }

  /// Whether it knows the same, bit by bit.
  func knows(_ statistics: [Statistics]) -> Bool {
    known.elementsEqual(statistics) { $0.isIdentical(to: $1) }
  }
}

extension AppSessionFixture {
  /// One quantity of somebody.
  func quantity(
    _ type: ObjectType, _ value: Double, from start: Double, to end: Double,
    of bundle: String = "somebody"
  ) -> SampleRun {
    let unit = type.description?.canonicalUnit ?? .count
    return SampleRun(
      Sample(
        uuid: uuid(), type: type, start: start, end: end,
        value: .quantity(Quantity(value, unit)), source: Self.source(bundle)))
  }

  /// Saves as the user.
  func save(_ runs: SampleRun...) async throws {
    try await store.commit(.save(.init(runs)))
  }

  func delete(_ uuids: [SampleUUID]) async throws {
    try await store.commit(.delete(.init(.uuids(uuids))))
  }
}
