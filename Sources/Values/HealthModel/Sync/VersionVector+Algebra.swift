extension VersionVector {
  package var isEmpty: Bool { streams.isEmpty }

  /// How many intervals it has, which is what it costs to tell it.
  package var intervalCount: Int { streams.values.reduce(0) { $0 + $1.intervals.count } }

  /// How many dots it has, at most `UInt64.max`.
  package var count: UInt64 {
    streams.values.reduce(0) { total, intervals in
      let (sum, overflow) = total.addingReportingOverflow(intervals.count)
      return overflow ? .max : sum
    }
  }

  /// How many dots of each type.
  package var counts: [ObjectType: UInt64] {
    var counts: [ObjectType: UInt64] = [:]
    for (stream, intervals) in streams {
      // What a peer says it covers may be any number.
      let (sum, isBeyond) = counts[stream.type, default: 0]
        .addingReportingOverflow(intervals.count)
      counts[stream.type] = isBeyond ? .max : sum
    }
    return counts
  }

  package mutating func subtract(_ other: Self) {
    // Either may be the smaller one by far.
    if other.streams.count <= streams.count {
      for (stream, intervals) in other.streams { subtract(intervals, from: stream) }
    } else {
      for stream in Array(streams.keys) {
        if let intervals = other.streams[stream] { subtract(intervals, from: stream) }
      }
    }
  }

  package func subtracting(_ other: Self) -> Self {
    var result = self
    result.subtract(other)
    return result
  }

  package func union(_ other: Self) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }

  package func intersection(_ other: Self) -> Self {
    var result = Self()
    let (small, large) = streams.count <= other.streams.count ? (self, other) : (other, self)
    for (stream, intervals) in small.streams {
      guard let others = large.streams[stream] else { continue }
      result[stream] = intervals == others ? intervals : intervals.intersection(others)
    }
    return result
  }

  /// Its dots of the types in `scope`.
  package func restricted(to scope: TypeScope) -> Self {
    scope == .all ? self : filter { scope.contains($0.type) }
  }

  /// Its first dots in the order of `sortedStreams`: at most so many of them, in so many intervals.
  package func prefix(dots most: UInt64, intervals mostIntervals: Int) -> Self {
    var result = Self()
    var dotsLeft = most
    var intervalsLeft = mostIntervals
    for (stream, intervals) in sortedStreams {
      for interval in intervals.intervals {
        guard dotsLeft > 0, intervalsLeft > 0 else { return result }
        let size = interval.upperBound - interval.lowerBound
        let taken =
          size < dotsLeft ? interval : interval.lowerBound...(interval.lowerBound + dotsLeft - 1)
        result.cover(taken, in: stream)
        dotsLeft -= Swift.min(dotsLeft, taken.upperBound - taken.lowerBound + 1)
        intervalsLeft -= 1
      }
    }
    return result
  }

  private func filter(_ isKept: (Stream) -> Bool) -> Self {
    var result = Self()
    for (stream, intervals) in streams where isKept(stream) { result[stream] = intervals }
    return result
  }

  private mutating func subtract(_ intervals: IntervalSet, from stream: Stream) {
    guard let mine = streams[stream] else { return }
    self[stream] = mine == intervals ? IntervalSet() : mine.subtracting(intervals)
  }

  package mutating func insert(_ dot: Dot) {
    cover(
      dot.sequence...dot.sequence, in: Stream(incarnation: dot.incarnation, type: dot.type))
  }

  /// The dots of a run's rows.
  package init(_ dots: DotColumn, of type: ObjectType) {
    self.init()
    cover(dots, of: type)
  }

  /// Its streams in an order that all nodes share.
  package var sortedStreams: [(stream: Stream, intervals: IntervalSet)] {
    streams.map { ($0.key, $0.value) }.sorted { left, right in
      left.0.incarnation != right.0.incarnation
        ? left.0.incarnation < right.0.incarnation : left.0.type < right.0.type
    }
  }

  /// Its dots one by one, in an order that all nodes share; for small vectors.
  package var dots: [Dot] {
    sortedStreams.flatMap { stream, intervals in
      intervals.intervals.flatMap { interval in
        interval.map { Dot(incarnation: stream.incarnation, type: stream.type, sequence: $0) }
      }
    }
  }
}
