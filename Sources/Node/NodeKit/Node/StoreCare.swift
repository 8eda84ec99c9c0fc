internal import LocalStore
internal import NodeLog
internal import NodeSync
internal import SystemCore

/// Does for a store what its owner has to do from time to time.
struct StoreCare: Sendable {
  private static let pause = Duration.seconds(3_600)

  let store: LocalStore
  let engine: SyncEngine
  let log: Log

  /// Moves the window, lets go of what left it, forgets old deletions and erases what was deleted, every
  /// hour until it is cancelled.
  func run() async {
    async let telling: Void = tellFaults()
    while !Task.isCancelled {
      let next = store.clock.instant + Self.pause
      await tellingFailure { try await engine.tend() }
      // On a full disk this is what gives room, whatever else failed.
      await tellingFailure { try await store.maintain() }
      // Cancelled, it ends early, and the loop with it.
      try? await store.clock.sleep(until: next)
    }
    await telling
  }

  /// Tells of faults of the disk that the store went on without, which nothing else would.
  private func tellFaults() async {
    for await fault in store.faults.arrivals {
      log.writeOften(.error, "store.disk-failed", .text("reason", "\(fault)"))
    }
  }

  private func tellingFailure(_ body: () async throws -> Void) async {
    do {
      try await body()
    } catch is CancellationError {
      // The loop ends.
    } catch {
      log.writeOften(.error, "store.not-maintained", .text("reason", "\(error)"))
    }
  }
}
