// How vectors are told as digests and differences.
extension VersionVector {
  /// The same for equal vectors on all nodes, and by all likelihood for no others: the sum of its
  /// streams' digests.
  package var digest: UInt64 {
    streams.reduce(0) { $0 &+ Self.digest($1.key, $1.value) }
  }

  package var summary: VectorSummary {
    var digests: [Stream: UInt64] = [:]
    for (stream, intervals) in streams { digests[stream] = Self.digest(stream, intervals) }
    return VectorSummary(digests: digests)
  }

  /// What turns `base` into this vector.
  package func difference(from base: Self) -> VectorDifference {
    difference(
      baseDigest: base.digest,
      changed: { base.streams[$0] != $1 }, streams: Set(base.streams.keys))
  }

  /// What turns the vector with this summary into this one.
  package func difference(from base: VectorSummary) -> VectorDifference {
    difference(
      baseDigest: base.digests.values.reduce(0, &+),
      changed: { base.digests[$0] != Self.digest($0, $1) }, streams: Set(base.digests.keys))
  }

  private func difference(
    baseDigest: UInt64, changed isChanged: (Stream, IntervalSet) -> Bool, streams old: Set<Stream>
  ) -> VectorDifference {
    var changed = Self()
    for (stream, intervals) in streams where isChanged(stream, intervals) {
      changed[stream] = intervals
    }
    return VectorDifference(
      base: baseDigest, changed: changed, removed: old.filter { streams[$0] == nil },
      result: digest)
  }

  /// What the difference makes of this vector; `nil` unless it was made from it.
  package func applying(_ difference: VectorDifference) -> Self? {
    guard digest == difference.base else { return nil }
    var result = self
    for (stream, intervals) in difference.changed.streams { result[stream] = intervals }
    for stream in difference.removed { result[stream] = IntervalSet() }
    return result.digest == difference.result ? result : nil
  }

  /// The first word of the sum of the bounds of all intervals, each mixed as if it were a dot.
  private static func digest(_ stream: Stream, _ intervals: IntervalSet) -> UInt64 {
    let mixer = DotMixer(stream)
    var sum: UInt128 = 0
    for interval in intervals.intervals {
      sum &+= mixer.mix(interval.lowerBound) &* 3 &+ mixer.mix(~interval.upperBound)
    }
    return UInt64(truncatingIfNeeded: sum >> 64)
  }
}
