package import HealthModel

/// A block that was written without a segment's row and without what finds its UUIDs: here is what these
/// would say.
package struct LooseBlock: Sendable {
  package let type: ObjectType
  /// The segment that has this block alone, with its aggregates.
  package let segment: Segment
  let uuids: UUIDSet

  /// - Parameters:
  ///   - id: The block's number.
  ///   - run: What it holds, of one app.
  ///   - number: The segment's.
  init(_ id: Int64, holding run: SampleRun, asSegment number: Int64) {
    var contents = SegmentContents()
    contents.add(run)
    type = run.type
    segment = Segment(
      id: number,
      directory: SegmentDirectory(
        blocks: [SegmentDirectory.Block(id: id, run)], live: contents.live,
        sources: contents.sources),
      aggregates: contents.aggregates, keepsAggregates: true)
    uuids = UUIDSet(run.uuids)
  }

  /// The block's number.
  var id: Int64 { segment.directory.blocks.first?.id ?? 0 }

  /// The streams its rows' dots are of.
  var streams: [VersionVector.Stream] {
    segment.directory.live.keys.map { VersionVector.Stream(incarnation: $0, type: type) }
  }

  /// Whether it holds any of some UUIDs of our numbering.
  func holdsNumbered(of others: UUIDSet) -> Bool {
    uuids.numbered.contains { base, counters in
      others.numbered[base].map { other in counters.intervals.contains { other.overlaps($0) } }
        ?? false
    }
  }
}
