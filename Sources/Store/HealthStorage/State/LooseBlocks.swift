internal import HealthModel

/// The loose blocks of a state, in the order in which they were written.
package struct LooseBlocks: Sendable {
  /// So few that whoever opens the store reads them in a moment, and whoever looks for a UUID looks at each.
  package static let most = 64

  package private(set) var blocks: [LooseBlock] = []
  /// The segments of loose blocks that were found damaged when the store was opened: what they held is
  /// unknown.
  var damaged: [Int64] = []

  package var count: Int { blocks.count }
  var isEmpty: Bool { blocks.isEmpty && damaged.isEmpty }

  mutating func append(_ block: LooseBlock) {
    blocks.append(block)
  }

  /// The loose block that is a segment; `nil` where the segment has a row of its own.
  subscript(segment id: Int64) -> LooseBlock? {
    index(ofSegment: id).map { blocks[$0] }
  }

  /// Removes the block that is a segment, if it is one of these; returns whether it was.
  mutating func remove(segment id: Int64) -> Bool {
    guard let index = index(ofSegment: id) else { return false }
    blocks.remove(at: index)
    return true
  }

  mutating func removeAll() {
    self = LooseBlocks()
  }

  /// Those of which somebody sees something.
  func seen(_ sight: [ObjectType: Visibility]) -> LooseBlocks {
    var seen = LooseBlocks()
    seen.blocks = blocks.filter { block in
      switch sight[block.type] ?? .nothing {
      case .everything, .chosen: true
      case .own(let app): block.segment.owner == app
      case .nothing: false
      }
    }
    return seen
  }

  /// Segments are numbered in the order in which they are made.
  private func index(ofSegment id: Int64) -> Int? {
    guard let first = blocks.first, id >= first.segment.id else { return nil }
    return blocks.firstIndex { $0.segment.id == id }
  }
}
