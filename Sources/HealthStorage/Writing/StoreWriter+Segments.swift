internal import HealthCodec
internal import HealthModel

extension StoreWriter {
  /// Writes a segment of new and kept blocks.
  mutating func write(
    _ outputs: [BlockPacker.Output], of type: ObjectType, contents: SegmentContents
  ) throws -> Segment {
    var blocks: [SegmentDirectory.Block] = []
    var foreign: [(uuid: SampleUUID, row: Int)] = []
    var row = 0
    for output in outputs {
      let block: SegmentDirectory.Block
      let uuids: [SampleUUID]
      switch output {
      case .kept(let kept):
        block = kept
        uuids = kept.foreignUUIDs > 0 ? try tables.blocks.uuids(kept.id) : []
      case .new(let run):
        let id = draft.nextBlock
        draft.nextBlock += 1
        try tables.blocks.insert(id, run)
        for (base, counters) in UUIDSet(run.uuids).numbered {
          for interval in counters.intervals {
            try tables.uuids.insert(interval, of: base, block: id)
          }
        }
        block = SegmentDirectory.Block(id: id, run)
        uuids = block.foreignUUIDs > 0 ? run.uuids : []
      }
      for (index, uuid) in uuids.enumerated() where !uuid.isNumbered {
        foreign.append((uuid, row + index))
      }
      blocks.append(block)
      row += block.count
    }
    let id = draft.nextSegment
    draft.nextSegment += 1
    let directory = SegmentDirectory(
      blocks: blocks, live: contents.live, sources: contents.sources)
    try tables.segments.insert(
      id, type: try typeState(type).id, directory: directory, aggregates: contents.aggregates)
    if !foreign.isEmpty { try tables.uuids.insert(UUIDPages.build(foreign), of: id) }
    return Segment(id: id, directory: directory, aggregates: contents.aggregates)
  }

  /// Merges the newest segments of a type while there are too many of them.
  mutating func mergeTail(of type: ObjectType) throws {
    while let segments = draft.types[type]?.segments,
      let plan = MergePlan(
        sizes: segments.map { draft.unmergeable.contains($0.id) ? MergePlan.mostRows : $0.count })
    {
      try merge(plan.range, of: type)
    }
  }

  /// Makes one segment of the type's segments in `range`, without the rows out of sight.
  ///
  /// Where one of them is damaged nothing is merged, and it is left alone from then on.
  mutating func merge(_ range: Range<Int>, of type: ObjectType) throws {
    guard let before = draft.types[type] else { return }
    var merging = Merging()
    for segment in before.segments[range] {
      // All that is read is read before anything is written.
      do {
        try gather(segment, of: before, into: &merging)
      } catch let error as StorageError where error.code == .damaged {
        draft.unmergeable.insert(segment.id)
        return
      }
    }
    merging.packer.finish()
    try discard(merging.replaced, before.segments[range], of: type)
    let merged =
      merging.packer.outputs.isEmpty
      ? [] : [try write(merging.packer.outputs, of: type, contents: merging.contents)]
    draft.types[type]?.segments.replaceSubrange(range, with: merged)
  }

  /// What merging reads: the blocks as they will stand, and what the new header says of them.
  private struct Merging {
    var packer = BlockPacker()
    var contents = SegmentContents()
    var replaced: [SegmentDirectory.Block] = []
  }

  private mutating func gather(
    _ segment: Segment, of state: TypeState, into merging: inout Merging
  ) throws {
    let damage = draft.damage[segment.id]
    // Without dead rows the stored aggregates hold; where they are damaged the blocks tell again.
    let isWhole =
      damage == nil && segment.directory.blocks.allSatisfy { state.dead[$0.id] == nil }
    let stored = isWhole ? try storedAggregates(of: segment) : nil
    if let stored { merging.contents.add(segment.directory, stored) }
    for block in segment.directory.blocks {
      // What it held is stored anew, or buried.
      if let damage, damage.dots.isEmpty, damage.blocks.contains(block.id) {
        merging.replaced.append(block)
        continue
      }
      let dead = state.dead[block.id]
      let isKept = dead == nil && merging.packer.canKeep(block.count)
      if isKept {
        merging.packer.keep(block)
        if block.foreignUUIDs > 0 { _ = try tables.blocks.uuids(block.id) }
      } else {
        merging.replaced.append(block)
      }
      if isKept && stored != nil { continue }
      var run = try tables.blocks.run(block.id)
      if let dead {
        run = run.selecting((0..<run.count).filter { !dead.contains(UInt64($0)) })
      }
      if stored == nil { merging.contents.add(run) }
      if !isKept { merging.packer.append(run) }
    }
  }

  private mutating func storedAggregates(of segment: Segment) throws -> Aggregates? {
    if let aggregates = segment.aggregates { return aggregates }
    do {
      return try tables.segments.aggregates(segment.id)
    } catch let error as StorageError where error.code == .damaged {
      return nil
    }
  }

  /// Takes blocks and segments out of use: their UUIDs are looked up elsewhere from now on, the
  /// blocks' bytes go when no query reads them.
  private mutating func discard(
    _ blocks: [SegmentDirectory.Block], _ segments: ArraySlice<Segment>, of type: ObjectType
  ) throws {
    for block in blocks {
      if draft.damagedBlocks.contains(block.id) {
        try tables.uuids.removeSpans(ofBlock: block.id)
      } else if block.foreignUUIDs < block.count {
        for (base, counters) in UUIDSet(try tables.blocks.uuids(block.id)).numbered {
          guard let first = counters.min, let last = counters.max else { continue }
          try tables.uuids.remove(first...last, of: base, block: block.id)
        }
      }
      if draft.types[type]?.dead.removeValue(forKey: block.id) != nil {
        try dead.remove(block.id)
      }
    }
    for segment in segments {
      try tables.segments.remove(segment.id)
      if segment.foreignUUIDs > 0 { try tables.uuids.removePages(of: segment.id) }
    }
    if !blocks.isEmpty {
      garbage.append(Garbage(generation: draft.generation, blocks: blocks.map(\.id)))
    }
  }

  /// Merges one segment's rows out of sight away; returns whether another has some.
  mutating func compactOne() throws -> Bool {
    var isDone = false
    for (type, state) in draft.types where !state.dead.isEmpty {
      for (index, segment) in state.segments.enumerated()
      where hasDeadRows(segment, state) && !draft.unmergeable.contains(segment.id) {
        if isDone { return true }
        isDone = true
        // A neighbour that fits comes along, so that what deletions leave does not stay in crumbs.
        let next = index + 1
        let takesNext =
          next < state.segments.count && !draft.unmergeable.contains(state.segments[next].id)
          && segment.count + state.segments[next].count <= MergePlan.mostRows / 2
        try merge(index..<(takesNext ? next + 1 : next), of: type)
      }
    }
    return false
  }

  func hasDeadRows(_ segment: Segment, _ state: TypeState) -> Bool {
    segment.directory.blocks.contains { state.dead[$0.id] != nil }
  }
}
