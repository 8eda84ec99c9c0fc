package import HealthModel

/// The dots whose row stands under another dot, because one object was saved on two nodes (R23).
///
/// An alias has its host's row for all that peers are told. Mostly there are few; where whole imports
/// met, they are few stretches.
package struct Aliases: Sendable {
  /// Aliases of one stream that follow each other, as do their hosts.
  package struct Span: Hashable, Sendable {
    package var stream: VersionVector.Stream
    package var sequences: ClosedRange<UInt64>
    package var host: VersionVector.Stream
    /// The host of the first.
    package var hostFirst: UInt64

    package init(
      stream: VersionVector.Stream, sequences: ClosedRange<UInt64>, host: VersionVector.Stream,
      hostFirst: UInt64
    ) {
      self.stream = stream
      self.sequences = sequences
      self.host = host
      self.hostFirst = hostFirst
    }

    /// The alias `alias` of `host`.
    package init(_ alias: Dot, of host: Dot) {
      self.init(
        stream: VersionVector.Stream(incarnation: alias.incarnation, type: alias.type),
        sequences: alias.sequence...alias.sequence,
        host: VersionVector.Stream(incarnation: host.incarnation, type: host.type),
        hostFirst: host.sequence)
    }

    package var hosts: ClosedRange<UInt64> {
      hostFirst...(hostFirst + (sequences.upperBound - sequences.lowerBound))
    }

    /// The pairs of aliases and hosts, one by one.
    package var pairs: [(alias: Dot, host: Dot)] {
      zip(sequences, hosts).map { sequence, hostSequence in
        (
          Dot(incarnation: stream.incarnation, type: stream.type, sequence: sequence),
          Dot(incarnation: host.incarnation, type: host.type, sequence: hostSequence)
        )
      }
    }

    /// The part whose aliases are in `range`.
    func part(_ range: ClosedRange<UInt64>) -> Self? {
      let lower = max(range.lowerBound, sequences.lowerBound)
      let upper = min(range.upperBound, sequences.upperBound)
      guard lower <= upper else { return nil }
      return Self(
        stream: stream, sequences: lower...upper, host: host,
        hostFirst: hostFirst + (lower - sequences.lowerBound))
    }

    /// The part whose hosts are in `range`.
    func part(hosts range: ClosedRange<UInt64>) -> Self? {
      let lower = max(range.lowerBound, hosts.lowerBound)
      let upper = min(range.upperBound, hosts.upperBound)
      guard lower <= upper else { return nil }
      let first = sequences.lowerBound + (lower - hostFirst)
      return part(first...(first + (upper - lower)))
    }

    /// Both as one; `nil` unless `next` goes on where this ends.
    func joined(with next: Self) -> Self? {
      guard stream == next.stream, host == next.host,
        sequences.upperBound < next.sequences.lowerBound,
        next.sequences.lowerBound - sequences.upperBound == 1,
        hosts.upperBound < next.hostFirst, next.hostFirst - hosts.upperBound == 1
      else { return nil }
      return Self(
        stream: stream, sequences: sequences.lowerBound...next.sequences.upperBound, host: host,
        hostFirst: hostFirst)
    }
  }

  /// Ascending, disjoint and as long as they can be.
  private var streams: [VersionVector.Stream: [Span]] = [:]
  private var index = HostIndex()

  package init() {}

  package var isEmpty: Bool { streams.isEmpty }

  /// All of them, in no order.
  package var spans: [Span] { streams.values.flatMap(\.self) }

  /// All dots that are aliases.
  package var dots: VersionVector {
    var result = VersionVector()
    for span in spans { result.cover(span.sequences, in: span.stream) }
    return result
  }

  /// The dot that holds the row of `alias`; `nil` where that is no alias.
  package func host(of alias: Dot) -> Dot? {
    let stream = VersionVector.Stream(incarnation: alias.incarnation, type: alias.type)
    guard let spans = streams[stream] else { return nil }
    let index = Self.index(in: spans, endingAtOrAfter: alias.sequence)
    guard index < spans.count, let part = spans[index].part(alias.sequence...alias.sequence) else {
      return nil
    }
    return Dot(
      incarnation: part.host.incarnation, type: part.host.type, sequence: part.hostFirst)
  }

  /// Those of the aliases that are among `dots`, with their hosts.
  package func among(_ dots: VersionVector) -> [Span] {
    guard !isEmpty else { return [] }
    var result: [Span] = []
    for (stream, intervals) in dots.streams {
      guard let spans = streams[stream] else { continue }
      for interval in intervals.intervals {
        var index = Self.index(in: spans, endingAtOrAfter: interval.lowerBound)
        while index < spans.count, let part = spans[index].part(interval) {
          result.append(part)
          index += 1
        }
      }
    }
    return result
  }

  /// The aliases whose hosts are among `dots`.
  package func hosted(by dots: VersionVector) -> [Span] {
    isEmpty ? [] : index.spans(hostedBy: dots)
  }

  /// Adds aliases that are none yet.
  ///
  /// - Parameter span: Which, and of whom.
  /// - Returns: What stands in the place of which spans now.
  @discardableResult
  package mutating func insert(_ span: Span) -> (removed: [Span], inserted: Span) {
    var spans = streams.removeValue(forKey: span.stream) ?? []
    var index = Self.index(in: spans, endingAtOrAfter: span.sequences.lowerBound)
    var joined = span
    var removed: [Span] = []
    if index < spans.count, let whole = joined.joined(with: spans[index]) {
      removed.append(spans.remove(at: index))
      joined = whole
    }
    if index > 0, let whole = spans[index - 1].joined(with: joined) {
      index -= 1
      removed.append(spans.remove(at: index))
      joined = whole
    }
    spans.insert(joined, at: index)
    streams[span.stream] = spans
    for old in removed { self.index.remove(old) }
    self.index.insert(joined)
    return (removed, joined)
  }

  /// Takes `part` out, which is all or a stretch of one that is there.
  ///
  /// - Parameter part: As ``among(_:)`` or ``hosted(by:)`` names it.
  /// - Returns: The one it was taken from, and what is left of it.
  package mutating func remove(_ part: Span) -> (removed: Span, left: [Span])? {
    guard var spans = streams.removeValue(forKey: part.stream) else { return nil }
    defer { streams[part.stream] = spans.isEmpty ? nil : spans }
    let index = Self.index(in: spans, endingAtOrAfter: part.sequences.lowerBound)
    guard index < spans.count, spans[index].part(part.sequences) == part else { return nil }
    let old = spans.remove(at: index)
    var left: [Span] = []
    if old.sequences.lowerBound < part.sequences.lowerBound,
      let before = old.part(old.sequences.lowerBound...(part.sequences.lowerBound - 1))
    {
      left.append(before)
    }
    if old.sequences.upperBound > part.sequences.upperBound,
      let after = old.part((part.sequences.upperBound + 1)...old.sequences.upperBound)
    {
      left.append(after)
    }
    spans.insert(contentsOf: left, at: index)
    self.index.remove(old)
    for span in left { self.index.insert(span) }
    return (old, left)
  }

  private static func index(in spans: [Span], endingAtOrAfter sequence: UInt64) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].sequences.upperBound >= sequence { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
