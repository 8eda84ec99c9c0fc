internal import HealthModel

// Taking back what was deleted or imported.
extension StoreWriter {
  /// A deletion that goes on: peers tell theirs in parts.
  struct OpenAct {
    var id: Int64
    var since: Double
  }

  /// For how long what a peer tells counts as one deletion, in seconds.
  private static let longestAct: Double = 600

  /// Under what number a deletion is kept that begins now or goes on; `nil` where there is no room for it.
  mutating func act(of actor: Removal.Actor, at now: Double) -> Int64? {
    guard !hasLittleRoom, mostKept > 0 else { return nil }
    guard case .peer = actor else { return draft.head }
    if let open = openActs[actor], (0..<Self.longestAct).contains(now - open.since) {
      return open.id
    }
    openActs[actor] = OpenAct(id: draft.head, since: now)
    return draft.head
  }

  /// How many samples are taken back in one commit.
  private static let mostAtOnce = Int64(Change.Save.mostTogether)

  /// Finds what there is to save of the first part of a deletion that is taken back.
  ///
  /// Rows that the window keeps out, whose document is gone or of which a later version was saved since stay dead.
  ///
  /// - Throws: A `ModelError` where there is no such deletion any more.
  mutating func prepareUndo(of act: Int64) throws -> PreparedChange {
    var settled = SettledSave(save: Change.Save([]))
    var old: [SampleUUID] = []
    let (ids, runs, actor) = try tables.removed.rows(of: act, atMost: Self.mostAtOnce)
    guard !ids.isEmpty else {
      throw refusal("take it back", "there is no such deletion of the last day")
    }
    for run in runs {
      let alive = try dots(of: locateReadable(UUIDSet(run.uuids)))
      let rows = try run.dots.all(of: run.type).enumerated().compactMap { row, dot in
        try run.ends[row] >= draft.cutoff && !alive.covers(dot) && hasBytes(run, row) ? row : nil
      }
      guard !rows.isEmpty else { continue }
      var part = run.selecting(rows)
      part.dropPositions()
      for (owner, run) in part.partsByOwnerNamed {
        var save = Change.Save([run])
        if Change.Save.hasVersions(save.runs) { save.versionsOf = owner }
        let latest = try settleVersions(of: save, without: UUIDSet())
        settled.save.runs += latest.save.runs
        settled.older += latest.older
        old += latest.save.runs.flatMap(\.uuids)
      }
    }
    return .undo(ids, try copies(settled, of: UUIDSet(old)), actor)
  }

  private mutating func hasBytes(_ run: SampleRun, _ row: Int) throws -> Bool {
    guard case .objects(let bodies) = run.payload, case .document(let document) = bodies[row] else {
      return true
    }
    return try tables.documents.extent(of: run.uuids[row], waiting: true)
      .isWhole(document.byteCount)
  }

  /// Finds the samples of an import that are here, and the copies that were made of them.
  mutating func prepareUndo(ofImport id: Int64) throws -> PreparedChange {
    guard let note = try tables.imports.note(id) else {
      throw refusal("take the import back", "there is no import \(id)")
    }
    guard !note.isTakenBack else {
      throw refusal("take the import back", "that of import \(id) was done before")
    }
    let names = UUIDSequence(note.uuids)
    var victims: [RowsInBlock] = []
    for type in draft.types.keys.sorted() where type != .association {
      var base = names.base(of: type)
      for _ in 0...Self.mostCopies {
        var all = UUIDSet()
        all.insert(0...(1 << SampleUUID.counterBits - 1), of: base)
        guard let hits = try tables.locate(all, in: draft) else {
          throw StorageError(
            .damaged, cannot: "take the import back",
            "the index of UUIDs names a block that is gone")
        }
        for var hit in hits where hit.type == type {
          let dead = draft.types[type]?.dead[hit.block.id]
          hit.rows.removeAll { dead?.contains(UInt64($0)) ?? false }
          if !hit.rows.isEmpty { victims.append(hit) }
        }
        base = SampleUUID.copy(ofBase: base)
      }
    }
    return .undoImport(note, victims)
  }

  /// How often a sample may have been taken back and deleted again.
  private static let mostCopies = 8

  /// Saves copies of rows that were removed, in their place.
  mutating func undo(
    _ ids: [Int64], _ copies: Copies, of actor: Removal.Actor?, at now: Double
  ) throws -> Outcome {
    for (old, new) in copies.documents { try tables.documents.bringBack(old, as: new) }
    if case .undoneImport(let number) = actor {
      try tables.imports.bringBack(number, count: copies.count)
    }
    try tables.removed.remove(ids)
    return try save(copies, at: now)
  }

  mutating func undoImport(
    _ note: ImportNote, _ victims: [RowsInBlock], at now: Double
  ) throws -> Outcome {
    let outcome = try bury(victims, at: now, by: .undoneImport(note.id))
    try tables.imports.takeBack(note)
    return outcome
  }

  /// Forgets the kept samples of a deletion, because keeping all of them would fill the disk.
  mutating func forgetRemoved(of act: Int64) throws {
    for document in try tables.removed.forget(act: act) {
      try tables.documents.remove(document, waiting: true)
    }
  }

  /// Overwrites some of what can be taken back no more; returns whether there may be more.
  mutating func forgetRemoved(at now: Double, all isAll: Bool = false) throws -> Bool {
    let since = isAll ? .infinity : now - Removal.keeping
    let (count, documents) = try tables.removed.forget(before: since, orAfter: now)
    for document in documents { try tables.documents.remove(document, waiting: true) }
    return count > 0
  }
}
