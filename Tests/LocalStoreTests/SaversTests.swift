internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport
internal import Testing

struct SaversTests {
  @Test func `tasks on the store's own threads save, query and share commits`() async throws {
    let folder = try TemporaryFolder()
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    let first = store.state.generation
    try await withTaskExecutorPreference(store.savers) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<8 as Range<UInt64> {
          group.addTask {
            for counter in 0..<20 as Range<UInt64> {
              try await store.commit(.save(Change.Save([SampleRun(Self.steps(writer, counter))])))
            }
          }
        }
        try await group.waitForAll()
      }
      let runs = try await store.samples(SampleQuery(.stepCount)).all()
      #expect(runs.reduce(0) { $0 + $1.count } == 160)
    }
    #expect(store.state.head == 160)
    // They take turns on one thread, so those who wait are always there to share.
    #expect(store.state.generation - first < 160)
    try await store.close()
  }

  private static func steps(_ base: UInt64, _ counter: UInt64) -> Sample {
    Sample(
      uuid: SampleUUID(base: base, counter: counter), type: .stepCount, start: 1, end: 2,
      value: .quantity(Quantity(5, .count)),
      source: SourceRevision(source: Source(bundleIdentifier: "a", name: "A")))
  }
}
