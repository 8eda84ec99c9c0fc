internal import HealthCodec
internal import HealthModel
private import SQLiteCore

extension StoreWriter {
  /// Writes a segment of new and kept blocks.
  mutating func write(
    _ outputs: [BlockPacker.Output], of type: ObjectType, contents: SegmentContents
  ) throws -> Segment {
    var blocks: [SegmentDirectory.Block] = []
    var foreign: [(uuid: SampleUUID, block: Int)] = []
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
        block = SegmentDirectory.Block(id: id, run)
        if block.foreignUUIDs < run.count {
          let own = block.foreignUUIDs == 0 ? run.uuids : run.uuids.filter(\.isNumbered)
          try tables.uuids.insert(UUIDSet(own), block: id)
        }
        uuids = block.foreignUUIDs > 0 ? run.uuids : []
      }
      for uuid in uuids where !uuid.isNumbered { foreign.append((uuid, blocks.count)) }
      blocks.append(block)
    }
    let id = draft.nextSegment
    draft.nextSegment += 1
    let directory = SegmentDirectory(
      blocks: blocks, live: contents.live, sources: contents.sources)
    try tables.segments.insert(
      id, type: try typeState(type).id, directory: directory, aggregates: contents.aggregates)
    if !foreign.isEmpty {
      let pages = UUIDPages.build(foreign, blocks: blocks.count, asFor: foreign.count)
      try tables.uuids.insert(pages, of: id)
    }
    return Segment(id: id, directory: directory, aggregates: contents.aggregates)
  }

  /// Merges the newest segments of a lane while there are too many of them.
  mutating func mergeTail(of type: ObjectType, savedBy owner: String?) throws {
    while let state = draft.types[type] {
      let lane = state.lane(of: owner)
      guard let plan = MergePlan(sizes: mergeSizes(of: state, in: lane)) else { return }
      let first = lane.lowerBound
      let range = (first + plan.range.lowerBound)..<(first + plan.range.upperBound)
      guard try hasRoom(toMerge: state.segments[range], of: type, in: state) else { return }
      try merge(range, of: type)
    }
  }

  /// The sizes of a lane's segments, as far as merging goes.
  func mergeSizes(of state: TypeState, in lane: Range<Int>) -> [Int] {
    state.segments[lane].map {
      draft.unmergeable.contains($0.id) ? MergePlan.mostRows : $0.count
    }
  }

  /// Makes one segment of the type's segments in `range`, which are of one lane, without the rows out of
  /// sight; of one that several apps saved, one for each of them.
  ///
  /// Where one of them is damaged nothing is merged, and it is left alone from then on.
  mutating func merge(_ range: Range<Int>, of type: ObjectType) throws {
    guard let before = draft.types[type] else { return }
    var merging = Merging()
    for segment in before.segments[range] {
      // All that is read is read before anything is written.
      do {
        try gather(segment, of: before, type, into: &merging)
      } catch let error as StorageError where error.code == .damaged {
        draft.unmergeable.insert(segment.id)
        return
      }
    }
    try discard(merging.replaced, before.segments[range], of: type)
    draft.types[type]?.segments.removeSubrange(range)
    for owner in merging.lanes.keys.sorted() {
      guard var lane = merging.lanes[owner] else { continue }
      lane.packer.finish()
      if lane.packer.outputs.isEmpty { continue }
      let merged = try write(lane.packer.outputs, of: type, contents: lane.contents)
      draft.types[type]?.insert(merged)
    }
  }

  /// What merging reads.
  private struct Merging {
    /// Of one app, the blocks as they will stand, and what the new header says of them.
    struct Lane {
      var packer: BlockPacker
      var contents = SegmentContents()
    }

    var lanes: [String: Lane] = [:]
    var replaced: [SegmentDirectory.Block] = []
  }

  private func newLane(of type: ObjectType) -> Merging.Lane {
    Merging.Lane(
      packer: BlockPacker(rows: tables.blocks.sizes[type], leavesCrumbs: hasLittleRoom))
  }

  private mutating func gather(
    _ segment: Segment, of state: TypeState, _ type: ObjectType, into merging: inout Merging
  ) throws {
    guard let owner = segment.owner else {
      return try separate(segment, of: state, type, into: &merging)
    }
    // Out of the lanes while it changes, so that it is not copied.
    var lane = merging.lanes.removeValue(forKey: owner) ?? newLane(of: type)
    defer { merging.lanes[owner] = lane }
    let damage = draft.damage[segment.id]
    // Without dead rows the stored aggregates hold; where they are damaged the blocks tell again.
    let isWhole =
      damage == nil && segment.directory.blocks.allSatisfy { state.dead[$0.id] == nil }
    let stored = isWhole ? try storedAggregates(of: segment) : nil
    if let stored { lane.contents.add(segment.directory, stored) }
    for block in segment.directory.blocks {
      // What it held is stored anew, or buried.
      if let damage, damage.dots.isEmpty, damage.blocks.contains(block.id) {
        merging.replaced.append(block)
        continue
      }
      let isKept = state.dead[block.id] == nil && lane.packer.canKeep(block.count)
      if isKept {
        lane.packer.keep(block)
        if block.foreignUUIDs > 0 { _ = try tables.blocks.uuids(block.id) }
      } else {
        merging.replaced.append(block)
      }
      if isKept && stored != nil { continue }
      let run = try run(of: block, in: state, type)
      if stored == nil { lane.contents.add(run) }
      if !isKept { lane.packer.append(run) }
    }
  }

  /// Takes the rows of a segment that several apps saved apart.
  private mutating func separate(
    _ segment: Segment, of state: TypeState, _ type: ObjectType, into merging: inout Merging
  ) throws {
    let damage = draft.damage[segment.id]
    for block in segment.directory.blocks {
      merging.replaced.append(block)
      if let damage, damage.dots.isEmpty, damage.blocks.contains(block.id) { continue }
      for (owner, part) in try run(of: block, in: state, type).partsByOwnerNamed {
        var lane = merging.lanes.removeValue(forKey: owner) ?? newLane(of: type)
        lane.contents.add(part)
        lane.packer.append(part)
        merging.lanes[owner] = lane
      }
    }
  }

  /// The rows of a block that are in sight.
  private mutating func run(
    of block: SegmentDirectory.Block, in state: TypeState, _ type: ObjectType
  ) throws -> SampleRun {
    let run = try tables.blocks.run(block.id)
    guard run.type == type else {
      tables.blocks.noteUnreadable(block.id)
      throw StorageError(.damaged, cannot: "read block \(block.id)", "it is of another type")
    }
    guard let dead = state.dead[block.id] else { return run }
    return run.selecting((0..<run.count).filter { !dead.contains(UInt64($0)) })
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
    // No row tells of a loose one but its own.
    let loose = Set(segments.filter { draft.loose.remove(segment: $0.id) }.map(\.id))
    let looseBlocks = segments.filter { loose.contains($0.id) }.flatMap(\.directory.blocks)
    for block in blocks where !looseBlocks.contains(block) {
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
    for segment in segments where !loose.contains(segment.id) {
      try tables.segments.remove(segment.id)
      if segment.foreignUUIDs > 0 { try tables.uuids.removePages(of: segment.id) }
    }
    if !blocks.isEmpty {
      garbage.append(Garbage(generation: draft.generation, blocks: blocks.map(\.id)))
    }
  }

  /// Merges one segment's rows out of sight away, or takes apart what several apps saved; returns whether
  /// there is another.
  mutating func compactOne() throws -> Bool {
    var isDone = false
    for (type, state) in draft.types where !state.dead.isEmpty || state.hasMixedSegments {
      for (index, segment) in state.segments.enumerated()
      where (segment.owner == nil || hasDeadRows(segment, state))
        && !draft.unmergeable.contains(segment.id)
      {
        // A neighbour that fits comes along, so that what deletions leave does not stay in crumbs.
        let next = index + 1
        let takesNext =
          next < state.segments.count && state.segments[next].owner == segment.owner
          && !draft.unmergeable.contains(state.segments[next].id)
          && segment.count + state.segments[next].count <= MergePlan.mostRows / 2
        let range = index..<(takesNext ? next + 1 : next)
        guard try hasRoom(toMerge: state.segments[range], of: type, in: state) else { continue }
        if isDone { return true }
        isDone = true
        try merge(range, of: type)
      }
    }
    return false
  }

  /// Whether merging the segments writes no more blocks anew than there is room for.
  private func hasRoom(
    toMerge segments: ArraySlice<Segment>, of type: ObjectType, in state: TypeState
  ) throws -> Bool {
    guard mostRewritten < .max else { return true }
    let rows = tables.blocks.sizes[type]
    var bytes = 0
    for block in segments.lazy.flatMap(\.directory.blocks) {
      let dead = Int(state.dead[block.id]?.count ?? 0)
      // With little room the packer keeps full blocks; deleted rows are written nowhere.
      if dead == 0
        ? hasLittleRoom && BlockPacker.isFull(block.count, of: rows) : dead >= block.count
      {
        continue
      }
      let length = try connection.integer("SELECT length(body) FROM block WHERE id = \(block.id)")
      bytes += Int(length ?? 0)
    }
    return bytes <= mostRewritten
  }

  func hasDeadRows(_ segment: Segment, _ state: TypeState) -> Bool {
    segment.directory.blocks.contains { state.dead[$0.id] != nil }
  }
}
