internal import HealthModel

extension ReadTables {
  /// Where those of the UUIDs are stored that somebody sees, as far as whole segments tell.
  ///
  /// What they do not see costs as much as what is not there: each of its UUIDs is asked for by itself, and no
  /// block that has one is looked at.
  ///
  /// - Returns: `nil` when the tables have moved on since `state`, so that only a scan can tell.
  /// - Throws: `damaged` where the index, or a block it names, cannot be read.
  mutating func locate(
    _ uuids: UUIDSet, seeing sight: [ObjectType: Visibility], in state: StoreState
  ) throws -> [RowsInBlock]? {
    let seen = state.seen(sight)
    guard var found = try uuids.others.isEmpty ? [] : locate(UUIDSet(Array(uuids.others)), in: seen)
    else { return nil }
    guard let blocks = try seenBlocks(of: uuids, in: seen) else { return nil }
    for hit in blocks {
      // Whoever locates a few goes on to read them, and then one reading of the block is enough.
      let all =
        try blocks.count <= BlockCache.capacity
        ? self.blocks.run(hit.block.id).uuids : self.blocks.uuids(hit.block.id)
      let rows = Self.numberedRows(of: uuids, in: all)
      if let index = found.firstIndex(where: { $0.block.id == hit.block.id }) {
        found[index].rows = (found[index].rows + rows).sorted()
      } else {
        found.append(
          RowsInBlock(type: hit.type, segment: hit.segment, block: hit.block, rows: rows))
      }
    }
    return found
  }

  /// The blocks with UUIDs of our numbering that are among some, each once and without rows; `nil` when
  /// the tables have moved on since the state.
  private mutating func seenBlocks(
    of uuids: UUIDSet, in seen: StoreState
  ) throws -> [RowsInBlock]? {
    var found: [RowsInBlock] = []
    var areSeen: [Int64: Bool] = [:]
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals {
        var next = interval.lowerBound
        while next <= interval.upperBound {
          let span = try self.uuids.span(of: base, endingAtOrAfter: next)
          guard let span, span.counters.contains(next) else {
            next += 1
            continue
          }
          // Blocks are numbered in the order in which they are written.
          if span.block >= seen.nextBlock { return nil }
          if areSeen[span.block] == nil {
            let place = seen.place(ofBlock: span.block)
            areSeen[span.block] = place != nil
            if let place {
              let block = place.segment.directory.blocks[place.index]
              found.append(
                RowsInBlock(type: place.type, segment: place.segment.id, block: block, rows: []))
            }
          }
          let isSeen = areSeen[span.block] ?? false
          next = isSeen ? min(span.counters.upperBound, interval.upperBound) + 1 : next + 1
        }
      }
    }
    // Those that are in the tables by now were found there.
    for loose in seen.loose.blocks where areSeen[loose.id] == nil && loose.holdsNumbered(of: uuids)
    {
      for block in loose.segment.directory.blocks {
        found.append(
          RowsInBlock(type: loose.type, segment: loose.segment.id, block: block, rows: []))
      }
    }
    return found
  }

  /// The same for one type.
  mutating func locate(
    _ uuids: UUIDSet, of type: ObjectType, seeing visibility: Visibility, in state: StoreState
  ) throws -> [RowsInBlock]? {
    try locate(uuids, seeing: [type: visibility], in: state)
  }
}
