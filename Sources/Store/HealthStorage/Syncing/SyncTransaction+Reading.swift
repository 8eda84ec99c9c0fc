package import HealthModel
internal import SQLiteCore
package import SyncCore

// What the sync rules read from a store: of the open transaction where there is one.
extension SyncTransaction {
  package mutating func live(among dots: VersionVector) throws -> VersionVector {
    var live = try reading { tables, draft, state in
      try tables.live(among: dots, in: draft, committed: state)
    }
    // What the open transaction saved need not be written for it.
    for run in writer.pending.runs.values {
      live.formUnion(VersionVector(run.dots, of: run.type).intersection(dots))
    }
    return live
  }

  package mutating func tombstones(among dots: VersionVector) throws -> VersionVector {
    try reading { tables, draft, state in
      try tables.tombstones(among: dots, in: draft, committed: state)
    }
  }

  package mutating func deletions(
    after position: Int64, atMost limit: Int
  ) throws -> (runs: [DeletionRun], through: LogPlace) {
    // Mostly whoever asks has heard of all.
    guard writer.draft.types.values.contains(where: { $0.lastDeletion > position }) else {
      let end = max(position, writer.draft.head)
      return ([], LogPlace(position: end, incarnation: writer.draft.incarnation(at: end)))
    }
    return try reading { tables, draft, _ in
      let found = try tables.deletions(after: position, atMost: max(1, limit), in: draft)
      return (
        found.runs,
        LogPlace(position: found.through, incarnation: draft.incarnation(at: found.through))
      )
    }
  }

  package mutating func walk(
    _ range: SharedRange, _ selection: RowSelection
  ) throws -> Walk {
    Walk(range, selection, in: try draftSnapshot())
  }

  package mutating func next(
    _ walk: inout Walk, without known: VersionVector, atMost limits: SessionLimits
  ) throws -> [SampleRun] {
    guard !walk.isAtEnd else { return [] }
    let snapshot = walk.snapshot
    var part = WalkReading(without: known, atMost: limits)
    return try reading(snapshot) { try part.gather(&walk, from: &$0) }
  }

  package mutating func documentPiece(
    _ ordinal: Int, of uuid: SampleUUID
  ) throws -> DocumentReading {
    let snapshot = try draftSnapshot()
    do {
      let bytes = try writer.tables.documentPiece(ordinal, of: uuid) { snapshot }
      return bytes.map(DocumentReading.bytes) ?? .none
    } catch is ModelError {
      // It was deleted since its first piece was read, which the log tells.
      return .none
    } catch let error as StorageError where error.code == .damaged {
      return .unreadable
    } catch {
      throw StorageError(wrapping: error)
    }
  }

  package mutating func pin() throws -> Pin {
    Pin(
      snapshot: try draftSnapshot(),
      head: LogPlace(
        position: writer.draft.head, incarnation: writer.draft.incarnation(at: writer.draft.head)))
  }

  package mutating func roots(
    _ range: SharedRange, in pin: Pin
  ) throws -> [Int64: DayRoot] {
    try reading(pin.snapshot) { try $0.roots(range, in: pin.snapshot.state) }
  }

  package mutating func lists(
    _ range: SharedRange, days: [Int64]?, in pin: Pin
  ) throws -> [DayList] {
    try reading(pin.snapshot) { try $0.lists(range, days: days, in: pin.snapshot.state) }
  }

  package mutating func ends(of dots: VersionVector) throws -> [(dot: Dot, end: Double)] {
    try writePending()
    return try reading { tables, draft, _ in try tables.ends(of: dots, in: draft) }
  }

  package func count(of type: ObjectType) -> Int {
    // Peers know nothing of shared rows: each dot counts.
    let aliases = writer.draft.aliases.spans.reduce(0) { count, span in
      span.stream.type == type ? count + span.sequences.count : count
    }
    return (writer.draft.types[type]?.liveCount(without: writer.draft.damage) ?? 0)
      + (writer.pending.runs[type]?.count ?? 0) + aliases
  }
}

extension SyncTransaction {
  /// What is there now, committed or not.
  private mutating func draftSnapshot() throws -> Snapshot {
    try writePending()
    var shown = writer.draft
    // What the open transaction goes on to replace counts as replaced by the next state, so that only
    // a pin on the committed one keeps it.
    shown.generation = writer.state.generation
    return Snapshot(shown, on: writer.pins)
  }

  /// Reads from what is written by now, committed or not.
  private mutating func reading<Answer>(
    _ body: (inout ReadTables, StoreState, StoreState) throws -> Answer
  ) throws -> Answer {
    let (draft, state) = (writer.draft, writer.state)
    return try notingDamage(in: draft) { try body(&$0, draft, state) }
  }

  /// Reads what a snapshot shows, unless all history was erased since.
  private mutating func reading<Answer>(
    _ snapshot: Snapshot, _ body: (inout ReadTables) throws -> Answer
  ) throws -> Answer {
    guard snapshot.state.erased == writer.draft.erased else { throw StorageError.erasedMeanwhile }
    return try notingDamage(in: snapshot.state, body)
  }

  /// Reads in one view, past the blocks known to be damaged; what is found damaged meanwhile is in `damaged`
  /// when this returns (R24).
  ///
  /// - Throws: also where a block is damaged that only the snapshot shows: nobody can be told then that its
  ///   rows are missing.
  private mutating func notingDamage<Answer>(
    in state: StoreState, _ body: (inout ReadTables) throws -> Answer
  ) throws -> Answer {
    writer.tables.sync.damaged = writer.draft.damagedBlocks.union(state.damagedBlocks)
    writer.tables.sync.missed = []
    let answer: Result<Answer, StorageError>
    do {
      // A transaction is one view by itself.
      answer = .success(
        try writer.connection.isInTransaction ? body(&writer.tables) : writer.tables.inOneView(body)
      )
    } catch {
      answer = .failure(StorageError(wrapping: error))
    }
    let missed = writer.tables.sync.missed
    do {
      let isKnown = missed.allSatisfy { writer.draft.place(ofBlock: $0) != nil }
      if writer.hasNewDamage {
        try begin()
        try writer.noteNewDamage()
      }
      guard isKnown else {
        throw StorageError(
          .damaged, cannot: "read what the store held", "a block that was replaced is damaged")
      }
    } catch {
      throw StorageError(wrapping: error)
    }
    return try answer.get()
  }

  /// Writes what the open transaction saved, so that it is found.
  private mutating func writePending() throws {
    if !writer.pending.isEmpty { try writer.flush() }
  }
}
