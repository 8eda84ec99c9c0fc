package import HealthModel

/// All that a commit can change but for the samples themselves: small, in memory, and shared by all that read one
/// state.
package struct StoreState: Sendable {
  /// What an app may do with a type, and since which positions it sees what.
  package struct AppGrant: Hashable, Sendable {
    package var grant: Grant
    /// The version of the decision: its log position and who wrote it.
    package var position: Int64
    package var incarnation: Incarnation
    package var ownSince: Int64?
    package var foreignSince: Int64?
  }

  /// One life of the log: the incarnation that wrote from a position on.
  package struct Epoch: Hashable, Sendable {
    package var firstPosition: Int64
    package var incarnation: Incarnation

    package init(firstPosition: Int64, incarnation: Incarnation) {
      self.firstPosition = firstPosition
      self.incarnation = incarnation
    }
  }

  package struct GrantKey: Hashable, Sendable {
    package var app: String
    package var type: ObjectType

    package init(app: String, type: ObjectType) {
      self.app = app
      self.type = type
    }
  }

  /// Counts commits in this process.
  package var generation: UInt64 = 0
  package var types: [ObjectType: TypeState] = [:]
  package var vector = VersionVector()
  /// The last log position given out.
  package var head: Int64 = 0
  /// The highest log position whose tombstone is gone.
  package var horizon: Int64 = 0
  /// The log position of the last erasure of all history; 0 where there was none.
  package var erased: Int64 = 0
  /// Who begins with the next position; `nil` where whoever wrote the last goes on.
  package var nextIncarnation: Incarnation?
  /// Samples ending before this are refused.
  package var cutoff: Double = Instant.permitted.lowerBound
  /// Whether the record was not what had been written, so that `record` is one that claims nothing.
  package var isRecordDamaged = false
  var nextType: Int64 = 1
  var nextSegment: Int64 = 1
  var nextBlock: Int64 = 1
  /// The blocks that stand in the tables by themselves.
  package var loose = LooseBlocks()
  /// Streams of the vector that were not what was written when the store was opened: they cover what the store holds,
  /// or knows to be deleted.
  var rebuiltStreams: Set<VersionVector.Stream> = []
  /// The log position after which nothing is lost: the head when the store was opened.
  var lostThrough: Int64 = 0
  /// The number from which on blocks of the store are loose.
  var looseFrom: Int64 = 1
  /// What the store claims while it has no record of the sync.
  private var knownFrom = Instant.permitted.lowerBound
  @Shared private var settled = Settled()

  package init() {}

  /// What the first row says.
  var row: StoreRow {
    get {
      var row = StoreRow()
      (row.head, row.horizon, row.erased, row.looseFrom) = (head, horizon, erased, looseFrom)
      (row.cutoff, row.knownFrom) = (cutoff, knownFrom)
      return row
    }
    set {
      (head, horizon, erased, looseFrom) =
        (newValue.head, newValue.horizon, newValue.erased, newValue.looseFrom)
      (cutoff, knownFrom) = (newValue.cutoff, newValue.knownFrom)
    }
  }

  /// The live dots whose columns, or whose documents' bytes, are known to be unreadable (R24), and those that share their rows.
  package var damagedDots: VersionVector {
    guard !damage.isEmpty || !damagedDocuments.isEmpty else { return VersionVector() }
    var dots = damage.values.reduce(into: VersionVector()) { $0.formUnion($1.dots) }
    for dot in damagedDocuments.values {
      let stream = VersionVector.Stream(incarnation: dot.incarnation, type: dot.type)
      dots.cover(dot.sequence...dot.sequence, in: stream)
    }
    for span in aliases.hosted(by: dots) { dots.cover(span.sequences, in: span.stream) }
    return dots
  }

  /// The blocks known to be unreadable.
  package var damagedBlocks: Set<Int64> {
    damage.values.reduce(into: []) { $0.formUnion($1.blocks) }
  }

  /// The anchor after everything so far.
  package var anchor: Anchor {
    Anchor(incarnation: incarnation(at: head), position: head)
  }

  /// Who writes the next position; `nil` only before a store was opened for writing.
  package var writer: Incarnation? { nextIncarnation ?? epochs.last?.incarnation }

  /// Who wrote `position`; `nil` where nothing was written.
  package func incarnation(at position: Int64) -> Incarnation? {
    position > 0 ? epochs.last { $0.firstPosition <= position }?.incarnation : nil
  }

  /// The position an anchor stands for (R10, R11).
  ///
  /// - Throws: `startOver` when the log has no such place, or no longer reaches back to it.
  package func position(of anchor: Anchor) throws(StorageError) -> Int64 {
    if anchor.position == 0, anchor.incarnation == nil { return 0 }
    // A bare integer is from before anchors named their incarnation: the first log's.
    let expected = anchor.incarnation ?? epochs.first?.incarnation
    guard anchor.position > 0, anchor.position <= head,
      incarnation(at: anchor.position) == expected
    else {
      throw StorageError(
        .startOver, cannot: "follow the anchor",
        "this store's log has no such position; start over without an anchor")
    }
    guard anchor.floor >= horizon else {
      throw StorageError.tooOldAnchor
    }
    return anchor.position
  }

  /// Claims nothing of what the floor keeps out.
  mutating func raiseKnown() {
    var known = record.known
    known.raise(to: cutoff)
    // Mostly that was so before, and then nothing is to be copied.
    if known != record.known { record.known = known }
  }

  /// The type, segment and place in it of a block; `nil` for one that is not in this state.
  package func place(
    ofBlock id: Int64
  ) -> (type: ObjectType, segment: Segment, index: Int)? {
    for (type, state) in types {
      for segment in state.segments {
        if let index = segment.index(ofBlock: id) { return (type, segment, index) }
      }
    }
    return nil
  }
}

