internal import CDyadMessages
package import HealthModel

extension SegmentDirectory: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("SegmentDirectory") { () throws(CodecError) in
      let packing = Packing(expecting: 4096 + 128 * blocks.count)
      return try unsafe packing.bytes(of: packing.directory(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SegmentDirectory") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.directory(
          unpacking.message(bytes, dyad__v1__segment_directory__unpack))
      }
    }
  }
}

extension Packing {
  fileprivate func directory(
    _ directory: SegmentDirectory
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__SegmentDirectory> {
    let blocks = directory.blocks
    let message = unsafe make(dyad__v1__segment_directory__init)
    unsafe message.pointee.block_count = try at("block_count") { () throws(CodecError) in
      try count(blocks.count, atMost: CodecBound.segmentRows)
    }
    unsafe message.pointee.ids = column(blocks.map(\.id))
    unsafe message.pointee.counts = column(blocks.map { Int64($0.count) })
    unsafe message.pointee.first_positions = column(blocks.map(\.firstPosition))
    unsafe message.pointee.position_lengths = column(
      blocks.map { $0.lastPosition &- $0.firstPosition })
    unsafe message.pointee.foreign_uuid_counts = column(blocks.map { Int64($0.foreignUUIDs) })
    unsafe message.pointee.min_starts = times(blocks.map(\.minStart))
    unsafe message.pointee.max_starts = times(blocks.map(\.maxStart))
    unsafe message.pointee.min_ends = times(blocks.map(\.minEnd))
    unsafe message.pointee.max_ends = times(blocks.map(\.maxEnd))
    unsafe message.pointee.live = try at("live") { () throws(CodecError) in
      try unsafe live(directory.live)
    }
    unsafe message.pointee.sources = try at("sources") { () throws(CodecError) in
      try unsafe array(directory.sources) { source throws(CodecError) in
        try unsafe self.source(source)
      }
    }
    unsafe message.pointee.n_sources = directory.sources.count
    return unsafe message
  }
}

extension Unpacking {
  fileprivate func directory(
    _ message: UnsafeMutablePointer<Dyad__V1__SegmentDirectory>
  ) throws(CodecError) -> SegmentDirectory {
    let count = try at("block_count") { () throws(CodecError) in
      try unsafe self.count(message.pointee.block_count, atMost: CodecBound.segmentRows)
    }
    let ids = try at("ids") { () throws(CodecError) in
      try unsafe numbers(message.pointee.ids, count: count)
    }
    let counts = try at("counts") { () throws(CodecError) in
      try unsafe numbers(
        message.pointee.counts, count: count, in: 1...Int64(CodecBound.rows))
    }
    let foreign = try at("foreign_uuid_counts") { () throws(CodecError) in
      try unsafe numbers(
        message.pointee.foreign_uuid_counts, count: count, in: 0...Int64(CodecBound.rows))
    }
    let first = try at("first_positions") { () throws(CodecError) in
      try unsafe numbers(message.pointee.first_positions, count: count, in: 0...Int64.max)
    }
    let lengths = try at("position_lengths") { () throws(CodecError) in
      try unsafe numbers(message.pointee.position_lengths, count: count, in: 0...Int64.max)
    }
    let starts = try unsafe span(
      message.pointee.min_starts, message.pointee.max_starts, count: count, "max_starts")
    let ends = try unsafe span(
      message.pointee.min_ends, message.pointee.max_ends, count: count, "max_ends")
    var blocks: [SegmentDirectory.Block] = []
    blocks.reserveCapacity(count)
    for row in 0..<count {
      let (last, overflow) = first[row].addingReportingOverflow(lengths[row])
      guard !overflow else {
        throw CodecError(.outOfRange, "position_lengths", "a position is not in 0..<2^63")
      }
      guard foreign[row] <= counts[row] else {
        throw CodecError(.outOfRange, "foreign_uuid_counts", "more UUIDs than samples")
      }
      blocks.append(
        SegmentDirectory.Block(
          id: ids[row], count: Int(counts[row]), firstPosition: first[row], lastPosition: last,
          minStart: starts.min[row], maxStart: starts.max[row], minEnd: ends.min[row],
          maxEnd: ends.max[row], foreignUUIDs: Int(foreign[row])))
    }
    return SegmentDirectory(
      blocks: blocks,
      live: try at("live") { () throws(CodecError) in try unsafe live(message.pointee.live) },
      sources: try at("sources") { () throws(CodecError) in
        try unsafe values(message.pointee.n_sources, message.pointee.sources) {
          source throws(CodecError) in
          try unsafe self.source(source)
        }
      })
  }

  private func span(
    _ minima: UnsafeMutablePointer<Dyad__V1__TimeColumn>?,
    _ maxima: UnsafeMutablePointer<Dyad__V1__TimeColumn>?, count: Int, _ field: StaticString
  ) throws(CodecError) -> (min: [Double], max: [Double]) {
    try at(field) { () throws(CodecError) in
      let min = try unsafe times(minima, count: count)
      let max = try unsafe times(maxima, count: count)
      guard zip(min, max).allSatisfy({ $0 <= $1 }) else {
        throw CodecError(.badDate, "the latest instant lies before the earliest")
      }
      return (min, max)
    }
  }
}
