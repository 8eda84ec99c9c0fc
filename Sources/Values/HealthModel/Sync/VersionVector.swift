/// Which dots a node has processed, live or dead: exact, and with holes where a peer had them (R5).
package struct VersionVector: Hashable, Sendable {
  /// The numbers one incarnation gave out in one type.
  package struct Stream: Hashable, Sendable {
    package var incarnation: Incarnation
    package var type: ObjectType

    package init(incarnation: Incarnation, type: ObjectType) {
      self.incarnation = incarnation
      self.type = type
    }
  }

  package private(set) var streams: [Stream: IntervalSet] = [:]

  package init() {}

  package subscript(stream: Stream) -> IntervalSet {
    get { streams[stream] ?? IntervalSet() }
    set { streams[stream] = newValue.isEmpty ? nil : newValue }
  }

  package func covers(_ dot: Dot) -> Bool {
    streams[Stream(incarnation: dot.incarnation, type: dot.type)]?.contains(dot.sequence) ?? false
  }

  package mutating func cover(_ interval: ClosedRange<UInt64>, in stream: Stream) {
    streams[stream, default: IntervalSet()].insert(interval)
  }

  package mutating func cover(_ dots: DotColumn, of type: ObjectType) {
    for span in dots.spans {
      cover(span.interval, in: Stream(incarnation: span.incarnation, type: type))
    }
  }

  package mutating func uncover(_ interval: ClosedRange<UInt64>, in stream: Stream) {
    self[stream] = self[stream].subtracting(IntervalSet(interval))
  }

  package mutating func formUnion(_ other: Self) {
    for (stream, intervals) in other.streams {
      streams[stream, default: IntervalSet()].formUnion(intervals)
    }
  }

  package func isSuperset(of other: Self) -> Bool {
    other.streams.allSatisfy { self[$0].isSuperset(of: $1) }
  }
}
