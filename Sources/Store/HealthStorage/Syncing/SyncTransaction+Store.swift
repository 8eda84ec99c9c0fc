package import HealthModel
internal import SQLiteCore
internal import SyncCore

// What the sync rules change in a store, but for rows and tombstones.
extension SyncTransaction: SyncStore {
  package mutating func note(_ change: (inout SyncRecord) -> Void) {
    // Beside what is set, so that it can be told from what only waits.
    var record = writer.noted ?? writer.state.record
    change(&record)
    writer.noted = record
    change(&writer.draft.record)
  }

  package var vector: VersionVector { writer.draft.vector }
  package var floor: Double { writer.draft.cutoff }
  package var horizon: Int64 { writer.draft.horizon }
  package var damaged: VersionVector { writer.draft.damagedDots }
  package var isRecordLost: Bool { writer.draft.isRecordDamaged }

  package var lostTypes: Set<ObjectType> {
    Set(writer.draft.lost.values.lazy.filter { !$0.isClaimGivenUp }.map(\.type))
  }
  package var nextWriter: Incarnation { writer.draft.writer ?? writer.drawnIncarnation }

  package var head: LogPlace {
    LogPlace(
      position: writer.draft.head, incarnation: writer.draft.incarnation(at: writer.draft.head))
  }

  package func incarnation(at position: Int64) -> Incarnation? {
    position <= writer.draft.head ? writer.draft.incarnation(at: position) : nil
  }

  package mutating func beginIncarnation() throws {
    try begin()
    _ = try writer.incarnation()
  }

  package mutating func setFloor(_ floor: Double) throws {
    guard Instant.permitted.contains(floor) else {
      throw writer.refusal(
        "move the earliest permitted sample date", "it is outside the years 1 to 9999")
    }
    guard floor != writer.draft.cutoff else { return }
    try begin()
    try writer.moveCutoff(to: floor)
  }

  package mutating func cover(_ dots: VersionVector) throws {
    guard !dots.isEmpty else { return }
    try begin()
    try writer.addToVector(dots)
  }

  /// Forgets that absent dots were processed.
  ///
  /// Where one of them is the last that this node gave out, a new incarnation begins, so that no dot is given
  /// out twice (R2).
  package mutating func uncover(_ dots: VersionVector) throws {
    let gone = writer.draft.vector.intersection(dots)
    guard !gone.isEmpty else { return }
    try begin()
    let own = writer.draft.nextIncarnation == nil ? writer.draft.epochs.last?.incarnation : nil
    var isLastGone = false
    for (stream, intervals) in gone.streams {
      let last = writer.draft.vector[stream].max
      writer.draft.vector[stream] = writer.draft.vector[stream].subtracting(intervals)
      writer.touchedStreams.insert(stream)
      if stream.incarnation == own, writer.draft.vector[stream].max != last { isLastGone = true }
    }
    guard isLastGone else { return }
    writer.draft.beginUnusedIncarnation(drawn: writer.drawnIncarnation)
    // Begun at once, so that it holds for a process that goes on after this one, too.
    _ = try writer.incarnation()
  }

  /// Lets the last version of each thing of which a peer gave one take the place of the others.
  ///
  /// - Parameter now: The node's clock, for the age of tombstones.
  /// - Throws: The store's errors.
  package mutating func settleVersions(at now: Double) throws {
    guard !writer.arrivedVersions.isEmpty else { return }
    try begin()
    try writer.settleArrivedVersions(at: now)
  }

  package mutating func dropTombstones(through position: Int64) throws {
    guard position > writer.draft.horizon else { return }
    try begin()
    _ = try writer.forgetTombstones(through: position)
  }
}

extension StoreWriter {
  /// Covers dots whose types may be new here.
  mutating func addToVector(_ dots: VersionVector) throws {
    for stream in dots.streams.keys {
      _ = try typeState(stream.type)
      touchedStreams.insert(stream)
    }
    draft.vector.formUnion(dots)
  }
}
