package import HealthCodec
package import HealthModel
package import HealthStorage
internal import SystemCore

// What a node knows for itself, and what it does with its store as a whole.
extension LocalStore {
  /// Commits all of the changes in one transaction, or none: it is durable when this returns.
  ///
  /// - Throws: The `ModelError` of the change that was refused, or a `StorageError` when the disk failed;
  ///   either way nothing of any of them is stored.
  package func commitTogether(_ changes: [Change]) async throws {
    try await writer.commitTogether(changes)
    // Nobody needs what is in memory of a history that was erased.
    await reader.forgetErased(by: published.latest)
  }

  /// Runs `body` on the writer's thread, while nobody else commits anything: for what is decided by what is
  /// committed, and kept in memory as well.
  ///
  /// - Parameter body: Must not keep the writer.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `unavailable` when the store is closed.
  package func withWriter<Result: Sendable>(
    _ body: sending (inout StoreWriter) throws -> Result
  ) async throws -> Result {
    try await writer.turn(body)
  }

  /// The body of a record of this node alone; `nil` where it was never set.
  ///
  /// - Throws: `damaged` where its bytes are not what was written.
  package func nodeRecord(_ key: String) async throws -> [UInt8]? {
    try await reader.nodeRecord(key)
  }

  /// The latest entries of the audit, newest first.
  ///
  /// In the place of one that is not what was written stands one with the event "damaged".
  package func audit(latest count: Int) async throws -> [AuditEntry] {
    try await reader.audit(latest: count)
  }

  /// Marks of samples that came from imports and were deleted: a page of them.
  ///
  /// - Parameter place: Where the page before it ended; 0 for the first.
  /// - Returns: The marks, and where the page ends, unless it is the last.
  /// - Throws: What reading the disk throws.
  package func deletedMarks(
    after place: Int64
  ) async throws -> (marks: [ImportMark], next: Int64?) {
    try await reader.deletedMarks(after: place)
  }

  /// What is noted of the export whose bytes have this hash.
  package func takenExport(_ sum: Int64) async throws -> TakenExport? {
    try await reader.takenExport(sum)
  }

  /// What was deleted within the last day and can be taken back, the latest first.
  package func removals() async throws -> [Removal] {
    let now = clock.now
    return try await reader.removals(since: now - Removal.keeping, until: now)
  }

  /// What was imported and can be taken back, the first first.
  package func imports() async throws -> [ImportNote] { try await reader.imports() }

  /// How many samples each peer deleted within the last day.
  package func deletedByPeers() async throws -> [DeviceID: Int] {
    let now = clock.now
    return try await reader.deletedByPeers(since: now - Removal.keeping, until: now)
  }

  /// Takes a deletion back, in as many commits as it needs; what fails in between can be taken back again.
  ///
  /// - Returns: How many samples were saved again.
  /// - Throws: A `ModelError` where there is no such deletion any more, and what reading and writing throw.
  package func undo(_ removal: Int64) async throws -> Int {
    var count = 0
    repeat { count += try await commit(.undo(removal)).count } while try await reader.holds(removal)
    return count
  }

  /// Whether there is any sample, or something damaged that may have been one.
  package var holdsSamples: Bool {
    let state = state
    return !state.damagedSegments.isEmpty || state.types.values.contains { $0.liveCount > 0 }
  }

  /// The incarnation that it writes under, or will at its first write; erasing all history begins
  /// another.
  package var incarnation: Incarnation {
    guard let writer = state.writer else {
      preconditionFailure("a store that is open has somebody who writes")
    }
    return writer
  }
}
