internal import HealthStorage

/// Tells after each commit what there was before and what there is, to compare.
///
/// What was before is kept from a commit to the next look at it, and not while nothing happens.
struct SnapshotWatch: Sendable {
  let published: PublishedState
  let id: UInt64
  /// One element after each commit, or several at once, that touched what is watched.
  let wakeups: AsyncStream<Void>

  /// What there is, and what there was before the first commit to the types since the last look; `nil`
  /// where there was none.
  func look() -> (before: Snapshot?, latest: Snapshot) {
    published.look(as: id)
  }
}
