internal import HealthModel

// Commits in which somebody else takes part.
extension StoreWriter {
  /// Commits the changes together, and with them what a follower has to add.
  package mutating func commitFollowed(
    _ changes: [Change], at now: Double
  ) -> [Result<Outcome, any Error>] {
    guard let follower, follower.takesPart else { return commit(changes, at: now) }
    var end: (((any Error)?) -> Void)?
    let (results, failure) = commit(changes, at: now) { end = try follower.takePart(in: &$0) }
    end?(failure)
    return results
  }

  /// Commits the changes together with what the sync rules make of them in the same transaction.
  ///
  /// Where the rules fail, the changes are committed without them.
  ///
  /// - Parameters:
  ///   - changes: Applied in order; each sees those before it.
  ///   - now: The node's clock, for the age of tombstones.
  ///   - follow: Goes on with the store as the sync rules see it, and may commit.
  /// - Returns: For each change what became of it, and why what followed is not durable, if it is not.
  package mutating func commit(
    _ changes: [Change], at now: Double, then follow: (inout SyncTransaction) throws -> Void
  ) -> (results: [Result<Outcome, any Error>], failure: (any Error)?) {
    let generation = state.generation
    var results: [Result<Outcome, any Error>] = []
    do {
      try begin()
      results = try applyEach(changes, at: now)
      // Whoever looks for rows finds them, and nothing else has to be written for that.
      if let parts = looseParts() { try writeLoose(parts) }
    } catch {
      abandon()
      return (commit(changes, at: now), error)
    }
    do {
      try lend(isOpen: true, follow)
      return (results, nil)
    } catch {
      // What it committed before it failed holds.
      return (state.generation == generation ? commit(changes, at: now) : results, error)
    }
  }

  /// Lends the store to the sync rules: what they leave open is committed, or rolled back where they fail.
  ///
  /// - Parameter body: Must not keep the transaction.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `StorageError` when the disk failed.
  package mutating func lend<Value>(
    _ body: (inout SyncTransaction) throws -> Value
  ) throws -> Value {
    try lend(isOpen: false, body)
  }

  private mutating func lend<Value>(
    isOpen: Bool, _ body: (inout SyncTransaction) throws -> Value
  ) throws -> Value {
    var lent = SyncTransaction(consume self, isOpen: isOpen)
    do {
      let value = try body(&lent)
      try lent.commit()
      self = lent.end()
      return value
    } catch {
      lent.rollBack()
      self = lent.end()
      throw error
    }
  }
}
