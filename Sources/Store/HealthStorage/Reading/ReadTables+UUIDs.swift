package import HealthModel

extension ReadTables {
  /// Whether the store holds any of the UUIDs, in sight or not.
  mutating func holdsAny(of uuids: UUIDSet, in state: StoreState) throws -> Bool {
    if state.loose.blocks.contains(where: { $0.holdsNumbered(of: uuids) }) { return true }
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals {
        if let span = try self.uuids.span(of: base, endingAtOrAfter: interval.lowerBound),
          span.counters.lowerBound <= interval.upperBound
        {
          return true
        }
      }
    }
    guard let found = try foreignRows(of: uuids.others, in: state, stopAtFirst: true) else {
      throw StorageError(
        .damaged, cannot: "look UUIDs up", "the index of a segment is missing")
    }
    return !found.isEmpty
  }

  /// Those of some foreign UUIDs that the store holds, in sight or not.
  ///
  /// - Throws: `damaged` where the index, or a block it names, cannot be read.
  mutating func held(of uuids: Set<SampleUUID>, in state: StoreState) throws -> [SampleUUID] {
    guard let found = try foreignRows(of: uuids, in: state, stopAtFirst: false) else {
      throw StorageError(
        .damaged, cannot: "look UUIDs up", "the index of a segment is missing")
    }
    var held: [SampleUUID] = []
    for hit in found {
      let all = try blocks.uuids(hit.block.id)
      held += hit.rows.map { all[$0] }
    }
    return held
  }

  /// Where the UUIDs are stored, in sight or not.
  ///
  /// - Parameters:
  ///   - uuids: Which.
  ///   - state: Whose blocks are looked at.
  ///   - damaged: Blocks that are passed over.
  /// - Returns: `nil` when the tables have moved on since `state`, so that only a scan can tell.
  /// - Throws: `damaged` where the index, or a block it names, cannot be read.
  package mutating func locate(
    _ uuids: UUIDSet, in state: StoreState, except damaged: Set<Int64> = []
  ) throws -> [RowsInBlock]? {
    let others =
      uuids.others.isEmpty
      ? []
      : try inOneView { tables in
        try tables.foreignRows(
          of: uuids.others, in: state, stopAtFirst: false, except: damaged)
      }
    guard var found = others else {
      return nil
    }
    // What is loose is in no table, or came there since, under the same number or merged.
    var blocks = Set(state.loose.blocks.lazy.filter { $0.holdsNumbered(of: uuids) }.map(\.id))
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals {
        var next = interval.lowerBound
        while next <= interval.upperBound,
          let span = try self.uuids.span(of: base, endingAtOrAfter: next),
          span.counters.lowerBound <= interval.upperBound
        {
          blocks.insert(span.block)
          next = span.counters.upperBound + 1
        }
      }
    }
    for id in blocks where !damaged.contains(id) {
      guard let place = state.place(ofBlock: id) else { return nil }
      // Whoever locates a few goes on to read them, and then one reading of the block is enough.
      let all =
        try blocks.count <= BlockCache.capacity ? self.blocks.run(id).uuids : self.blocks.uuids(id)
      let rows = Self.numberedRows(of: uuids, in: all)
      if let index = found.firstIndex(where: { $0.block.id == id }) {
        found[index].rows = (found[index].rows + rows).sorted()
      } else {
        found.append(
          RowsInBlock(
            type: place.type, segment: place.segment.id,
            block: place.segment.directory.blocks[place.index], rows: rows))
      }
    }
    return found
  }

  /// Looks foreign UUIDs up in the pages of every segment that has some, and confirms in the block;
  /// `nil` when a segment of `state` is gone from the tables.
  private mutating func foreignRows(
    of uuids: Set<SampleUUID>, in state: StoreState, stopAtFirst: Bool,
    except damaged: Set<Int64> = []
  ) throws -> [RowsInBlock]? {
    guard !uuids.isEmpty else { return [] }
    let hashed = HashedUUIDs(uuids)
    var found: [RowsInBlock] = []
    var left = uuids.count
    for (type, typeState) in state.types {
      // What was saved last is looked for most, and nothing is in sight twice.
      for segment in typeState.segments.reversed() where segment.foreignUUIDs > 0 {
        let candidates: [Int: Set<SampleUUID>]
        if let loose = state.loose[segment: segment.id] {
          let some = loose.uuids.others.filter(uuids.contains)
          candidates = some.isEmpty ? [:] : [0: some]
        } else if let some = try self.candidates(for: hashed, in: segment) {
          candidates = some
        } else {
          return nil
        }
        for (index, some) in candidates {
          let block = segment.directory.blocks[index]
          if damaged.contains(block.id) { continue }
          // Whoever locates a few goes on to read them, and one reading of the block is enough.
          let all =
            try !stopAtFirst && uuids.count <= BlockCache.capacity
            ? blocks.run(block.id).uuids : blocks.uuids(block.id)
          let rows =
            some.count == 1
            ? some.flatMap { Self.rows(of: $0, in: all) }
            : all.indices.filter { some.contains(all[$0]) }
          guard !rows.isEmpty else { continue }
          found.append(
            RowsInBlock(type: type, segment: segment.id, block: block, rows: rows))
          // One that is out of sight may have come again.
          let dead = typeState.dead[block.id]
          left -= rows.count { !(dead?.contains(UInt64($0)) ?? false) }
          if stopAtFirst || left <= 0 { return found }
        }
      }
    }
    return found
  }

  /// What each block of a segment, by its index, may have of the UUIDs; `nil` where the segment is gone.
  private mutating func candidates(
    for uuids: HashedUUIDs, in segment: Segment
  ) throws -> [Int: Set<SampleUUID>]? {
    let pages = UUIDPages.pageCount(for: segment.foreignUUIDs)
    let blocks = segment.directory.blocks.count
    let parts = uuids.parts(pages: pages)
    var result: [Int: Set<SampleUUID>] = [:]
    var next = 0
    while next < parts.count {
      // Pages that lie side by side are read in one go.
      let first = next
      repeat { next += 1 } while next < parts.count && parts[next].page == parts[next - 1].page + 1
      let isThere = try self.uuids.readPages(
        parts[first].page...parts[next - 1].page, of: segment.id
      ) { page, bytes, namesRows in
        UUIDPages.search(
          bytes, for: parts[first + page - parts[first].page].entries, pages: pages,
          bits: namesRows ? UInt16.bitWidth : UUIDPages.blockBits(for: blocks)
        ) { number, index in
          guard let block = namesRows ? segment.block(ofRow: number) : number, block < blocks
          else { return }
          result[block, default: []].insert(uuids.entries[index].uuid)
        }
      }
      guard isThere else { return nil }
    }
    return result
  }

  /// The row that has the UUID.
  private static func rows(of only: SampleUUID, in all: [SampleUUID]) -> [Int] {
    all.firstIndex { $0 == only }.map { [$0] } ?? []
  }

  /// The rows of numbered UUIDs that are in the set; a base is looked up once for its neighbours.
  static func numberedRows(of uuids: UUIDSet, in all: [SampleUUID]) -> [Int] {
    if uuids.numbered.count == 1, let (base, counters) = uuids.numbered.first,
      counters.count == 1, let counter = counters.min
    {
      return rows(of: SampleUUID(base: base, counter: counter), in: all)
    }
    var rows: [Int] = []
    var base: UInt64?
    var counters: IntervalSet?
    for (row, uuid) in all.enumerated() where uuid.isNumbered {
      if uuid.base != base {
        base = uuid.base
        counters = uuids.numbered[uuid.base]
      }
      if let counters, counters.contains(uuid.counter) { rows.append(row) }
    }
    return rows
  }
}
