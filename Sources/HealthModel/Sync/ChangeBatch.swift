/// Changes that one node tells another, to be applied together.
package struct ChangeBatch: Hashable, Sendable {
  /// The view of the receiver that the batch was made for (R7).
  package var view: UInt64
  /// What the receiver has processed once it has applied the batch; dots that are in no run are
  /// skipped (R5).
  package var covers: VersionVector
  package var runs: [SampleRun]
  package var deletions: [DeletionRun]

  package init(
    view: UInt64, covers: VersionVector = VersionVector(), runs: [SampleRun] = [],
    deletions: [DeletionRun] = []
  ) {
    self.view = view
    self.covers = covers
    self.runs = runs
    self.deletions = deletions
  }
}
