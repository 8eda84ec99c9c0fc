package import HealthModel

// Damage never deletes (R24): what cannot be read stays live until a peer has given it again, or says that
// it is dead.
extension SyncTransaction {
  /// Notes that a block is not what was written: its live dots are damaged from now on.
  ///
  /// What readings by the writer find is noted by itself with the next transaction; this is for what others
  /// find. Where nothing of the block is live any more, it goes at once.
  ///
  /// - Parameter id: A block that is not in the store any more is ignored.
  /// - Throws: `StorageError` for a fault of the disk.
  package mutating func noteDamage(inBlock id: Int64) throws {
    try begin()
    try writer.noteDamage(inBlocks: [id])
  }

  /// Reads every block's bytes and notes those that are not what was written.
  ///
  /// That costs a reading of the whole store, so that nothing does it unasked: not an open, not after a crash.
  ///
  /// - Returns: How many blocks are damaged.
  package mutating func findDamage() throws -> Int {
    try begin()
    var found: Set<Int64> = []
    for state in writer.draft.types.values {
      for block in state.segments.lazy.flatMap(\.directory.blocks)
      where try !writer.tables.blocks.isSound(block.id) {
        found.insert(block.id)
      }
    }
    try writer.noteDamage(inBlocks: found)
    return found.count
  }

  /// Stores rows anew whose dots are damaged; others are ignored.
  ///
  /// A block goes once all of its live dots are stored anew or buried. The rows take new log positions.
  package mutating func repair(_ run: SampleRun) throws {
    try settleDocuments(of: run)
    let damaged = writer.draft.damagedDots
    let dots = run.dots.all(of: run.type)
    let rows = dots.indices.filter { damaged.covers(dots[$0]) }
    guard !rows.isEmpty else { return }
    try begin()
    let mended = run.selecting(rows)
    let named = VersionVector(mended.dots, of: mended.type)
    // What shared a damaged row has one of its own until that is mended, too.
    try writer.removeAliases(writer.draft.aliases.among(named))
    // A UUID that was buried under another dot is dead, and its row does not come back.
    _ = try insert(mended)
    try writer.settle(named)
  }

  /// Lets damaged dots go that nobody can give again, without a tombstone: they stay covered.
  ///
  /// - Parameter dots: Those that are not damaged are ignored. One whose row another damaged dot shares that is
  ///   not among them stays, as that one would go with it.
  /// - Throws: `StorageError` for a fault of the disk.
  package mutating func forgetDamaged(_ dots: VersionVector) throws {
    if writer.draft.damagedDocuments.values.contains(where: dots.covers) {
      try begin()
      // Such a sample stays, and is asked for no more.
      writer.draft.damagedDocuments = writer.draft.damagedDocuments.filter {
        !dots.covers($0.value)
      }
    }
    var gone = writer.draft.damagedDots.intersection(dots)
    guard !gone.isEmpty else { return }
    for span in writer.draft.aliases.hosted(by: gone) {
      let shared = IntervalSet(span.sequences)
      for missed in shared.subtracting(gone[span.stream].intersection(shared)).intervals {
        if let part = span.part(missed) {
          gone[span.host] = gone[span.host].subtracting(IntervalSet(part.hosts))
        }
      }
    }
    guard !gone.isEmpty else { return }
    try begin()
    try writer.flush()
    try writer.removeAliases(writer.draft.aliases.among(gone))
    try writer.settle(gone)
  }

  /// Takes documents for damaged no longer whose bytes came again.
  private mutating func settleDocuments(of run: SampleRun) throws {
    guard !writer.draft.damagedDocuments.isEmpty, case .objects(let bodies) = run.payload else {
      return
    }
    for (row, uuid) in run.uuids.enumerated() where writer.draft.damagedDocuments[uuid] != nil {
      guard case .document(let document) = bodies[row],
        try writer.tables.documents.flaw(of: uuid, byteCount: document.byteCount) == nil
      else { continue }
      try begin()
      writer.draft.damagedDocuments[uuid] = nil
    }
    _ = writer.tables.documents.takeUnreadable()
  }

  /// Notes that the rules have seen to it that nothing is taken for deleted of what the lost segments held.
  ///
  /// What is lost stays lost, and every question that needs it says so, until a watch was given all of the type again,
  /// or a person gives it up (`eraseLost`). Nothing is erased before that.
  package mutating func forgetLostTypes() throws {
    let types = lostTypes
    guard !types.isEmpty else { return }
    try begin()
    try writer.flush()
    try writer.giveHeaders()
    for (id, segment) in writer.draft.lost where !segment.isClaimGivenUp {
      try writer.tables.segments.giveClaimUp(on: id)
      writer.draft.lost[id]?.isClaimGivenUp = true
    }
    // An alias of a row that was lost is no longer live, either; both come again.
    var live = VersionVector()
    for type in types {
      for segment in writer.draft.types[type]?.segments ?? [] {
        live.formUnion(segment.live(of: type))
      }
    }
    for span in writer.draft.aliases.spans where types.contains(span.host.type) {
      for gone in IntervalSet(span.hosts).subtracting(live[span.host]).intervals {
        if let part = span.part(hosts: gone) { try writer.removeAliases([part]) }
      }
    }
    writer.changedTypes.formUnion(types)
  }

  /// Erases what is left of what was lost, and lets go of all that cannot be read, as a person decided.
  ///
  /// Nothing of it is deleted: a peer that has it gives it again.
  package mutating func eraseLost() throws {
    try begin()
    try forgetDamaged(damaged)
    try writer.eraseLost(Array(writer.draft.lost.keys))
    try writer.eraseDamagedRows()
  }

  /// Notes, in a transaction of its own, what other connections found damaged: the next session asks peers for
  /// what blocks held (R24), and what the blocks tell as well is made anew.
  ///
  /// - Parameter parts: Those that turn out to be sound, or are not in the store any more, are ignored.
  /// - Throws: `StorageError` for a fault of the disk; nothing is noted then.
  package mutating func noteDamage(_ parts: DamagedParts) throws {
    // What is in memory says nothing of the disk.
    writer.tables.blocks.dropCache(of: parts.blocks)
    do {
      try begin()
      for block in parts.blocks.sorted() { try noteDamage(inBlock: block) }
      if !parts.headers.isEmpty { try writer.makeAnew(parts.headers) }
      // A phone has no settings but its own.
      if parts.records, !writer.draft.record.settings.records.isEmpty { try adoptSettings() }
      for uuid in parts.documents { try writer.noteDamage(ofDocument: uuid) }
      writer.tables.deletions.noteUnreadable(through: parts.deletionsThrough)
      if parts.spans { writer.tables.uuids.noteUnreadableSpans() }
      if parts.members { writer.tables.members.noteUnreadable() }
      try writer.noteNewDamage()
      try commit()
    } catch {
      rollBack()
      throw StorageError(wrapping: error)
    }
  }
}
