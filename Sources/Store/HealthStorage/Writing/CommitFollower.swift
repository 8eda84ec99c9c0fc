package import HealthModel

/// Somebody who follows the commits of a store: takes part in them, sees ahead what they bring, and sees what they
/// brought.
///
/// All of it runs on the thread that commits, so it must be quick, and must not ask anything of the store.
package protocol CommitFollower: AnyObject, Sendable {
  /// Whether it takes part in what apps and the owner commit.
  var takesPart: Bool { get }

  /// Goes on in the transaction of what apps and the owner have changed, and may commit it.
  ///
  /// - Returns: Who hears that it became durable, or why not, before whoever made the changes does; nothing where
  ///   there was nothing to do.
  /// - Throws: Where it fails; the changes are committed without it then.
  func takePart(
    in transaction: inout SyncTransaction
  ) throws -> ((_ failure: (any Error)?) -> Void)?

  /// Sees what a commit will bring while the disk takes it, where its rows can be read already.
  ///
  /// Nobody else may hear of that before it is certain.
  func lookAhead(to snapshot: Snapshot, changed types: Set<ObjectType>)

  /// Sees what there is after a commit.
  ///
  /// - Parameters:
  ///   - snapshot: The state as committed.
  ///   - types: Those whose samples were saved, deleted or pruned.
  ///   - records: The keys of the user's records that were set.
  func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>)
}

extension CommitFollower {
  package var takesPart: Bool { false }

  package func takePart(
    in transaction: inout SyncTransaction
  ) throws -> ((_ failure: (any Error)?) -> Void)? { nil }

  package func lookAhead(to snapshot: Snapshot, changed types: Set<ObjectType>) {}

  package func see(_ snapshot: Snapshot, changed types: Set<ObjectType>, records: Set<String>) {}
}
