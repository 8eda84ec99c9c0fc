/// Changes that one node tells another, to be applied together.
package struct ChangeBatch: Hashable, Sendable {
  /// What the phone sends to a watch that does not know a range (R17).
  package struct Refill: Hashable, Sendable {
    /// The floor of the view that it was made for.
    package var floor: Double
    /// The types that it fills.
    package var types: TypeScope
    /// The phone's vector; in the last part only.
    package var vector: VersionVector?

    package init(floor: Double, types: TypeScope, vector: VersionVector?) {
      self.floor = floor
      self.types = types
      self.vector = vector
    }
  }

  /// A part of a document's bytes, sent before the sample that has them.
  package struct DocumentPiece: Hashable, Sendable {
    package var uuid: SampleUUID
    /// Counted from 0.
    package var ordinal: Int
    package var bytes: [UInt8]

    package init(uuid: SampleUUID, ordinal: Int, bytes: [UInt8]) {
      self.uuid = uuid
      self.ordinal = ordinal
      self.bytes = bytes
    }
  }

  /// The view of the watch that the batch was made for (R7); 0 in what a watch sends.
  package var view: UInt64
  /// What the receiver has processed once it has applied the batch; dots that are in no run are
  /// skipped (R5).
  package var covers: VersionVector
  package var runs: [SampleRun]
  /// Deaths (R8).
  package var deletions: [DeletionRun]
  /// The stretch of the sender's log whose deaths are all in `deletions`.
  package var log: LogRange?
  /// Present where the runs are a refill; they count by R17 then, not by R6.
  package var refill: Refill?
  package var documents: [DocumentPiece]

  package init(
    view: UInt64 = 0, covers: VersionVector = VersionVector(), runs: [SampleRun] = [],
    deletions: [DeletionRun] = [], log: LogRange? = nil, refill: Refill? = nil,
    documents: [DocumentPiece] = []
  ) {
    self.view = view
    self.covers = covers
    self.runs = runs
    self.deletions = deletions
    self.log = log
    self.refill = refill
    self.documents = documents
  }
}