// What most commits leave as it is.
extension StoreState {
  private struct Settled: Sendable {
    var epochs: [Epoch] = []
    var grants: [GrantKey: AppGrant] = [:]
    var record = SyncRecord(role: nil)
    var aliases = Aliases()
    var lost: [Int64: LostSegment] = [:]
    var damage: [Int64: SegmentDamage] = [:]
    var damagedDocuments: [SampleUUID: Dot] = [:]
    var unmergeable: Set<Int64> = []
    var owners = SampleOwners()
    var namesakes = Namesakes()
  }

  package var epochs: [Epoch] {
    _read { yield settled.epochs }
    _modify { yield &settled.epochs }
  }

  package var grants: [GrantKey: AppGrant] {
    _read { yield settled.grants }
    _modify { yield &settled.grants }
  }

  /// What the sync rules remember beside the samples.
  package var record: SyncRecord {
    _read { yield settled.record }
    _modify { yield &settled.record }
  }

  /// The dots whose row stands under another one (R23).
  package var aliases: Aliases {
    _read { yield settled.aliases }
    _modify { yield &settled.aliases }
  }

  /// Segments whose directories were damaged when the store was opened and could not be made anew.
  package var lost: [Int64: LostSegment] {
    _read { yield settled.lost }
    _modify { yield &settled.lost }
  }

  /// The same, with their types alone.
  package var damagedSegments: [Int64: ObjectType] { lost.mapValues(\.type) }

  /// What is known to be unreadable in segments whose directories are not, by segment (R24).
  package var damage: [Int64: SegmentDamage] {
    _read { yield settled.damage }
    _modify { yield &settled.damage }
  }

  /// The dots of samples that can be read while the bytes of their documents cannot.
  package var damagedDocuments: [SampleUUID: Dot] {
    _read { yield settled.damagedDocuments }
    _modify { yield &settled.damagedDocuments }
  }

  /// Who saved what has bases, or is dead.
  var owners: SampleOwners {
    _read { yield settled.owners }
    _modify { yield &settled.owners }
  }

  /// Which samples are stored under other UUIDs than their apps said.
  package internal(set) var namesakes: Namesakes {
    _read { yield settled.namesakes }
    _modify { yield &settled.namesakes }
  }

  /// Segments in which merging met damage; they stay as they are, so that saving goes on.
  var unmergeable: Set<Int64> {
    _read { yield settled.unmergeable }
    _modify { yield &settled.unmergeable }
  }
}
