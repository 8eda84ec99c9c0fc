internal import HealthModel

/// The dots of blocks that were asked for, block by block.
///
/// They are found again by the segment itself and not by numbers, which a rollback gives out anew.
struct DotReading {
  private struct Entry {
    weak var segment: Segment?
    /// Those of each block; `nil` for what was not read yet.
    var columns: [DotColumn?]
  }

  /// Mostly one span a block: about 4 MB.
  private static let mostSpans = 131_072
  private static let mostBlocks = 65_536

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var spans = 0
  private var blocks = 0

  /// The dots of block `index` of the segment, if they are here.
  func dots(of index: Int, in segment: Segment) -> DotColumn? {
    guard let entry = entries[ObjectIdentifier(segment)], entry.segment === segment else {
      return nil
    }
    return entry.columns[index]
  }

  mutating func keep(_ dots: DotColumn, of index: Int, in segment: Segment) {
    if spans + dots.spans.count > Self.mostSpans || blocks >= Self.mostBlocks {
      // Whoever asks next asks for few of them.
      self = Self()
    }
    let key = ObjectIdentifier(segment)
    var entry =
      entries.removeValue(forKey: key)
      ?? Entry(
        segment: segment, columns: Array(repeating: nil, count: segment.directory.blocks.count))
    if entry.segment !== segment {
      entry = Entry(
        segment: segment, columns: Array(repeating: nil, count: segment.directory.blocks.count))
    }
    entry.columns[index] = dots
    entries[key] = entry
    spans += dots.spans.count
    blocks += 1
  }
}

extension ReadTables {
  /// The dots of block `index` of the segment; `nil` where they are damaged.
  mutating func dots(of index: Int, in segment: Segment) throws -> DotColumn? {
    let block = segment.directory.blocks[index]
    if sync.damaged.contains(block.id) { return nil }
    if let known = sync.dots.dots(of: index, in: segment) { return known }
    guard let dots = try intact(block, { tables in try tables.sync.blocks.dots(of: block) }) else {
      return nil
    }
    sync.dots.keep(dots, of: index, in: segment)
    return dots
  }

  /// The dots and ends of block `index` of the segment; `nil` where they are damaged.
  mutating func dotsAndEnds(
    of index: Int, in segment: Segment
  ) throws -> (dots: DotColumn, ends: [Double])? {
    let block = segment.directory.blocks[index]
    return try intact(block) { tables in try tables.sync.blocks.dotsAndEnds(of: block) }
  }

  /// What `body` reads of one block; `nil` where that is damaged (R24).
  mutating func intact<Result>(
    _ block: SegmentDirectory.Block, _ body: (inout Self) throws -> Result
  ) throws -> Result? {
    if sync.damaged.contains(block.id) { return nil }
    do {
      return try body(&self)
    } catch let error as StorageError where error.code == .damaged {
      sync.missed.insert(block.id)
      blocks.noteUnreadable(block.id)
      return nil
    }
  }
}
