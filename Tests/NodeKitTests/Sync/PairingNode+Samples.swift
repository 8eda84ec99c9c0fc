internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport

extension PairingNode {
  /// Its owner, who may call it from any task.
  var owner: NodeOwner { NodeOwner(configuration: daemon.asOwner()) }

  /// Lends the store, for which the daemon must not be running.
  func withStore<Result: Sendable>(
    _ body: (LocalStore) async throws -> Result
  ) async throws -> Result {
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    do {
      let result = try await body(store)
      try await store.close()
      return result
    } catch {
      try? await store.close()  // The first error is the one to tell.
      throw error
    }
  }

  /// Saves steps of the last days while the daemon is not running.
  func fill(_ count: Int, using generator: inout SeededGenerator) async throws -> [SampleUUID] {
    let runs = SampleRun.steps(count, using: &generator)
    try await withStore { store in
      for run in runs { try await store.commit(.save(Change.Save([run]))) }
    }
    return runs.flatMap(\.uuids)
  }
}

extension SampleRun {
  /// Steps that ended within the last three days, in runs as long as a batch of the sync.
  static func steps(_ count: Int, using generator: inout SeededGenerator) -> [SampleRun] {
    let base = WallClock.system.now - 3 * 86_400
    let source = SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))
    return stride(from: 0, to: count, by: 4_096).map { first in
      var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
      for _ in first..<min(first + 4_096, count) {
        let start = base + Double(Int.random(in: 0..<250_000, using: &generator))
        run.append(
          Sample(
            uuid: SampleUUID(high: generator.next(), low: generator.next()), type: .stepCount,
            start: start, end: start + 1, value: .quantity(Quantity(1, .count)), source: source))
      }
      return run
    }
  }
}
