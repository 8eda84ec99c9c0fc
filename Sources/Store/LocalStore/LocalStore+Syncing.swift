package import HealthModel
package import HealthStorage

// What sync needs of a store: to run its rules on the writer, and to know what has to wait for whom.
extension LocalStore {
  /// Runs `body` on the writer's thread with the store as the sync rules see it.
  ///
  /// What it leaves uncommitted is committed after it, or rolled back where it throws; no other change
  /// is committed in between. Then queries see the new state, and who follows the types wakes up. Whoever
  /// saves waits for as long as it takes, so it should do a message or a batch at a time.
  ///
  /// A node of `SyncCore` outlives one call: keep it in a `Mutex` that only such bodies lock. After a throw
  /// it may remember what the store has forgotten: end its sessions.
  ///
  /// - Parameter body: Must not keep the writer.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `StorageError` when the disk failed or the store is closed.
  package func withSyncStore<Result: Sendable>(
    _ body: sending (inout SyncTransaction) throws -> Result
  ) async throws -> Result {
    try await writer.sync(body)
  }

  /// The same for a turn of the sync rules, of which something is to leave in the order of the turns.
  ///
  /// - Parameters:
  ///   - body: Must not keep the writer.
  ///   - end: Takes what `body` returned, once that is durable and before anybody else has the writer: it must be
  ///     quick, and must not ask anything of the store.
  /// - Throws: What `body` throws; `StorageError` when the disk failed or the store is closed.
  package func withSyncStore<Result: Sendable>(
    _ body: sending (inout SyncTransaction) throws -> Result,
    then end: @Sendable (Result) -> Void
  ) async throws {
    try await writer.sync(body, then: end)
  }

  /// What the node remembers of its peers and for its apps, as last committed.
  package var syncRecord: SyncRecord { state.record }

  /// Whether that record was not what had been written when the store was opened: it claims nothing then,
  /// until the sync rules have set it anew.
  package var isRecordDamaged: Bool { state.isRecordDamaged }

  /// Lets tombstones wait for a reader: what is deleted after `anchor` stays in the log until it was told
  /// of, up to the bound in `NodeLimits`; a reader that comes later is told to start over.
  ///
  /// - Parameters:
  ///   - name: Under which it is known; at most `Source.mostTextBytes` bytes.
  ///   - anchor: Where it stands. Without one, or at the beginning, it is from here on, or from where
  ///     it stood when it had subscribed before.
  /// - Throws: `startOver` where the anchor does not fit the log or is older than it, `invalidArgument` for
  ///   a name that is none, or where `Change.mostSubscribers` others are waited for.
  package func subscribe(_ name: String, at anchor: Anchor? = nil) async throws {
    try await commit(.subscribe(name, at: anchor))
  }

  /// Notes that a reader has dealt with everything up to `anchor`; it never moves back.
  ///
  /// - Parameters:
  ///   - name: Under which it subscribed.
  ///   - anchor: Of the last page that it has dealt with.
  /// - Throws: `startOver` where the anchor does not fit the log or is older than it, `invalidArgument`
  ///   where nobody is subscribed under the name.
  package func acknowledge(_ name: String, through anchor: Anchor) async throws {
    try await commit(.acknowledge(name, anchor))
  }

  /// Lets tombstones wait for a reader no more; one that is not subscribed is none the worse.
  package func unsubscribe(_ name: String) async throws {
    try await commit(.unsubscribe(name))
  }
}
