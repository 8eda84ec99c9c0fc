internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// The one writer of a store: takes changes, numbers them and commits many with one fsync.
///
/// Each change is checked alone before anything of it is written, so that a refusal leaves its
/// neighbours in the same commit untouched; a fault of the disk fails them all.
package struct StoreWriter: ~Copyable {
  let connection: Connection
  package var tables: ReadTables
  var dead: DeadTable
  private var transaction: WriteTransaction
  /// What is committed.
  package private(set) var state: StoreState
  /// What the open transaction has made of it.
  var draft: StoreState
  var pending = PendingSaves()
  /// Foreign UUIDs that were looked up in the open transaction and are of nothing so far, stored or dead.
  var unknownUUIDs: Set<SampleUUID> = []
  /// Which foreign UUIDs the store may hold, as far as memory tells.
  package var seen = SeenUUIDs()
  /// Of which things the open transaction took versions from a peer, and how many of each.
  var arrivedVersions: [KnownThings.Owner: [String: Int]] = [:]
  var knownThings = KnownThings()
  /// The types whose samples the last commit, or the open transaction, saved, deleted or pruned.
  package internal(set) var changedTypes: Set<ObjectType> = []
  /// The types that commits changed since the last `takeChangedTypes()`.
  private var untoldTypes: Set<ObjectType> = []
  /// The keys of the user's records that the last commit, or the open transaction, set.
  var changedRecords: Set<String> = []
  /// The keys of those that commits set since the last `takeChangedRecords()`.
  private var untoldRecords: Set<String> = []
  /// The committed record with what was noted since, which may wait; `nil` where nothing was.
  var noted: SyncRecord?
  /// The record as the store has it: without what was noted and went with no commit that writes it.
  private var storedRecord: SyncRecord
  var plain = PlainProgress()
  /// The streams whose vector the open transaction changed.
  var touchedStreams: Set<VersionVector.Stream> = []
  /// What merging replaced and queries may still read, oldest first.
  var garbage: [Garbage] = []
  /// Whether there is little room on the disk, so that one transaction erases little, and merges write little.
  var hasLittleRoom = false
  package var mostRewritten = Int.max
  /// How many bytes of deleted samples may still be kept to be taken back.
  package var mostKept = Int.max
  /// Documents that were deleted where there was little room: their pieces are erased a few at a time.
  var leftDocuments: [SampleUUID] = []
  /// What peers are deleting, in one go as it seems.
  var openActs: [Removal.Actor: OpenAct] = [:]
  /// The same before the open transaction.
  private var committedGarbage: [Garbage] = []
  let pins: PinnedGenerations
  /// Who follows the commits.
  package var follower: (any CommitFollower)?
  /// Which pieces of documents may still be of none, of which the session ended with the process.
  var strayPieces: StrayPieces
  /// The incarnation that was drawn for this open, whether or not it was begun.
  let drawnIncarnation: Incarnation

  /// Opens the store on a connection that is its own.
  ///
  /// - Parameters:
  ///   - connection: To the store's file; nobody else writes to it.
  ///   - incarnation: The one to begin with the first write (R2).
  ///   - pins: Shared with whoever takes snapshots.
  ///   - fresh: Shared with the readers of the same process.
  ///   - isProven: Whether a marker that no backup can hold proves that this is the very database
  ///     that was closed, so that the last incarnation goes on.
  /// - Throws: `StorageError` or `SQLiteError` when the file is no store or cannot be read.
  package init(
    _ connection: consuming Connection, beginning incarnation: Incarnation,
    pins: PinnedGenerations,
    fresh: FreshBlocks = FreshBlocks(),
    continuingIf isProven: (StoreState) -> Bool = { _ in false }
  ) throws {
    try Schema.prepare(connection, forWriting: true)
    // No query outlives a process, so nothing replaced is read any more.
    let garbage = try StateTable.eraseGarbage(connection)
    var state = try StoreState(loading: connection)
    if try DirectoryRebuilding.run(on: connection, state) {
      state = try StoreState(loading: connection)
    }
    // Dots of the last incarnation may have been in a block that is damaged.
    if state.epochs.isEmpty || !isProven(state) || !state.loose.damaged.isEmpty
      || !state.rebuiltStreams.isEmpty
    {
      state.nextIncarnation = incarnation
    }
    var tables = try ReadTables(connection, fresh: fresh)
    let dead = try DeadTable(connection)
    let transaction = try WriteTransaction(connection)
    strayPieces = try tables.strayPieces(in: state)
    self.tables = tables
    self.dead = dead
    self.transaction = transaction
    self.state = state
    draft = state
    storedRecord = state.record
    self.garbage = garbage.isEmpty ? [] : [Garbage(generation: 0, blocks: garbage)]
    self.pins = pins
    drawnIncarnation = incarnation
    self.connection = connection
  }

  /// The state as committed, for queries; what it shows stays readable while it lives.
  package func snapshot() -> Snapshot {
    Snapshot(state, on: pins)
  }

  /// Takes the types whose samples were saved, deleted or pruned by the commits since the last time, so
  /// that nobody who follows them misses one of several commits.
  package mutating func takeChangedTypes() -> Set<ObjectType> {
    defer { untoldTypes = [] }
    return untoldTypes
  }

  /// Takes the keys of the user's records that were set by the commits since the last time.
  package mutating func takeChangedRecords() -> Set<String> {
    defer { untoldRecords = [] }
    return untoldRecords
  }

  /// Commits the changes together.
  ///
  /// - Parameters:
  ///   - changes: Applied in order; each sees those before it.
  ///   - now: The node's clock, for the age of tombstones.
  /// - Returns: For each change what became of it. A `ModelError`, or a `StorageError` that says
  ///   damaged or to start over, refuses it alone; any other `StorageError` failed them all.
  package mutating func commit(
    _ changes: [Change], at now: Double
  ) -> [Result<Outcome, any Error>] {
    do {
      try begin()
      let results = try applyEach(changes, at: now)
      try end()
      return results
    } catch {
      abandon()
      return changes.map { _ in .failure(StorageError(wrapping: error)) }
    }
  }

  /// Applies each of the changes in the open transaction, or refuses it alone.
  mutating func applyEach(
    _ changes: [Change], at now: Double
  ) throws -> [Result<Outcome, any Error>] {
    var results: [Result<Outcome, any Error>] = []
    for change in changes {
      // What came before has to be found by a change that looks for rows.
      if change.looksForRows { try flush() }
      let prepared: PreparedChange
      do {
        prepared = try prepare(change, at: now)
      } catch let refusal as ModelError {
        results.append(.failure(refusal))
        continue
      } catch let refusal as StorageError
        where refusal.code == .damaged || refusal.code == .startOver
      {
        results.append(.failure(refusal))
        continue
      }
      results.append(.success(try apply(prepared, at: now)))
    }
    return results
  }

  /// Commits all of the changes or, where one of them is refused, none.
  ///
  /// - Parameters:
  ///   - changes: Applied in order; each sees those before it.
  ///   - now: The node's clock, for the age of tombstones.
  /// - Throws: The `ModelError` of the one that was refused, or a `StorageError`.
  package mutating func commitTogether(_ changes: [Change], at now: Double) throws {
    do {
      try begin()
      for change in changes {
        if change.looksForRows { try flush() }
        _ = try apply(prepare(change, at: now), at: now)
      }
      try end()
    } catch {
      abandon()
      if error is ModelError { throw error }
      throw StorageError(wrapping: error)
    }
  }

  /// Does one piece of the work that can wait and returns whether there is more.
  ///
  /// Blocks are loose no more; rows out of sight, pieces of documents that were left, what can be taken back no more and
  /// what no query reads go.
  ///
  /// - Parameters:
  ///   - now: By the node's clock.
  ///   - keepsRemoved: Whether there is room for what can be taken back.
  /// - Returns: Whether there is more.
  /// - Throws: `StorageError` where the disk fails.
  package mutating func maintain(
    at now: Double, keepingRemoved keepsRemoved: Bool = true
  ) throws -> Bool {
    do {
      try begin()
      try giveHeaders()
      let (isMore, isOld) = (try compactOne(), try renewPages())
      let stray = try collectStrayPieces()
      let left = try eraseLeftDocument()
      let isForgetting = try forgetRemoved(at: now, all: hasLittleRoom || !keepsRemoved)
      try end()
      strayPieces = stray
      leftDocuments = left
      return isMore || isOld || !stray.isDone || !left.isEmpty || isForgetting
    } catch {
      abandon()
      throw StorageError(wrapping: error)
    }
  }

  /// Whether something that was replaced waits to be erased and no query reads it.
  package var hasErasableGarbage: Bool {
    garbage.first.map { $0.generation <= pins.oldest ?? .max } ?? false
  }

  /// The log position up to which all tombstones are older than `date`; `nil` where none is.
  package mutating func tombstones(olderThan date: Double) throws(SQLiteError) -> Int64? {
    try tables.deletions.lastPosition(olderThan: date)
  }

  mutating func begin() throws {
    committedGarbage = garbage
    // What goes to a file without a name is gone when this process ends.
    guard !connection.hasMoved else { throw StorageError.moved }
    try transaction.begin()
    // Peers give again what they named, and then it takes their keys.
    if !state.rebuiltStreams.isEmpty { try RowChecksum.removeDamaged("alias", on: connection) }
    plain = PlainProgress(changes: connection.totalChanges, head: state.head)
    draft = state
    if let noted { draft.record = noted }
    draft.generation += 1
    pending = PendingSaves()
    unknownUUIDs = []
    arrivedVersions = [:]
    touchedStreams = draft.rebuiltStreams
    changedTypes = []
    changedRecords = []
    try noteNewDamage()
    try seen.fill(from: &tables, state)
  }

  mutating func end() throws {
    unknownUUIDs = []
    noteArrivedThings()
    // Whoever claims to know what the floor keeps out would take it for deleted (R16).
    if draft.cutoff > Instant.permitted.lowerBound { draft.raiseKnown() }
    try eraseGivenBack()
    let loose = looseParts()
    if let loose { try writeLoose(loose) } else { try writeAll() }
    // What was only noted waits while there is nothing but samples to write.
    let writesRecord = loose == nil || !isPlain || hasSetRecord
    if writesRecord { try putRecord() }
    noteRenewedLease()
    if loose != nil, isPlain, let follower {
      follower.lookAhead(
        to: Snapshot(draft, on: pins, isForetold: true), changed: changedTypes)
    }
    try transaction.commit()
    state = draft
    if writesRecord { storedRecord = draft.record }
    noted = nil
    untoldTypes.formUnion(changedTypes)
    untoldRecords.formUnion(changedRecords)
  }

  /// Writes all that the open transaction changed but for the record, and what commits of loose blocks left
  /// unsaid.
  private mutating func writeAll() throws {
    try flush()
    try giveHeaders()
    draft.looseFrom = draft.nextBlock
    try eraseGarbage()
    touchedStreams.formUnion(state.loose.blocks.lazy.flatMap(\.streams))
    for stream in touchedStreams {
      guard let type = draft.types[stream.type] else { continue }
      try tables.state.put(draft.vector[stream], of: stream.incarnation, type: type.id)
    }
    draft.rebuiltStreams = []
    let isGarbageNew = garbage != committedGarbage
    if draft.head != state.head || draft.cutoff != state.cutoff || draft.horizon != state.horizon
      || isGarbageNew || draft.looseFrom != state.looseFrom
    {
      var blocks = IntervalSet()
      for block in garbage.lazy.flatMap(\.blocks) { blocks.insert(UInt64(block)) }
      try tables.state.putStore(draft, garbage: blocks)
    }
  }

  mutating func abandon() {
    // SQLite has rolled back by itself after some faults; either way nothing of the draft is kept.
    if connection.isInTransaction { try? connection.execute("ROLLBACK") }
    draft = state
    pending = PendingSaves()
    unknownUUIDs = []
    arrivedVersions = [:]
    changedTypes = []
    changedRecords = []
    openActs = [:]
    garbage = committedGarbage
    noted = nil
    tables.blocks.dropCache(from: state.nextBlock)
  }

  /// Whether the record changed by more than notes.
  private var hasSetRecord: Bool {
    draft.record != (noted ?? state.record) || draft.isRecordDamaged != state.isRecordDamaged
  }

  private mutating func putRecord() throws {
    guard draft.record != storedRecord || draft.isRecordDamaged != state.isRecordDamaged else {
      return
    }
    try tables.node.put(NodeTable.syncKey, draft.record.encoded())
  }

  /// How many blocks are erased at a time where there is little room.
  private static var fewBlocks: Int { 4 }

  private mutating func eraseGarbage() throws {
    let oldest = pins.oldest ?? .max
    var rest = hasLittleRoom ? Self.fewBlocks : .max
    while rest > 0, let first = garbage.first, first.generation <= oldest,
      first.generation < draft.generation
    {
      let blocks = first.blocks.suffix(rest)
      for block in blocks { try tables.blocks.remove(block) }
      rest -= blocks.count
      if blocks.count == first.blocks.count {
        garbage.removeFirst()
      } else {
        garbage[0].blocks.removeLast(blocks.count)
      }
    }
  }
}

