/// Where the samples of a segment are and what they span, so that a query decodes only what it must.
package struct SegmentDirectory: Hashable, Sendable {
  /// One block of consecutive log positions.
  package struct Block: Hashable, Sendable {
    package var id: Int64
    package var count: Int
    package var firstPosition: Int64
    package var lastPosition: Int64
    package var minStart: Double
    package var maxStart: Double
    package var minEnd: Double
    package var maxEnd: Double
    /// How many of its UUIDs are not of our numbering.
    package var foreignUUIDs: Int

    package init(
      id: Int64, count: Int, firstPosition: Int64, lastPosition: Int64, minStart: Double,
      maxStart: Double, minEnd: Double, maxEnd: Double, foreignUUIDs: Int
    ) {
      self.id = id
      self.count = count
      self.firstPosition = firstPosition
      self.lastPosition = lastPosition
      self.minStart = minStart
      self.maxStart = maxStart
      self.minEnd = minEnd
      self.maxEnd = maxEnd
      self.foreignUUIDs = foreignUUIDs
    }

    /// The entry of a block that holds `run`.
    package init(id: Int64, _ run: SampleRun) {
      self.init(
        id: id, count: run.count, firstPosition: run.positions.min ?? 0,
        lastPosition: run.positions.max ?? 0, minStart: run.starts.min() ?? 0,
        maxStart: run.starts.max() ?? 0, minEnd: run.ends.min() ?? 0,
        maxEnd: run.ends.max() ?? 0,
        foreignUUIDs: run.uuids.reduce(0) { $1.isNumbered ? $0 : $0 + 1 })
    }

    /// Whether any of its samples can lie in `box`.
    package func mayLie(in box: TimeBox) -> Bool {
      box.admits(minStart: minStart, maxStart: maxStart, minEnd: minEnd, maxEnd: maxEnd)
    }
  }

  /// In log order, without overlap.
  package var blocks: [Block]
  /// The dots of its samples, as intervals by incarnation (R13, R24).
  package var live: [Incarnation: IntervalSet]
  /// Everybody who saved one of its samples.
  package var sources: [Source]

  package init(blocks: [Block], live: [Incarnation: IntervalSet], sources: [Source]) {
    self.blocks = blocks
    self.live = live
    self.sources = sources
  }
}
