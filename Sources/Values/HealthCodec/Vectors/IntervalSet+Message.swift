internal import CDyadMessages
package import HealthModel

extension IntervalSet: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("IntervalSet") { () throws(CodecError) in
      let packing = Packing(expecting: 1024 + 16 * intervals.count)
      var columns = IntervalColumns()
      try columns.append(self)
      let message = unsafe packing.make(dyad__v1__interval_set__init)
      unsafe message.pointee.count = UInt32(columns.gaps.count)
      unsafe message.pointee.gaps = packing.column(columns.gaps)
      unsafe message.pointee.lengths = packing.column(columns.lengths)
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("IntervalSet") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        let message = try unsafe unpacking.message(bytes, dyad__v1__interval_set__unpack)
        let count = try at("count") { () throws(CodecError) in
          try unsafe unpacking.count(message.pointee.count, atMost: CodecBound.intervals)
        }
        let gaps = try at("gaps") { () throws(CodecError) in
          try unsafe unpacking.numbers(message.pointee.gaps, count: count)
        }
        let lengths = try at("lengths") { () throws(CodecError) in
          try unsafe unpacking.numbers(message.pointee.lengths, count: count)
        }
        return try IntervalColumns.set(gaps: gaps[...], lengths: lengths[...])
      }
    }
  }
}

extension Unpacking {
  /// Interval sets, one for each of `setCount`, none of them empty.
  func intervalSets(
    _ setCount: Int, counts: UnsafeMutablePointer<Dyad__V1__IntColumn>?,
    gaps: UnsafeMutablePointer<Dyad__V1__IntColumn>?,
    lengths: UnsafeMutablePointer<Dyad__V1__IntColumn>?
  ) throws(CodecError) -> [IntervalSet] {
    let counts = try at("interval_counts") { () throws(CodecError) in
      try unsafe numbers(counts, count: setCount, in: 1...Int64(CodecBound.intervals))
    }
    // At most 2^18 sets of at most 2^18 intervals: the sum cannot overflow.
    let total = counts.reduce(0) { $0 + Int($1) }
    try at("interval_counts") { () throws(CodecError) in try spend(intervals: total) }
    let allGaps = try at("gaps") { () throws(CodecError) in
      try unsafe numbers(gaps, count: total)
    }
    let allLengths = try at("lengths") { () throws(CodecError) in
      try unsafe numbers(lengths, count: total)
    }
    var sets: [IntervalSet] = []
    sets.reserveCapacity(setCount)
    var next = 0
    for count in counts {
      let range = next..<(next + Int(count))
      sets.append(
        try at("gaps") { () throws(CodecError) in
          try IntervalColumns.set(gaps: allGaps[range], lengths: allLengths[range])
        })
      next = range.upperBound
    }
    return sets
  }
}
