internal import HealthCodec
internal import HealthModel

extension StoreWriter {
  /// The rows a deletion means, in sight and the owner's.
  ///
  /// - Throws: a `ModelError` when one of the named objects is not there or not the owner's.
  mutating func resolve(_ deletion: Change.Deletion) throws -> [RowsInBlock] {
    switch deletion.target {
    case .uuids(let uuids): try resolve(uuids, owner: deletion.owner, of: deletion.types)
    case .matching(let type, let predicate):
      try resolve(predicate, of: type, owner: deletion.owner)
    }
  }

  private mutating func resolve(
    _ uuids: [SampleUUID], owner: String?, of types: Set<ObjectType>?
  ) throws -> [RowsInBlock] {
    guard !uuids.isEmpty else { throw ModelError.nothingToDelete }
    var set = UUIDSet(uuids)
    if let owner, let names = draft.namesakes.of(owner) {
      let count = set.count
      set = names.storing(set)
      guard set.count == count else { throw ModelError.objectsNotFound }
    }
    let asked = set
    let located = try lookingUp { writer in
      guard let owner, let types else {
        return try writer.tables.locate(asked, in: writer.draft)
      }
      var sight: [ObjectType: Visibility] = [:]
      for type in types { sight[type] = .own(bundleIdentifier: owner) }
      return try writer.tables.locate(asked, seeing: sight, in: writer.draft)
    }
    guard let located else {
      throw StorageError(
        .damaged, cannot: "delete the objects", "the index of UUIDs names a block that is gone")
    }
    var found: UInt64 = 0
    var result: [RowsInBlock] = []
    for var hit in located {
      let dead = draft.types[hit.type]?.dead[hit.block.id]
      let run = try tables.blocks.run(hit.block.id)
      hit.rows.removeAll { row in
        dead?.contains(UInt64(row)) ?? false
          || owner.map { run.sources[row].source.bundleIdentifier != $0 } ?? false
      }
      found += UInt64(hit.rows.count)
      result.append(hit)
    }
    // One sentence for both, so that an app learns nothing of others' objects.
    guard found == set.count else { throw ModelError.objectsNotFound }
    return result
  }

  /// The rows of a type that match, in sight and the owner's; what is damaged is an error, or passed over.
  mutating func resolve(
    _ predicate: Predicate, of type: ObjectType, owner: String?,
    passingDamage passesDamage: Bool = false
  ) throws -> [RowsInBlock] {
    let visibility = owner.map { Visibility.own(bundleIdentifier: $0) } ?? .everything
    let filter = try RowFilter(predicate, seeing: visibility, in: draft, from: &tables)
    guard type.description?.isSample ?? (draft.types[type] != nil), type != .association else {
      throw refusal("delete the objects", "\(type.identifier) is no type that samples have")
    }
    guard let box = filter.box, let state = draft.types[type]?.seen(visibility) else { return [] }
    var result: [RowsInBlock] = []
    for segment in state.segments where segment.mayHold(box) {
      for block in segment.directory.blocks where block.mayLie(in: box) && !state.isDead(block) {
        guard let run = try passesDamage ? readable(block) : tables.blocks.run(block.id) else {
          continue
        }
        let rows = filter.rows(of: run, without: state.dead[block.id])
        if !rows.isEmpty {
          result.append(
            RowsInBlock(type: type, segment: segment.id, block: block, rows: rows))
        }
      }
    }
    return result
  }

  /// Takes rows out of sight for good: tombstones in the log, UUIDs remembered; a user deleted them.
  ///
  /// What ties samples to a workout goes with it, and aliases with their hosts (R23).
  ///
  /// - Parameters:
  ///   - victims: The rows.
  ///   - now: For the age of the tombstones.
  ///   - actor: Who deletes, so that it can be taken back; `nil` where the rows give way to others.
  /// - Returns: How many samples went.
  /// - Throws: What reading the rows and writing throw.
  mutating func bury(
    _ victims: [RowsInBlock], at now: Double, by actor: Removal.Actor? = nil
  ) throws -> Outcome {
    let victims = try victims + associations(of: victims)
    let count = victims.reduce(0) { $0 + ($1.type == .association ? 0 : $1.rows.count) }
    _ = try buryRows(victims, at: now, by: actor)
    return Outcome(count: count, position: draft.head)
  }

  /// The same for exactly these rows; returns the dots that were buried, aliases among them.
  mutating func buryRows(
    _ victims: [RowsInBlock], at now: Double, by actor: Removal.Actor? = nil
  ) throws -> VersionVector {
    var buried = VersionVector()
    var act: Int64?
    if let actor { act = self.act(of: actor, at: now) }
    let isOfImport = if case .undoneImport = actor { true } else { false }
    let byType = Dictionary(grouping: victims) { $0.type }
    for type in byType.keys.sorted(by: { $0.identifier < $1.identifier }) {
      var graves = Graves()
      var others: [ObjectType: Graves] = [:]
      let hits = byType[type] ?? []
      for hit in inLanes(hits, of: type) where !hit.rows.isEmpty {
        let run = try tables.blocks.run(hit.block.id).selecting(hit.rows)
        graves.append(run)
        // What comes of a mended file is wanted.
        if !isOfImport { try tables.imports.add(ImportMark.marks(of: run)) }
        if let open = act, let actor {
          mostKept -= try tables.removed.insert(
            run, type: try typeState(type).id, of: open, by: actor, at: now)
          if mostKept < 0 {
            try forgetRemoved(of: open)
            act = nil
          }
        }
        buried.cover(run.dots, of: type)
        for (alias, row) in try takeAliases(of: run) {
          if alias.type == type {
            graves.append(alias, like: run, row: row)
          } else {
            others[alias.type, default: Graves()].append(alias, like: run, row: row)
          }
          buried.insert(alias)
        }
        try forget(run, keepingDocuments: act != nil)
        try hide(hit.rows, of: hit.block.id, type: type)
        if graves.count >= DeletionTable.mostRows {
          try write(graves, of: type, at: now)
          graves = Graves()
        }
      }
      try write(graves, of: type, at: now)
      for (type, graves) in others { try write(graves, of: type, at: now) }
      try boundDeadRows(of: type)
    }
    return buried
  }

