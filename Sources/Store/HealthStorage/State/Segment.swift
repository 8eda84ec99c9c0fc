package import HealthModel

/// Samples of one type that follow each other in the log, as a directory of blocks; never changed, only
/// replaced.
package final class Segment: Sendable {
  package let id: Int64
  package let directory: SegmentDirectory
  /// The app that saved all of it, by bundle identifier; `nil` where they are several, as in stores from
  /// before apps had segments of their own.
  package let owner: String?
  /// The partial aggregates of a new and small segment, which merging will soon ask for.
  let aggregates: Aggregates?
  /// The row of the segment at which each block begins.
  package let blockStarts: [Int]
  package let count: Int
  /// How many of its UUIDs are not of our numbering.
  package let foreignUUIDs: Int
  private let blockIndexes: [Int64: Int]
  package let firstPosition: Int64
  package let lastPosition: Int64
  package let minStart: Double
  package let maxStart: Double
  package let minEnd: Double
  package let maxEnd: Double

  /// About 2 KB; a type has a few dozen segments that are not full.
  private static let mostKeptAggregates = 16

  /// A segment with at least one block.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - directory: Where its samples are.
  ///   - aggregates: Its partial aggregates, where they are known.
  ///   - keepsAggregates: Whether it keeps them however many they are, because they stand nowhere else.
  package init(
    id: Int64, directory: SegmentDirectory, aggregates: Aggregates? = nil,
    keepsAggregates: Bool = false
  ) {
    self.id = id
    self.directory = directory
    let owner = directory.sources.first?.bundleIdentifier
    self.owner = directory.sources.allSatisfy { $0.bundleIdentifier == owner } ? owner : nil
    self.aggregates =
      aggregates.flatMap {
        keepsAggregates || $0.entries.count <= Self.mostKeptAggregates ? $0 : nil
      }
    var starts: [Int] = []
    var count = 0
    var foreignUUIDs = 0
    var indexes: [Int64: Int] = [:]
    var minStart = Double.infinity
    var maxStart = -Double.infinity
    var minEnd = Double.infinity
    var maxEnd = -Double.infinity
    for (index, block) in directory.blocks.enumerated() {
      starts.append(count)
      indexes[block.id] = index
      count += block.count
      foreignUUIDs += block.foreignUUIDs
      minStart = min(minStart, block.minStart)
      maxStart = max(maxStart, block.maxStart)
      minEnd = min(minEnd, block.minEnd)
      maxEnd = max(maxEnd, block.maxEnd)
    }
    blockStarts = starts
    self.count = count
    self.foreignUUIDs = foreignUUIDs
    blockIndexes = indexes
    self.minStart = minStart
    self.maxStart = maxStart
    self.minEnd = minEnd
    self.maxEnd = maxEnd
    firstPosition = directory.blocks.first?.firstPosition ?? 0
    lastPosition = directory.blocks.last?.lastPosition ?? 0
  }

  /// Whether any of its samples can lie in `box`.
  package func mayHold(_ box: TimeBox) -> Bool {
    box.admits(minStart: minStart, maxStart: maxStart, minEnd: minEnd, maxEnd: maxEnd)
  }

  /// The index of the block numbered `id`; `nil` where it is elsewhere.
  package func index(ofBlock id: Int64) -> Int? { blockIndexes[id] }

  /// The index of the block that has row `row`.
  package func block(ofRow row: Int) -> Int? {
    guard row >= 0, row < count else { return nil }
    var low = 0
    var high = blockStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blockStarts[middle] <= row { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
