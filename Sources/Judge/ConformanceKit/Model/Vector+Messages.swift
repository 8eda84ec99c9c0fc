package import ConformanceWire

extension Vector {
  /// The most intervals that a message tells.
  package static let mostIntervals = 262_144

  /// As a VersionVector.
  package var value: Value {
    guard !streams.isEmpty else { return [:] }
    let ordered = streams.keys.sorted()
    var value = Streams.value(ordered, counted: "stream_count")
    value["interval_counts"] = Column.ints(ordered.map { Int64(self[$0].ranges.count) })
    var gaps: [Int64] = []
    var lengths: [Int64] = []
    for stream in ordered {
      var upper: UInt64 = 0
      for range in self[stream].ranges {
        gaps.append(Int64(bitPattern: range.lowerBound &- upper))
        lengths.append(Int64(bitPattern: range.upperBound &- range.lowerBound))
        upper = range.upperBound
      }
    }
    value["gaps"] = Column.ints(gaps)
    value["lengths"] = Column.ints(lengths)
    return value
  }

  /// Reads a VersionVector.
  package init(_ value: Value) throws(ModelError) {
    let ordered = try Streams.read(value, counted: "stream_count", most: Self.mostIntervals)
    let counts = try Column.spans(
      value, "interval_counts", count: ordered.count, most: Self.mostIntervals)
    let total = counts.reduce(0, +)
    let gaps = try Column.ints(value, "gaps", rows: total)
    let lengths = try Column.ints(value, "lengths", rows: total)
    var place = 0
    for (stream, count) in zip(ordered, counts) {
      let part = place..<place + count
      self[stream] = Intervals(sorted: try Self.ranges(gaps[part], lengths[part], after: 0))
      place += count
    }
  }

  /// The intervals that gaps and lengths tell, the first gap counted from `after`.
  package static func ranges(
    _ gaps: ArraySlice<Int64>, _ lengths: ArraySlice<Int64>, after: UInt64
  ) throws(ModelError) -> [ClosedRange<UInt64>] {
    var ranges: [ClosedRange<UInt64>] = []
    var upper = after
    for (gap, length) in zip(gaps, lengths) {
      let lower = upper &+ UInt64(bitPattern: gap)
      if !ranges.isEmpty, UInt64(bitPattern: gap) < 2 || lower < upper {
        throw ModelError("gaps", "intervals do not ascend, or touch")
      }
      let (end, isOver) = lower.addingReportingOverflow(UInt64(bitPattern: length))
      guard !isOver else { throw ModelError("lengths", "an interval ends beyond 2^64") }
      upper = end
      ranges.append(lower...end)
    }
    return ranges
  }

  /// As a VectorSummary.
  package var summary: Value {
    let ordered = streams.keys.sorted()
    guard !ordered.isEmpty else { return [:] }
    return [
      "streams": Streams.value(ordered),
      "digests": Value(ordered.map { Mixer($0).digest(self[$0]) }),
    ]
  }

  /// As a VectorNews that tells all of it.
  package var whole: Value { ["whole": value] }

  /// As a VectorNews that only tells which one it is.
  package var byDigest: Value { ["digest": .unsigned(digest)] }

  /// As a VectorDifference from another one.
  package func difference(from base: Self) -> Value {
    var changed = Self()
    for (stream, intervals) in streams where base.streams[stream] != intervals {
      changed[stream] = intervals
    }
    let removed = base.streams.keys.filter { streams[$0] == nil }.sorted()
    var value: Value = [
      "base_digest": .unsigned(base.digest), "changed": changed.value,
      "result_digest": .unsigned(digest),
    ]
    if !removed.isEmpty { value["removed"] = Streams.value(removed) }
    return value
  }

  /// What a VectorDifference makes of this vector.
  package func applying(_ difference: Value) throws(ModelError) -> Self {
    guard difference["base_digest"].word == digest else {
      throw ModelError("base_digest", "it is that of another vector")
    }
    let changed = try Column.within("changed") { () throws(ModelError) in
      try Self(difference["changed"])
    }
    let removed = try Column.within("removed") { () throws(ModelError) in
      try Streams.read(difference["removed"], most: Self.mostIntervals)
    }
    var result = self
    for stream in removed {
      guard changed.streams[stream] == nil else {
        throw ModelError("removed", "a stream is in changed too")
      }
      result[stream] = Intervals()
    }
    for (stream, intervals) in changed.streams { result[stream] = intervals }
    guard difference["result_digest"].word == result.digest else {
      throw ModelError("result_digest", "another vector comes out")
    }
    return result
  }

  /// The vector that a VectorNews tells to somebody who has some.
  package init(news: Value, having bases: [Self] = []) throws(ModelError) {
    if news["whole"].isPresent {
      try self.init(news["whole"])
    } else if news["digest"].isPresent {
      guard let base = bases.first(where: { $0.digest == news["digest"].word }) else {
        throw ModelError("digest", "it is that of a vector which is not here")
      }
      self = base
    } else if news["difference"].isPresent {
      let digest = news["difference"]["base_digest"].word
      guard let base = bases.first(where: { $0.digest == digest }) else {
        throw ModelError("difference", "it is from a vector which is not here")
      }
      self = try base.applying(news["difference"])
    } else {
      throw ModelError("news", "none is told")
    }
  }
}
