internal import HealthModel

extension StoreWriter {
  /// The rows a deletion means, in sight and the owner's.
  ///
  /// - Throws: a `ModelError` when one of the named objects is not there or not the owner's.
  mutating func resolve(_ deletion: Change.Deletion) throws -> [RowsInBlock] {
    switch deletion.target {
    case .uuids(let uuids): try resolve(uuids, owner: deletion.owner)
    case .matching(let type, let predicate):
      try resolve(predicate, of: type, owner: deletion.owner)
    }
  }

  private mutating func resolve(
    _ uuids: [SampleUUID], owner: String?
  ) throws -> [RowsInBlock] {
    guard !uuids.isEmpty else { throw ModelError.nothingToDelete }
    let set = UUIDSet(uuids)
    guard let located = try tables.locate(set, in: draft) else {
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

  private mutating func resolve(
    _ predicate: Predicate, of type: ObjectType, owner: String?
  ) throws -> [RowsInBlock] {
    let own = owner.map { Predicate.sources(bundleIdentifiers: [$0]) }
    let filter = try RowFilter(.and([predicate] + (own.map { [$0] } ?? [])), from: &tables)
    guard type.description?.isSample ?? (draft.types[type] != nil), type != .association else {
      throw refusal("delete the objects", "\(type.identifier) is no type that samples have")
    }
    guard let box = filter.box, let state = draft.types[type] else { return [] }
    var result: [RowsInBlock] = []
    for segment in state.segments where segment.mayHold(box) {
      for block in segment.directory.blocks where block.mayLie(in: box) && !state.isDead(block) {
        let run = try tables.blocks.run(block.id)
        let rows = filter.rows(of: run, without: state.dead[block.id])
        if !rows.isEmpty {
          result.append(
            RowsInBlock(type: type, segment: segment.id, block: block, rows: rows))
        }
      }
    }
    return result
  }

  /// Takes rows out of sight for good: tombstones in the log, UUIDs remembered.
  mutating func bury(_ victims: [RowsInBlock], at now: Double) throws -> Outcome {
    var count = 0
    let victims = try victims + associations(of: victims)
    let byType = Dictionary(grouping: victims) { $0.type }
    for type in byType.keys.sorted(by: { $0.identifier < $1.identifier }) {
      guard let state = draft.types[type], let hits = byType[type] else { continue }
      var tombstones = DeletionRun(empty: type)
      for hit in hits.sorted(by: { $0.block.firstPosition < $1.block.firstPosition })
      where !hit.rows.isEmpty {
        if tombstones.count + hit.rows.count > DeletionTable.mostRows {
          try tables.deletions.insert(tombstones, type: state.id, at: now)
          tombstones = DeletionRun(empty: type)
        }
        let run = try tables.blocks.run(hit.block.id).selecting(hit.rows)
        if tombstones.count + run.count > DeletionTable.mostRows {
          try tables.deletions.insert(tombstones, type: state.id, at: now)
          tombstones = DeletionRun(empty: type)
        }
        let first = try takePositions(run.count)
        tombstones.append(run, positionedFrom: first)
        changedTypes.insert(type)
        try forget(run)
        try tables.uuids.remember(UUIDSet(run.uuids), at: first)
        try hide(hit.rows, of: hit.block.id, type: type)
        if type != .association { count += run.count }
      }
      if tombstones.count > 0 {
        try tables.deletions.insert(tombstones, type: state.id, at: now)
      }
      try boundDeadRows(of: type)
    }
    return Outcome(count: count, position: draft.head)
  }

  /// The records that tie samples to the workouts among the victims: they go with them.
  private mutating func associations(of victims: [RowsInBlock]) throws -> [RowsInBlock] {
    var workouts = UUIDSet()
    for hit in victims where hit.type == .workout {
      let uuids = try tables.blocks.uuids(hit.block.id)
      for row in hit.rows { workouts.insert(uuids[row]) }
    }
    guard !workouts.isEmpty, let state = draft.types[.association] else { return [] }
    var result: [RowsInBlock] = []
    for segment in state.segments {
      for block in segment.directory.blocks where !state.isDead(block) {
        guard case .objects(let bodies) = try tables.blocks.run(block.id).payload else { continue }
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
    var set = draft.types[type]?.dead[block] ?? IntervalSet()
    for row in rows { set.insert(UInt64(row)) }
    draft.types[type]?.dead[block] = set
    try dead.put(set, of: block)
  }

  /// Lets go of what hangs on objects: their members and documents.
  mutating func forget(_ run: SampleRun) throws {
    guard case .objects(let bodies) = run.payload else { return }
    for (uuid, body) in zip(run.uuids, bodies) {
      switch body {
      case .correlation, .workout: try tables.members.removeMembers(of: uuid)
      case .association(let container, _): try tables.members.removeMembers(of: container)
      case .document: try tables.documents.remove(uuid)
      case .unknown: break
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
