internal import HealthModel

extension StoreWriter {
  mutating func insert(_ run: SampleRun) throws -> VersionVector {
    guard run.dots.count == run.count else {
      throw refusal("store what a peer sent", "rows of \(run.type.identifier) have no numbers")
    }
    try checkKind(run)
    try checkMembers(run)
    let run = namingStored(in: run)
    try addToVector(VersionVector(run.dots, of: run.type))
    let uuids = UUIDSet(distinct: run.uuids)
    if let uuids, try isNew(uuids), !hasNamesakes(run) {
      try take(run, uuids)
      return VersionVector()
    }
    return try insertKnown(run)
  }

  mutating func insert(_ piece: ChangeBatch.DocumentPiece) throws {
    guard (0...Self.lastPiece).contains(piece.ordinal),
      piece.bytes.count <= DocumentTable.pieceBytes
    else {
      throw refusal("keep a piece of a document", "it is too large, or its number is")
    }
    guard try awaits(piece.uuid) else { return }
    // Another node may have cut it elsewhere.
    if piece.ordinal == 0, draft.damagedDocuments[piece.uuid] != nil {
      try tables.documents.remove(piece.uuid)
    }
    strayPieces.areNewOnesWhole = false
    try tables.documents.put(piece.bytes, Int64(piece.ordinal), of: piece.uuid)
  }

  private mutating func awaits(_ document: SampleUUID) throws -> Bool {
    let uuids = UUIDSet([document])
    if try pending.overlaps(uuids) || tables.uuids.remembersDeath(of: uuids) { return false }
    return try draft.damagedDocuments[document] != nil || locateReadable(uuids).isEmpty
  }

  /// PIECE-ORDINAL-BOUND: pieces may be short, so their number says little of the document's length.
  private static var lastPiece: Int { Int(Int32.max) }

  /// Takes in rows that nothing here has the UUIDs of, in sight or not.
  mutating func take(_ run: SampleRun, _ uuids: UUIDSet) throws {
    var run = run
    run.number(
      dots: run.dots,
      positions: CounterColumn(from: try takePositions(run.count), count: run.count))
    changedTypes.insert(run.type)
    try link(run, uuids)
    noteVersions(of: run)
    pending.append(run)
    pending.add(uuids)
    seen.insert(uuids.others)
    unknownUUIDs.subtract(uuids.others)
    // As many as a segment may have, so that what is gathered for it stays small beside it.
    if pending.count >= MergePlan.mostRows { try flush() }
  }

  /// Whether the app of a row has a sample that is stored under another UUID than the row has.
  private func hasNamesakes(_ run: SampleRun) -> Bool {
    guard !draft.namesakes.isEmpty else { return false }
    return run.uuids.indices.contains { row in
      let app = run.sources[row].source.bundleIdentifier
      return draft.namesakes.stored(run.uuids[row], of: app) != nil
    }
  }

  private mutating func isNew(_ uuids: UUIDSet) throws -> Bool {
    do {
      let unsure = uuids.without(unknownUUIDs)
      return try !pending.overlaps(uuids) && !holdsAny(of: unsure)
        && !tables.uuids.remembersDeath(of: unsure)
    } catch let error as StorageError where error.code == .damaged {
      // Which block it is, and what is not in it, is looked at more closely.
      return false
    }
  }

  /// All rows of a type are of one kind, or no run could hold them together.
  private mutating func checkKind(_ run: SampleRun) throws {
    let payload: SampleRun.Payload?
    if let pending = pending.runs[run.type] {
      payload = pending.payload
    } else if let kind = run.type.description?.kind {
      let fits =
        switch (kind, run.payload) {
        case (.quantity, .quantity), (.category, .category), (.correlation, .objects),
          (.workout, .objects), (.document, .objects), (.details, .objects):
          true
        default: false
        }
      guard fits else { throw otherKind(run.type) }
      return
    } else {
      payload = try storedPayload(run.type)
    }
    guard payload?.isSameKind(as: run.payload) ?? true else { throw otherKind(run.type) }
  }

  /// What holds too many samples could make the tables of groups slow for good.
  private func checkMembers(_ run: SampleRun) throws {
    guard case .objects(let bodies) = run.payload else { return }
    for body in bodies {
      switch body {
      case .correlation(let members), .association(_, let members):
        guard members.count <= Members.most else {
          throw refusal("store what a peer sent", "one object holds more than \(Members.most)")
        }
      case .workout, .document, .details, .unknown: continue
      }
    }
  }

  private func otherKind(_ type: ObjectType) -> ModelError {
    refusal("store what a peer sent", "rows of \(type.identifier) are of another kind")
  }

  /// The kind of what is stored of a type that is not in the catalogue.
  private mutating func storedPayload(_ type: ObjectType) throws -> SampleRun.Payload? {
    for segment in draft.types[type]?.segments.reversed() ?? [] {
      for block in segment.directory.blocks {
        if let run = try readable(block) { return run.payload }
      }
    }
    return nil
  }
}
