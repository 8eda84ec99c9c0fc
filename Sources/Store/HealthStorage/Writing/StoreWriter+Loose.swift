internal import HealthModel
internal import SQLiteCore

// A commit of a few samples writes their blocks and nothing else: all that a segment's row, the vector and
// the head of the log would say is worked out from them when the store is opened. The record of the sync says
// nothing of blocks, so that it may be written beside them. Whatever else a commit does is done as ever, and
// then nothing is loose any more.
extension StoreWriter {
  /// Writes what the open transaction saved as loose blocks, which changes nothing else.
  mutating func writeLoose(_ parts: [SampleRun]) throws {
    _ = pending.take()
    for part in parts {
      let id = draft.nextBlock
      draft.nextBlock += 1
      try tables.blocks.insert(id, part, looseOf: typeState(part.type).id, head: draft.head)
      draft.add(part, asLooseBlock: id)
      plain.dots.cover(part.dots, of: part.type)
    }
    plain.head = draft.head
    plain.changes = connection.totalChanges
  }

  /// Gives the loose blocks what others have: rows of their segments, and what finds their UUIDs.
  ///
  /// It comes before anything that changes what is in sight of a block, or what finds it.
  mutating func giveHeaders() throws {
    guard !draft.loose.isEmpty else { return }
    for block in draft.loose.blocks {
      let segment = block.segment
      guard let aggregates = segment.aggregates, let id = segment.directory.blocks.first?.id else {
        preconditionFailure("a loose block is a segment with its aggregates")
      }
      try tables.uuids.insert(block.uuids, block: id)
      if let owner = segment.owner {
        let bases = block.uuids.numbered.keys.map {
          ($0, SampleOwner(bundle: owner, type: block.type))
        }
        try bind(Dictionary(uniqueKeysWithValues: bases))
      }
      try tables.segments.insert(
        segment.id, type: try typeState(block.type).id, directory: segment.directory,
        aggregates: aggregates)
      if segment.foreignUUIDs > 0 {
        let foreign = block.uuids.others.map { (uuid: $0, block: 0) }
        let pages = UUIDPages.build(foreign, blocks: 1, asFor: segment.foreignUUIDs)
        try tables.uuids.insert(pages, of: segment.id)
      }
    }
    for id in draft.loose.damaged {
      guard let type = draft.lost[id]?.type else { continue }
      try tables.segments.insertDamaged(id, type: try typeState(type).id)
    }
    draft.loose.removeAll()
  }

  /// What the open transaction saved, a part for each block, where loose blocks can hold it and there is
  /// nothing else to write but the record; `nil` otherwise.
  func looseParts() -> [SampleRun]? {
    guard !hasOtherChanges else { return nil }
    if pending.isEmpty {
      return draft.head == plain.head && (isPlain || !hasErasableGarbage) ? [] : nil
    }
    guard pending.count <= BlockTable.mostRows, pending.runs.values.allSatisfy(FreshBlocks.isSmall)
    else { return nil }
    var parts: [SampleRun] = []
    for run in pending.sorted {
      guard let state = draft.types[run.type] else { return nil }
      for (owner, part) in run.partsByOwnerNamed {
        let sizes = mergeSizes(of: state, in: state.lane(of: owner)) + [part.count]
        guard BlockPacker.fitsBlock(part), MergePlan(sizes: sizes) == nil else { return nil }
        parts.append(part)
      }
    }
    return draft.loose.count + parts.count <= LooseBlocks.most ? parts : nil
  }

  /// Whether the open transaction wrote loose blocks.
  var isPlain: Bool { !plain.dots.isEmpty }

  /// Whether the open transaction has anything to write beside the rows it saved, their dots and the record.
  ///
  /// Blocks that nobody reads any more wait to be erased.
  private var hasOtherChanges: Bool {
    connection.totalChanges != plain.changes || !draft.loose.damaged.isEmpty
      || draft.nextIncarnation != state.nextIncarnation || draft.cutoff != state.cutoff
      || draft.horizon != state.horizon || draft.damage != state.damage
      || draft.damagedDocuments != state.damagedDocuments || !draft.rebuiltStreams.isEmpty
      || coversMoreThanSaved
  }

  /// Whether the vector changed by other dots than those of the rows that were saved.
  private var coversMoreThanSaved: Bool {
    touchedStreams.contains { stream in
      var saved = state.vector[stream]
      saved.formUnion(plain.dots[stream])
      if let run = pending.runs[stream.type] {
        for span in run.dots.spans where span.incarnation == stream.incarnation {
          saved.insert(span.interval)
        }
      }
      return draft.vector[stream] != saved
    }
  }
}
