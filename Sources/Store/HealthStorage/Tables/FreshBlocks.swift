internal import HealthModel
private import Synchronization

/// The small blocks that were written last, in memory: the next reader or merge need not read them from the disk.
///
/// Who asks for a block holds a state in which it was committed, so that what an open transaction writes
/// here is found by nobody else; numbers that a rollback gives out again are forgotten with it.
package final class FreshBlocks: Sendable {
  /// A commit of a few samples; what is larger is rare, and worth reading.
  ///
  /// Rows would be no bound: one object alone can have thousands of members.
  private static let mostWeight = 4_096
  /// Enough for the segments of some types that wait to be merged.
  private static let capacity = 128

  private struct Block {
    var id: Int64
    var run: SampleRun
  }

  /// By number: they are given out in order, so the oldest makes room.
  private let blocks = Mutex([Block?](repeating: nil, count: capacity))

  package init() {}

  /// Whether what a commit saved of a type is so little that it is kept.
  static func isSmall(_ run: SampleRun) -> Bool { run.weight <= mostWeight }

  private static func slot(of id: Int64) -> Int { Int(id & Int64(capacity - 1)) }

  subscript(id: Int64) -> SampleRun? {
    blocks.withLock { blocks in
      guard let block = blocks[Self.slot(of: id)], block.id == id else { return nil }
      return block.run
    }
  }

  /// Keeps a block, unless it is large; returns whether it does.
  func insert(_ run: SampleRun, as id: Int64) -> Bool {
    guard Self.isSmall(run) else { return false }
    blocks.withLock { $0[Self.slot(of: id)] = Block(id: id, run: run) }
    return true
  }

  func remove(_ id: Int64) {
    blocks.withLock { blocks in
      if blocks[Self.slot(of: id)]?.id == id { blocks[Self.slot(of: id)] = nil }
    }
  }

  func removeAll() {
    blocks.withLock { $0 = [Block?](repeating: nil, count: Self.capacity) }
  }
}
