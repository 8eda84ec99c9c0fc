internal import HealthModel
internal import HealthStorage
internal import NodeLog
private import Synchronization
internal import SystemCore

/// Gives memory back once the node has had nothing to do for a while.
///
/// A node is idle for most of its days, and what it began with, or what a long transfer used, need not stay
/// with it. Where nothing happens nobody wakes.
final class QuietMemory: CommitFollower {
  /// How long nothing has to happen.
  private let quiet: Duration
  private let log: Log
  private let dropCaches: @Sendable () async -> Void
  private let isBusy = Atomic(true)
  private let work = WakeUp()

  /// Makes one.
  ///
  /// - Parameters:
  ///   - quiet: How long it waits.
  ///   - log: Hears what cannot be given back.
  ///   - dropCaches: Frees what is kept only to be quick.
  init(
    after quiet: Duration = .seconds(10), log: Log,
    dropping dropCaches: @escaping @Sendable () async -> Void
  ) {
    self.quiet = quiet
    self.log = log
    self.dropCaches = dropCaches
  }

  func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>) {
    noteWork()
  }

  /// The node has something to do.
  func noteWork() {
    if !isBusy.exchange(true, ordering: .relaxed) { work.wake() }
  }

  /// Gives memory back whenever nothing has happened for the time, until it is cancelled.
  func run() async {
    while !Task.isCancelled {
      while isBusy.exchange(false, ordering: .relaxed) {
        // Cancelled, it ends early, and the loop with it.
        try? await Pause.sleep(for: quiet)
        if Task.isCancelled { return }
      }
      await giveBack()
      await work.sleep()
    }
  }

  /// Gives memory back now, as after work that is seldom done and touches much.
  func giveBack() async {
    await dropCaches()
    do {
      try ProcessMemory.giveBack()
    } catch {
      log.writeOften(.debug, "memory.kept", .text("reason", "\(error)"))
    }
  }
}