extension StoreWriter {
  /// The incarnation that the open transaction writes under, begun where it has to be.
  mutating func incarnation() throws -> Incarnation {
    if let begun = draft.nextIncarnation {
      draft.nextIncarnation = nil
      if draft.epochs.last?.incarnation != begun {
        let epoch = StoreState.Epoch(firstPosition: draft.head + 1, incarnation: begun)
        if draft.epochs.last?.firstPosition == epoch.firstPosition { draft.epochs.removeLast() }
        draft.epochs.append(epoch)
        try tables.state.put(epoch)
      }
    }
    guard let current = draft.epochs.last?.incarnation else {
      preconditionFailure("a store that writes has an incarnation")
    }
    return current
  }

  /// Gives out `count` log positions and returns the first.
  mutating func takePositions(_ count: Int) throws -> Int64 {
    _ = try incarnation()
    let first = draft.head + 1
    draft.head += Int64(count)
    return first
  }

  /// Gives out `count` sequence numbers of a type and returns their stream and the first.
  mutating func takeSequence(
    _ count: Int, of type: ObjectType
  ) throws -> (stream: VersionVector.Stream, first: UInt64) {
    let last = draft.vector[VersionVector.Stream(incarnation: try incarnation(), type: type)].max
    // Only a peer can have said that so many are given out, and nothing comes after the last number.
    if let last, last > .max - UInt64(Change.Save.mostSamples) {
      draft.beginUnusedIncarnation(drawn: drawnIncarnation)
    }
    let stream = VersionVector.Stream(incarnation: try incarnation(), type: type)
    return (stream, (draft.vector[stream].max ?? 0) + 1)
  }

  /// The state of a type, which is made known where it is new.
  mutating func typeState(_ type: ObjectType) throws -> TypeState {
    if let known = draft.types[type] { return known }
    let new = TypeState(id: draft.nextType)
    draft.nextType += 1
    draft.types[type] = new
    try tables.state.put(type, new)
    return new
  }
}
