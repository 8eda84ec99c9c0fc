internal import HealthModel
internal import SQLiteCore

extension StoreWriter {
  /// Erases all history in the open transaction: samples, deletions, UUIDs, grants and records.
  ///
  /// Log positions go on, and the erasure takes one itself, under a new incarnation: dots are counted
  /// anew from here and every anchor from before has no place in the log any more.
  mutating func eraseHistory() throws -> Outcome {
    let count = draft.types.reduce(0) { $0 + ($1.key == .association ? 0 : $1.value.liveCount) }
    changedTypes.formUnion(draft.types.keys)
    changedTypes.formUnion(draft.grants.keys.map(\.type.decidedType))
    // Before the commit, so that nobody who reads after it can miss it.
    pins.noteErasure(in: draft.generation)
    // What refers to others goes before them.
    try connection.execute(
      """
      DELETE FROM removed;
      DELETE FROM import;
      DELETE FROM dead;
      DELETE FROM block;
      DELETE FROM uuid_span;
      DELETE FROM uuid_page;
      DELETE FROM dead_span;
      DELETE FROM dead_uuid;
      DELETE FROM member;
      DELETE FROM document_piece;
      DELETE FROM record;
      DELETE FROM app_grant;
      DELETE FROM deletion;
      DELETE FROM vector;
      DELETE FROM segment;
      DELETE FROM alias;
      DELETE FROM deleted_mark;
      DELETE FROM taken_export;
      DELETE FROM uuid_base;
      DELETE FROM namesake;
      DELETE FROM sample_owner;
      DELETE FROM type;
      """)
    tables.blocks.dropCache()
    pending = PendingSaves()
    touchedStreams = []
    garbage = []
    draft.forgetHistory()
    // Nothing is covered any more, so that claiming all from the floor on claims nothing false.
    draft.record = SyncRecord(role: nil)
    draft.isRecordDamaged = false
    draft.beginUnusedIncarnation(drawn: drawnIncarnation)
    let position = try takePositions(1)
    draft.horizon = position
    draft.erased = position
    return Outcome(count: count, position: position)
  }
}

extension StoreState {
  /// Forgets all but the log's own numbers.
  ///
  /// Those of types, segments and blocks go on, so that no state from before takes new ones for its own.
  fileprivate mutating func forgetHistory() {
    types = [:]
    vector = VersionVector()
    grants = [:]
    lost = [:]
    damage = [:]
    damagedDocuments = [:]
    aliases = Aliases()
    owners = SampleOwners()
    namesakes = Namesakes()
    unmergeable = []
    loose.removeAll()
  }

  /// Sees that the next position begins an incarnation that never wrote: the one that was drawn for this
  /// open, or one as random that goes on from it by a permutation of all numbers (SplitMix64's).
  mutating func beginUnusedIncarnation(drawn: Incarnation) {
    var next = nextIncarnation ?? drawn
    // A peer may have covered dots of one that was announced and not begun yet.
    let covered = Set(vector.streams.keys.map(\.incarnation))
    while covered.contains(next) || epochs.contains(where: { $0.incarnation == next }) {
      var mixed = next.rawValue &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      next = Incarnation(rawValue: mixed ^ mixed >> 31)
    }
    nextIncarnation = next
  }
}