  /// Hits in the order in which their tombstones stand in the log: lane by lane, so that each run of them is
  /// of one app.
  private func inLanes(_ hits: [RowsInBlock], of type: ObjectType) -> [RowsInBlock] {
    if hits.count < 2 { return hits }
    var places: [Int64: Int] = [:]
    for (place, segment) in (draft.types[type]?.segments ?? []).enumerated() {
      places[segment.id] = place
    }
    return hits.sorted { left, right in
      let (one, other) = (places[left.segment] ?? 0, places[right.segment] ?? 0)
      return one != other ? one < other : left.block.firstPosition < right.block.firstPosition
    }
  }

  /// The aliases of a run's rows, which are none any more.
  private mutating func takeAliases(of run: SampleRun) throws -> [(alias: Dot, row: Int)] {
    let parts = draft.aliases.hosted(by: VersionVector(run.dots, of: run.type))
    guard !parts.isEmpty else { return [] }
    try removeAliases(parts)
    var rows: [Dot: Int] = [:]
    for (row, dot) in run.dots.all(of: run.type).enumerated() { rows[dot] = row }
    return parts.flatMap(\.pairs).compactMap { pair in rows[pair.host].map { (pair.alias, $0) } }
  }

  /// The records that tie samples to the workouts among the victims: they go with them.
  private mutating func associations(of victims: [RowsInBlock]) throws -> [RowsInBlock] {
    var workouts = UUIDSet()
    for hit in victims where hit.type == .workout {
      let uuids = try tables.blocks.uuids(hit.block.id)
      for row in hit.rows { workouts.insert(uuids[row]) }
    }
    return try associations(of: workouts) { try $0.tables.blocks.run($1.id) }
  }

  /// The records that tie samples to some workouts.
  ///
  /// - Parameters:
  ///   - workouts: Their UUIDs.
  ///   - read: Reads a block; what it returns `nil` for is left out.
  /// - Returns: They, as they stand in their blocks.
  /// - Throws: What reading throws.
  mutating func associations(
    of workouts: UUIDSet, _ read: (inout Self, SegmentDirectory.Block) throws -> SampleRun?
  ) throws -> [RowsInBlock] {
    guard !workouts.isEmpty, let state = draft.types[.association] else { return [] }
    var result: [RowsInBlock] = []
    for segment in state.segments {
      for block in segment.directory.blocks where !state.isDead(block) {
        guard case .objects(let bodies) = try read(&self, block)?.payload else { continue }
        let dead = state.dead[block.id]
        let rows = bodies.indices.filter { row in
          guard case .association(let container, _) = bodies[row] else { return false }
          return workouts.contains(container) && !(dead?.contains(UInt64(row)) ?? false)
        }
        if !rows.isEmpty {
          result.append(
            RowsInBlock(type: .association, segment: segment.id, block: block, rows: rows))
        }
      }
    }
    return result
  }

  /// Takes rows out of sight at once; merging erases them.
  mutating func hide(_ rows: [Int], of block: Int64, type: ObjectType) throws {
    try giveHeaders()
    var set = draft.types[type]?.dead[block] ?? IntervalSet()
    for row in rows { set.insert(UInt64(row)) }
    draft.types[type]?.dead[block] = set
    try dead.put(set, of: block)
  }

  /// Lets go of what hangs on objects: their members, and documents unless they can be taken back.
  mutating func forget(_ run: SampleRun, keepingDocuments keepsDocuments: Bool = false) throws {
    guard case .objects(let bodies) = run.payload else { return }
    for (uuid, body) in zip(run.uuids, bodies) {
      switch body {
      case .correlation, .workout: try tables.members.removeMembers(of: uuid)
      case .association(let container, _): try tables.members.removeMembers(of: container)
      case .document where keepsDocuments: try tables.documents.hide(uuid)
      case .document:
        if hasLittleRoom {
          leftDocuments.append(uuid)
          try lookAtPiecesAgain()
        } else {
          try tables.documents.remove(uuid)
        }
      case .details, .unknown: break
      }
    }
  }

  /// Merges at once where rows out of sight would fill the memory.
  mutating func boundDeadRows(of type: ObjectType) throws {
    while let state = draft.types[type], state.dead.count > Self.mostDeadBlocks,
      let index = state.segments.firstIndex(where: {
        hasDeadRows($0, state) && !draft.unmergeable.contains($0.id)
      })
    {
      try merge(index..<(index + 1), of: type)
    }
  }

  /// At most 512 rows in 256 intervals each: about 8 MB.
  private static var mostDeadBlocks: Int { 2_048 }
}
