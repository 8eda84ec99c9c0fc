internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport
internal import Testing

/// What a node keeps beside the samples, and the erasure of those.
struct LocalStoreNodeTests {
  private static func steps(_ counter: UInt64) -> Sample {
    Sample(
      uuid: SampleUUID(base: 3, counter: counter), type: .stepCount, start: Double(counter),
      end: Double(counter) + 1, value: .quantity(Quantity(1, .count)),
      source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app")))
  }

  private static func save(_ counters: Range<UInt64>) -> Change {
    var run = SampleRun(steps(counters.lowerBound))
    for counter in counters.dropFirst() { run.append(steps(counter)) }
    return .save(Change.Save([run]))
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open() async throws -> LocalStore {
    try await LocalStore.open(StoreLocation(folder: folder.path))
  }

  /// Opens the store for as long as `body` takes, and closes it.
  private func opened<Result>(_ body: (LocalStore) async throws -> Result) async throws -> Result {
    let store = try await open()
    let result = try await body(store)
    try await store.close()
    return result
  }

  @Test func `records and the audit last, and are committed together`() async throws {
    let entry = AuditEntry(at: 3, event: "paired", subject: "K7QM", detail: "by code")
    try await opened { store in
      #expect(try await store.nodeRecord("trust") == nil)
      #expect(try await store.audit(latest: 5) == [])
      try await store.commitTogether([.setNodeRecord(key: "trust", body: [1]), .noteAudit(entry)])
      await #expect(throws: ModelError.self) {
        try await store.commitTogether([
          .setNodeRecord(key: "trust", body: [2]), .noteAudit(AuditEntry(at: 1, event: "")),
        ])
      }
    }
    let store = try await open()
    #expect(try await store.nodeRecord("trust") == [1])
    #expect(try await store.audit(latest: 5) == [entry])
  }

  @Test func `a closed store commits nothing together`() async throws {
    let store = try await open()
    try await store.close()
    await #expect(throws: StorageError.self) {
      try await store.commitTogether([.setNodeRecord(key: "trust", body: [1])])
    }
  }

  @Test func `erasing everything is told to who listens, reads or asks`() async throws {
    let store = try await open()
    #expect(!store.holdsSamples)
    try await store.commit(Self.save(0..<2_000))
    #expect(store.holdsSamples)
    try await store.commit(.delete(Change.Deletion(.matching(.stepCount, .start(.less, 10)))))
    var wakeups = store.wakeups(for: [.stepCount]).makeAsyncIterator()
    let anchor = try await store.changes(ChangeQuery([.stepCount])).anchor
    var stream = try await store.samples(SampleQuery(.stepCount)).makeAsyncIterator()
    #expect(try await stream.next() != nil)
    let incarnation = store.incarnation

    try await store.commitTogether([.eraseHistory])
    #expect(!store.holdsSamples)
    #expect(store.incarnation != incarnation)
    #expect(await wakeups.next() != nil)
    var error = await #expect(throws: StorageError.self) { _ = try await stream.next() }
    #expect(error?.code == .startOver)
    error = await #expect(throws: StorageError.self) {
      _ = try await store.changes(ChangeQuery([.stepCount], since: anchor))
    }
    #expect(error?.code == .startOver)
    #expect(try await store.samples(SampleQuery(.stepCount)).all().isEmpty)
    try await store.maintain()
    #expect(try await store.verify().findings == [])
  }

  @Test func `deleting all samples is enough to hold none`() async throws {
    let store = try await open()
    try await store.commit(Self.save(0..<3))
    try await store.commit(.delete(Change.Deletion(.matching(.stepCount, .constant(true)))))
    #expect(!store.holdsSamples)
  }

  @Test func `the incarnation is known before the first write, and holds after it`() async throws {
    let erased = try await opened { store in
      let first = store.incarnation
      try await store.commit(Self.save(0..<3))
      #expect(store.incarnation == first)
      #expect(store.state.epochs.last?.incarnation == first)
      try await store.commitTogether([.eraseHistory])
      #expect(store.incarnation != first)
      #expect(store.state.epochs.last?.incarnation == store.incarnation)
      return store.incarnation
    }
    // A clean close, so that the life after the erasure goes on.
    try await opened { store in
      #expect(store.incarnation == erased)
      try await store.commit(Self.save(0..<3))
      #expect(store.state.vector.covers(Dot(incarnation: erased, type: .stepCount, sequence: 3)))
    }
  }

  @Test func `a restored store that was only looked at begins a new life all the same`()
    async throws
  {
    try await opened { store in _ = try await store.commit(Self.save(0..<3)) }
    let backup = try folder.read("store.db")
    let used = try await opened { store in
      try await store.commit(Self.save(3..<6))
      return store.incarnation
    }
    try folder.write(backup, to: "store.db")
    // Opened and closed without a write: that proves nothing about what was written before.
    try await opened { #expect($0.incarnation != used) }
    try await opened { store in
      #expect(store.incarnation != used)
      try await store.commit(Self.save(7..<8))
      #expect(store.state.epochs.last?.incarnation != used)
    }
  }

  @Test func `erasures beside saves and queries leave nothing of what was before`() async throws {
    let store = try await open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<12 as Range<UInt64> {
          try await store.commit(Self.save(round * 1_000..<round * 1_000 + 900))
          try await store.commitTogether([.eraseHistory])
        }
      }
      for query in [
        SampleQuery(.stepCount),
        SampleQuery(.stepCount, where: .uuid(UUIDSet((0..<900).map { Self.steps($0).uuid }))),
      ] {
        group.addTask {
          for _ in 0..<60 {
            do {
              let count = try await store.samples(query).all().reduce(0) { $0 + $1.count }
              // All of one round, or nothing between two.
              #expect([0, 900].contains(count))
            } catch let error as StorageError {
              #expect(error.code == .startOver)
            }
          }
        }
      }
      group.addTask { for _ in 0..<10 { try await store.maintain() } }
      try await group.waitForAll()
    }
    #expect(!store.holdsSamples)
    #expect(try await store.verify().findings == [])
  }
}
