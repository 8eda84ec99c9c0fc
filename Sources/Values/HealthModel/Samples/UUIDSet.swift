/// A set of UUIDs in which a run of our own numbering is one interval.
package struct UUIDSet: Hashable, Sendable {
  /// Counters by base.
  package private(set) var numbered: [UInt64: IntervalSet] = [:]
  package private(set) var others: Set<SampleUUID> = []

  package init() {}

  package init(_ uuids: [SampleUUID]) {
    let (spans, others) = Self.spans(uuids)
    for span in spans { insert(span.counters, of: span.base) }
    self.others = Set(others)
  }

  package var isEmpty: Bool { numbered.isEmpty && others.isEmpty }

  /// How many UUIDs are in the set.
  package var count: UInt64 {
    numbered.values.reduce(UInt64(others.count)) { $0 &+ $1.count }
  }

  package func contains(_ uuid: SampleUUID) -> Bool {
    uuid.isNumbered
      ? numbered[uuid.base]?.contains(uuid.counter) ?? false : others.contains(uuid)
  }

  package mutating func insert(_ uuid: SampleUUID) {
    if uuid.isNumbered {
      numbered[uuid.base, default: IntervalSet()].insert(uuid.counter)
    } else {
      others.insert(uuid)
    }
  }

  package mutating func insert(_ counters: ClosedRange<UInt64>, of base: UInt64) {
    numbered[base, default: IntervalSet()].insert(counters)
  }

  package mutating func formUnion(_ other: Self) {
    // Most unions begin with nothing, and to hash many UUIDs takes time.
    guard !isEmpty else {
      self = other
      return
    }
    for (base, counters) in other.numbered {
      numbered[base, default: IntervalSet()].formUnion(counters)
    }
    others.formUnion(other.others)
  }

  /// The same without the foreign UUIDs that `isIncluded` says no to.
  package func filteringOthers(_ isIncluded: (SampleUUID) -> Bool) -> Self {
    var rest = self
    rest.others = others.filter(isIncluded)
    return rest
  }

  package mutating func subtract(_ other: Self) {
    for (base, counters) in other.numbered {
      guard var mine = numbered[base] else { continue }
      mine.subtract(counters)
      numbered[base] = mine.isEmpty ? nil : mine
    }
    others.subtract(other.others)
  }

  /// Whether any UUID is in both sets.
  package func overlaps(_ other: Self) -> Bool {
    !others.isDisjoint(with: other.others)
      || other.numbered.contains { base, counters in
        numbered[base].map { mine in counters.intervals.contains { mine.overlaps($0) } } ?? false
      }
  }
}

extension UUIDSet {
  /// Consecutive counters of one base, and the rows that have them.
  package struct Span: Hashable, Sendable {
    package var base: UInt64
    package var counters: ClosedRange<UInt64>
  }

  /// Collects the UUIDs of a column; `nil` when one of them comes twice.
  package init?(distinct uuids: [SampleUUID]) {
    let (spans, others) = Self.spans(uuids)
    self.others = Set(others)
    guard self.others.count == others.count else { return nil }
    for span in spans {
      var counters = numbered[span.base] ?? IntervalSet()
      if counters.overlaps(span.counters) { return nil }
      counters.insert(span.counters)
      numbered[span.base] = counters
    }
  }

  /// Our own UUIDs as spans in the order they come, and all others.
  private static func spans(_ uuids: [SampleUUID]) -> (spans: [Span], others: [SampleUUID]) {
    var spans: [Span] = []
    var others: [SampleUUID] = []
    for uuid in uuids {
      guard uuid.isNumbered else {
        others.append(uuid)
        continue
      }
      let base = uuid.base
      let counter = uuid.counter
      if let last = spans.last, last.base == base, last.counters.upperBound &+ 1 == counter {
        spans[spans.count - 1].counters = last.counters.lowerBound...counter
      } else {
        spans.append(Span(base: base, counters: counter...counter))
      }
    }
    return (spans, others)
  }
}
