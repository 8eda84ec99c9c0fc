internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

/// A store without files.
struct MemoryStoreTests {
  private static func steps(_ values: [Double], from uuids: inout UUIDSequence) -> SampleRun {
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for (index, value) in values.enumerated() {
      run.append(
        Sample(
          uuid: uuids.take(for: .stepCount), type: .stepCount, start: Double(60 * index),
          end: Double(60 * index + 30), value: .quantity(Quantity(value, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
    }
    return run
  }

  private static func uuids() -> UUIDSequence {
    var entropy = Entropy()
    return UUIDSequence(using: &entropy)
  }

  @Test func `what is saved is found, deleted, followed and verified`() async throws {
    let store = try await LocalStore.openInMemory()
    var uuids = Self.uuids()
    let run = Self.steps([1, 2, 3], from: &uuids)
    try await store.commit(.save(Change.Save([run])))
    let found = try await store.samples(SampleQuery(.stepCount)).all()
    #expect(found.flatMap(\.uuids) == run.uuids)
    try await store.commit(.delete(Change.Deletion(.uuids([run.uuids[0]]))))
    let page = try await store.changes(ChangeQuery([.stepCount]))
    #expect(page.added.flatMap(\.uuids) == Array(run.uuids.dropFirst()))
    try await store.maintain()
    #expect(try await store.verify().findings.isEmpty)
    let sum = try await store.statistics(StatisticsQuery(.stepCount, [.cumulativeSum]))
    #expect(sum.first?.values.sum == 5)
    try await store.close()
  }

  @Test func `queries and saves that come at once all succeed`() async throws {
    let store = try await LocalStore.openInMemory()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var uuids = Self.uuids()
          for value in 0..<40 {
            try await store.commit(
              .save(Change.Save([Self.steps([Double(value)], from: &uuids)])))
            for try await _ in try await store.samples(SampleQuery(.stepCount)) {}
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.sampleCount == 320)
    try await store.close()
  }

  @Test func `stores in memory have nothing in common`() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for count in 1...50 {
        group.addTask {
          let store = try await LocalStore.openInMemory()
          var uuids = Self.uuids()
          let values = [Double](repeating: 1, count: count)
          try await store.commit(.save(Change.Save([Self.steps(values, from: &uuids)])))
          let found = try await store.samples(SampleQuery(.stepCount)).all()
          return found.reduce(0) { $0 + $1.count }
        }
      }
      let total = try await group.reduce(0, +)
      #expect(total == 50 * 51 / 2)
    }
  }

  @Test func `it has no backup, and says so`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.openInMemory()
    await #expect(throws: ModelError.self) { try await store.backup(to: folder.file("copy")) }
  }
}
