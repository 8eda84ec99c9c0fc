internal import HealthModel

/// Goes through the blocks of types in log order, however many lanes they lie in.
///
/// Blocks of one lane do not overlap, those of several do. So of each lane one block is at hand, and what can
/// be told next is what stands no later than where the first of these ends.
struct LogWalk: Sendable {
  /// A block that is at hand, and the number of its type among those that are walked.
  typealias Place = (type: Int, block: SegmentDirectory.Block)

  private struct Lane {
    var type: Int
    /// The index after its last segment.
    var end: Int
    /// The segment of the block at hand, and its place there.
    var segment: Int
    var block: Int
  }

  private let states: [TypeState]
  private let box: TimeBox
  private var lanes: [Lane] = []

  /// Begins with what comes after a position of the log.
  ///
  /// - Parameters:
  ///   - states: The types, of which the given segments are walked.
  ///   - box: Blocks without a row in it are passed over.
  ///   - position: The last position that is not wanted.
  init(_ states: [TypeState], in box: TimeBox, after position: Int64) {
    self.states = states
    self.box = box
    for (type, state) in states.enumerated() {
      for range in state.lanes {
        var lane = Lane(type: type, end: range.upperBound, segment: range.upperBound, block: 0)
        let late = state.segments[range].suffix { $0.lastPosition > position }
        if let segment = late.first {
          let blocks = segment.directory.blocks
          lane.segment = late.startIndex
          lane.block = blocks[...].suffix { $0.lastPosition > position }.startIndex
        }
        if Self.settle(&lane, states, box) { lanes.append(lane) }
      }
    }
  }

  /// The first position of the blocks at hand; `nil` at the end.
  var firstPosition: Int64? { lanes.lazy.map { block(of: $0).firstPosition }.min() }

  /// The position up to which the blocks at hand tell all; `nil` at the end.
  var lastPosition: Int64? { lanes.lazy.map { block(of: $0).lastPosition }.min() }

  /// Those of the blocks at hand that begin by a position.
  func blocks(through position: Int64) -> [Place] {
    lanes.compactMap { lane in
      let block = block(of: lane)
      return block.firstPosition <= position ? (lane.type, block) : nil
    }
  }

  /// Goes on to what comes after a position, which is not behind `lastPosition`.
  mutating func pass(_ position: Int64) {
    var isOver = false
    for index in lanes.indices where block(of: lanes[index]).lastPosition <= position {
      lanes[index].block += 1
      if !Self.settle(&lanes[index], states, box) { isOver = true }
    }
    if isOver { lanes.removeAll { $0.segment >= $0.end } }
  }

  private func block(of lane: Lane) -> SegmentDirectory.Block {
    states[lane.type].segments[lane.segment].directory.blocks[lane.block]
  }

  /// Passes over blocks that hold nothing; whether there is one that may.
  private static func settle(_ lane: inout Lane, _ states: [TypeState], _ box: TimeBox) -> Bool {
    let state = states[lane.type]
    while lane.segment < lane.end {
      let segment = state.segments[lane.segment]
      if segment.mayHold(box) {
        let blocks = segment.directory.blocks
        while lane.block < blocks.count {
          let block = blocks[lane.block]
          if block.mayLie(in: box), !state.isDead(block) { return true }
          lane.block += 1
        }
      }
      lane.segment += 1
      lane.block = 0
    }
    return false
  }
}

extension ArraySlice {
  /// The elements from the first on that `isLate`, as all after it are.
  fileprivate func suffix(where isLate: (Element) -> Bool) -> ArraySlice<Element> {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return self[low...]
  }
}
