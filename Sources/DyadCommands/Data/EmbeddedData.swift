internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// The samples in a store of this process.
struct EmbeddedData: HealthData {
  let store: LocalStore

  var isExclusive: Bool { true }

  func counts() -> [ObjectType: Int] {
    store.state.types.filter { $0.key != .association }.mapValues { Int(clamping: $0.liveCount) }
  }

  func earliestPermittedSampleDate() -> Double { store.earliestPermittedSampleDate }

  func save(_ save: Change.Save) async throws {
    try await store.commit(.save(save))
  }

  func delete(_ uuids: [SampleUUID]) async throws -> Int {
    try await store.commit(.delete(.init(.uuids(uuids)))).count
  }

  func delete(_ type: ObjectType, where predicate: Predicate) async throws -> Int {
    try await store.commit(.delete(.init(.matching(type, predicate)))).count
  }

  func samples(_ query: SampleQuery) async throws -> any AsyncSequence<SampleRun, any Error> {
    try await store.samples(query)
  }

  func document(_ uuid: SampleUUID) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = 0
    while let next = try await store.document(uuid, piece: piece) {
      bytes += next
      piece += 1
    }
    return bytes
  }

  func sources(of type: ObjectType, where predicate: Predicate) async throws -> [Source] {
    try await store.sources(of: type, where: predicate)
  }

  func statistics(_ query: StatisticsQuery) async throws -> [Statistics] {
    try await store.statistics(query)
  }

  func preferredUnit(of type: ObjectType) async throws -> Unit? {
    try await store.preferredUnit(of: type)
  }

  func sourceOrder(of type: ObjectType) async throws -> [String] {
    try await store.sourceOrder(of: type).bundleIdentifiers
  }

  func changes(_ query: ChangeQuery) async throws -> ChangePage {
    try await store.changes(query)
  }

  func follow(
    _ query: ChangeQuery, _ body: (ChangePage) async throws -> Void
  ) async throws {
    var query = query
    // Before the first look, so that no commit falls between the two.
    let wakeups = store.wakeups(for: Set(query.types))
    try await tell(&query, body)
    for await _ in wakeups { try await tell(&query, body) }
  }

  func verify(_ progress: Progress) async throws -> Verification {
    let total = store.sampleCounts.values.reduce(0, +)
    return Verification(try await store.verify { progress.tell($0, of: total) })
  }

  func maintain() async throws {
    try await store.maintain()
  }

  /// Hands on what there is after the anchor, which goes along.
  private func tell(
    _ query: inout ChangeQuery, _ body: (ChangePage) async throws -> Void
  ) async throws {
    var hasMore = true
    while hasMore {
      let page = try await store.changes(query)
      try await body(page)
      query.anchor = page.anchor
      hasMore = page.hasMore
    }
  }
}
