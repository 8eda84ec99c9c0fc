/// For each stream the numbers that a node has processed.
package struct Vector: Hashable, Sendable {
  /// No stream has an empty set.
  package private(set) var streams: [Stream: Intervals] = [:]

  package init() {}

  package init(_ dots: some Sequence<Dot>) {
    for dot in dots { insert(dot) }
  }

  /// What a stream covers; setting an empty set removes the stream.
  package subscript(_ stream: Stream) -> Intervals {
    get { streams[stream, default: Intervals()] }
    set { streams[stream] = newValue.isEmpty ? nil : newValue }
  }

  package mutating func insert(_ dot: Dot) {
    streams[dot.stream, default: Intervals()].insert(dot.number)
  }

  package mutating func insert(_ range: ClosedRange<UInt64>, in stream: Stream) {
    streams[stream, default: Intervals()].insert(range)
  }

  package mutating func remove(_ dot: Dot) {
    self[dot.stream].remove(dot.number...dot.number)
  }

  package func covers(_ dot: Dot) -> Bool { streams[dot.stream]?.contains(dot.number) ?? false }

  package func covers(_ other: Self) -> Bool { other.subtracting(self).streams.isEmpty }

  package func union(_ other: Self) -> Self {
    var joined = self
    for (stream, intervals) in other.streams { joined[stream] = joined[stream].union(intervals) }
    return joined
  }

  package func subtracting(_ other: Self) -> Self {
    var left = self
    for (stream, intervals) in other.streams where left.streams[stream] != nil {
      left[stream] = left[stream].subtracting(intervals)
    }
    return left
  }

  /// All the dots, one by one: only of vectors that are small, as those of cases are.
  package var dots: [Dot] {
    streams.keys.sorted().flatMap { stream in self[stream].numbers.map { Dot(stream, $0) } }
  }

  package var intervalCount: Int { streams.values.reduce(0) { $0 + $1.ranges.count } }

  package var digest: UInt64 {
    streams.reduce(0) { $0 &+ Mixer($1.key).digest($1.value) }
  }
}
