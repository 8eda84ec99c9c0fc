package import HealthModel
internal import SQLiteCore
internal import SyncCore

// What the sync rules change in a store, but for rows and tombstones.
//
// The first change begins the writer's transaction, which ends with `commit()` or `rollBack()`; what is
// read in between is the draft. Meanwhile nobody commits changes or maintains the store.
extension StoreWriter: SyncStore {
  package var record: SyncRecord {
    get { draft.record }
    set {
      draft.record = newValue
      // Whoever sets it has seen what it was.
      draft.isRecordDamaged = false
      if !isSyncing { hasNewRecord = true }
    }
  }

  package mutating func note(_ change: (inout SyncRecord) -> Void) {
    // Beside what is set, so that it can be told from what only waits.
    var record = noted ?? state.record
    change(&record)
    noted = record
    change(&draft.record)
  }

  package var vector: VersionVector { draft.vector }
  package var floor: Double { draft.cutoff }
  package var horizon: Int64 { draft.horizon }
  package var damaged: VersionVector { draft.damagedDots }
  package var isRecordLost: Bool { draft.isRecordDamaged }

  package var lostTypes: Set<ObjectType> { Set(draft.damagedSegments.values) }
  package var nextWriter: Incarnation { draft.writer ?? drawnIncarnation }

  package var head: LogPlace {
    LogPlace(position: draft.head, incarnation: draft.incarnation(at: draft.head))
  }

  package func incarnation(at position: Int64) -> Incarnation? {
    position <= draft.head ? draft.incarnation(at: position) : nil
  }

  package mutating func beginIncarnation() throws {
    try beginSyncing()
    _ = try incarnation()
  }

  package mutating func setFloor(_ floor: Double) throws {
    guard Instant.permitted.contains(floor) else {
      throw refusal("move the earliest permitted sample date", "it is outside the years 1 to 9999")
    }
    guard floor != draft.cutoff else { return }
    try beginSyncing()
    try moveCutoff(to: floor)
  }

  package mutating func cover(_ dots: VersionVector) throws {
    guard !dots.isEmpty else { return }
    try beginSyncing()
    try addToVector(dots)
  }

  /// Forgets that absent dots were processed.
  ///
  /// Where one of them is the last that this node gave out, a new incarnation begins, so that no dot is given
  /// out twice (R2).
  package mutating func uncover(_ dots: VersionVector) throws {
    let gone = draft.vector.intersection(dots)
    guard !gone.isEmpty else { return }
    try beginSyncing()
    let writer = draft.nextIncarnation == nil ? draft.epochs.last?.incarnation : nil
    var isLastGone = false
    for (stream, intervals) in gone.streams {
      let last = draft.vector[stream].max
      draft.vector[stream] = draft.vector[stream].subtracting(intervals)
      touchedStreams.insert(stream)
      if stream.incarnation == writer, draft.vector[stream].max != last { isLastGone = true }
    }
    guard isLastGone else { return }
    draft.beginUnusedIncarnation(drawn: drawnIncarnation)
    // Begun at once, so that it holds for a process that goes on after this one, too.
    _ = try incarnation()
  }

  package mutating func dropTombstones(through position: Int64) throws {
    guard position > draft.horizon else { return }
    try beginSyncing()
    _ = try forgetTombstones(through: position)
  }

  package mutating func commit() throws {
    guard isSyncing || hasNewRecord else { return }
    do {
      try beginSyncing()
      try end()
      isSyncing = false
    } catch {
      abandon()
      throw StorageError(wrapping: error)
    }
  }

  package mutating func rollBack() {
    guard isSyncing || hasNewRecord || noted != nil else { return }
    abandon()
  }
}

extension StoreWriter {
  /// Begins the transaction of the sync rules unless it is open.
  ///
  /// - Throws: also where a fault of the disk ended it: what was changed since is for nothing then.
  mutating func beginSyncing() throws {
    if isSyncing {
      guard connection.isInTransaction else {
        throw StorageError(
          .unavailable, cannot: "go on with the transaction", "a fault of the disk ended it")
      }
      return
    }
    let (record, isDamaged) = (draft.record, draft.isRecordDamaged)
    hasNewRecord = false
    do {
      try begin()
    } catch {
      abandon()
      throw error
    }
    draft.record = record
    draft.isRecordDamaged = isDamaged
    isSyncing = true
  }

  /// Covers dots whose types may be new here.
  mutating func addToVector(_ dots: VersionVector) throws {
    for stream in dots.streams.keys {
      _ = try typeState(stream.type)
      touchedStreams.insert(stream)
    }
    draft.vector.formUnion(dots)
  }
}
